rounded--down = rounded down to a multiple of { $unit }
rounded--nearest = rounded to the nearest multiple of { $unit }, half goes up
rounded--up = rounded up to a multiple of { $unit }

stake = the whole stake
lesser = the lesser of { $one } and { $other }
names--in_play = the part that counts
names--covered = what the main bet leaves to insure
names--gross = before commission
names--together = commission of the whole box
names--own = this bet's part
names--against = against seat { $seat }
names--special = against seat { $seat }, special hand
names--multiples = all multiples
