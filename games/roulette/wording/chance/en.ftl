pockets--pockets = Each pocket
zero = Zero
red-black = Red / black
colours--red = Red
colours--black = Black
chance--assumes = Each pocket comes once in 37; nobody decides anything after betting.
