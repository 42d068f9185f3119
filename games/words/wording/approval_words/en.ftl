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

who-asks-for-what-it = { $who } asks for { $what }; it waits for a second person.
document-is-in-force-from = { $document } is in force from { $moment }; { $asked } asked for it, { $confirmed } confirmed it.
what-who-corrected-is-recorded = What { $who } corrected is recorded; { $second } confirms it.
sentences--quarantine-send_asked = { $who } asks that a corrected message be recorded; it waits for a second person.
sentences--quarantine-send_refused = { $who } does not have the corrected message recorded.
sentences--quarantine-dealt_with = { $who } lets it rest; nothing is recorded in its place.
sentences--ask-confirmed = { $who } confirms what was asked for.
sentences--ask-refused = { $who } refuses what was asked for.
sentences--ask-withdrawn = { $who } takes back what was asked for.
who-records-the-corrected-message = { $who } records the corrected message.
