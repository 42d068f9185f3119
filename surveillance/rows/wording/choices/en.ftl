subjects--round = round
subjects--event = event
subjects--case = case
subjects--finding = finding
subjects--request = request
subjects--incident = incident

hows--upload = uploaded
hows--folder = from the watched folder
hows--fetched = fetched from the recorder
hows--simulated = simulated

clocks--compared = compared by a person
clocks--marked = frame shows an event
clocks--read = read from the picture
clocks--set = the clock was set

known--seal = its seal
known--container = its container
known--recorder = the recorder
known--person = a person

causes--case = case
causes--finding = finding
causes--person = a person
causes--incident = incident

released--case_term_ended = the case's term ended
released--round_left_case = the round left the case
released--person = a person
released--incident_term_ended = the incident's term ended

gaps--no_camera = no camera covered the table
gaps--no_recording = a recording is missing

closed--covered = covered
closed--recording_came = the recording came
closed--explained = explained
