words--person = what one person did alone comes to { $sum }, above { $limit }
words--player = what this player was given comes to { $sum }, above { $limit }
words--bet = on one bet it comes to { $sum }, above { $limit }
words--round = in one round it comes to { $sum }, above { $limit }
words--no_bet = the money belongs to no round and bet
words--again = this bet was remedied once before
words--unnamed = money beyond the rules for a guest without a name
words--acting = an acting post does not pay this alone
