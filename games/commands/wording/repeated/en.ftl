told = This reason was given { $times } times by this person in the last 30 days.
