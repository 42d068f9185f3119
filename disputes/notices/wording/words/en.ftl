your-move--acknowledge = Surveillance is notified of this case (8.2)
your-move--footage = Footage is asked for (8.4)

second--correct_fact = For you to confirm: a correction
second--put_right = For you to confirm: a finding put right
second--dismiss = For you to confirm: a finding dismissed
second--put_in_force = For you to confirm: a rule document in force
second--ruling = For you to confirm: a ruling
second--ground = For you to confirm: the ground of a void
second--statement = For you to confirm: what was entered later
second--reported = A device reported a decision of yours: confirm or deny it
second--ask-confirmed = What you asked for was confirmed
second--ask-refused = What you asked for was not confirmed

your-move-stage = Your move: { $stage }
due-at = Due: { $at }
surveillance-did-not-answer-a = Surveillance did not answer a request for footage in time (8.4)
the-request-for-footage-was = The request for footage was answered
handed-over-to-you-stage = Handed over to you: { $stage }

clock--soon = Due soon: { $what } ({ $clause })
clock--overdue = Overdue: { $what } ({ $clause })
