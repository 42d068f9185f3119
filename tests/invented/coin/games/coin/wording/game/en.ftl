coin--words--name = Coin toss
