dismiss_findings--title = Dismiss findings of one kind at once
dismiss_findings--consequence = What they come to together is held against the limits; above them each is asked for (waiting/).
