asked--correct_fact = a correction
asked--put_right = marking a finding as corrected
asked--put_in_force = putting a rule document in force
asked--dismiss = dismissing a finding

labels--rules-put_in_force = Rule document put in force
labels--ask-asked = Waiting for a second person
labels--ask-confirmed = Confirmed by a second person
labels--ask-refused = Refused by a second person
labels--ask-withdrawn = Request withdrawn
labels--quarantine-send_asked = Waiting for a second person
labels--quarantine-send_refused = Not sent again
labels--quarantine-sent = Recorded as corrected
labels--quarantine-dealt_with = Dealt with
