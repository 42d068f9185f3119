faces--heads = HEADS
faces--tails = TAILS
title = Coin toss layout
