title = Mậu binh round
seat = SEAT { $number }
foul = FOUL
not_yet = not arranged
