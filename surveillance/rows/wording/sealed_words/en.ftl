kinds--recorder = recorder
kinds--camera = camera
kinds--recording = recording
kinds--footage = link
kinds--request = request
kinds--hold = hold
kinds--coverage = gap
kinds--incident = incident
kinds--review = review
kinds--spotcheck = spot check
kinds--handover = handover of a shift
kinds--table = table

subjects--case = case { $code }
subjects--round = round { $code }
subjects--audit = finding at round { $code }
subjects--incident = incident { $code }
