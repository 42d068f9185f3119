event--incident-entered = Incident entered
event--incident-added_to = Incident added to
event--incident-erasure_asked = Erasure of personal data asked for
event--incident-person_erased = Personal data erased
event--review-made = Finding reviewed
event--spotcheck-asked = Spot check asked for
event--spotcheck-drawn = Spot check drawn
event--spotcheck-looked = Round looked at
