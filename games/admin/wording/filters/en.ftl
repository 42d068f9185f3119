to-be-looked-at = To be looked at
all = All
dealt-simulated-ones-too = Dealt (simulated ones too)
with-an-open-finding = With an open finding
