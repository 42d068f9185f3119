counted--pocket = How often each pocket came
counted--distance = How many pockets from this hand's spin before
counted--face = How often each face came
counted--total = How often each total came
counted--rank = How often cards of each rank came

colours--red = red
colours--black = black

drawing--forwards = in the order of the shoe before
drawing--backwards = in the reversed order of the shoe before

the-colour-c = the colour { $c }
a-card-stands-s-ranks = a card stands { $s } ranks after the one before
cards-come-w = cards come { $w }

about--pocket = pocket { $a }
about--sector = the sector { $a }
about--distance = { $a } pockets from the spin before
about--distances = distances of { $a } pockets from the spin before
about--face = the face { $a }
about--faces = the faces { $a }
about--total = the total { $a }
about--rank = cards of the rank { $a }
