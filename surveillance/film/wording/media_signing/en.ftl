shown = carried, not verified
