findings--played_while_held--1 = Played while held
findings--played_while_held--2 = The round was opened before the head of operations released the table.
findings--failure_not_reported--1 = Failure not reported
findings--failure_not_reported--2 = The pit manager was not informed of the failure at once.
