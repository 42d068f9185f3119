complete = No event of these tables was left out of the interval.
chosen = That no other round belongs to this selection: that is the house's word.
