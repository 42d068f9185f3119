faces--faces = Faces of the dice
sums--totals = Totals
alike--alike = Faces alike
chance--assumes = Each of the 216 throws comes alike; nobody decides anything after betting.
alike--alike--none = All three differ
alike--alike--double = Two alike
alike--alike--triple = Three alike
