segments--mine = Mine
segments--waiting = Waiting for me
segments--overdue = Overdue
segments--all = All
