no_facts = No facts of the round { $round } are recorded there.
