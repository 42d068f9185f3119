chance--assumes = A full shoe, every deal alike; nobody decides anything while it is dealt. Insurance is not counted: what it is worth turns on the cards that lie open.
