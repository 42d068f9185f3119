title = Roulette layout
won = Winning number: { $pocket }.
no-result = No winning number.
chips = Bets on the layout: { $count }.
not-there = no such position on the layout
wheel-title = Pockets beside the winning one on the wheel
