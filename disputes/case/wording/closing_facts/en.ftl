event--closing_begun = To be closed
event--rounds_resumed = Goes on with the rounds that are left
event--step_set_aside = Step set aside
event--closing_completed = Case closed, its steps done
