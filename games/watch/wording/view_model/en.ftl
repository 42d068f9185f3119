kinds--wheel = Wheel
kinds--shaker = Shaker
kinds--shoe = Shoe
kinds--pack = Pack
kinds--hand = Dealer's hand

counted--pocket = How often each pocket came
counted--distance = How many pockets from this hand's spin before
counted--face = How often each face came
counted--total = How often each total came
counted--rank = How often cards of each rank came

colours--red = red
colours--black = black

drawing--forwards = in the order of the shoe before
drawing--backwards = in the reversed order of the shoe before
