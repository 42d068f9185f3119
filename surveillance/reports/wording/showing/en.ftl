complete = No event of these tables was left out of the interval.
chosen = That no other round belongs to this selection: that is the house's word.

always--each-event-in-it-is = Each event in it is the one that was recorded, at its position of the log.
always--each-round-is-there-from = Each round is there from its first event on, without a hole.
always--each-settlement-is-worked-out = Each settlement is worked out again from the rules in force at the time.
never--that-everything-that-happened-at = That everything that happened at the table was recorded: no report can prove that.
never--what-a-device-never-sent = What a device never sent; gaps in the senders' numbers are listed in it.
