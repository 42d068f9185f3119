chance--assumes = A full pack, every deal alike; each hand counts as what it is worth, however the player arranges it.
