ranks_seen--ranks = Ranks of cards
