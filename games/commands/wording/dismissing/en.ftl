dismiss_finding--title = Dismiss a finding
dismiss_finding--consequence = Above the amount that the house has set it is asked for, and the finding stays open (waiting/).
