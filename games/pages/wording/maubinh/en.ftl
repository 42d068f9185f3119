as_recorded = as recorded
