winnings = winnings
commission = commission
taken = stake taken
back = stake back
paid = paid
collected = taken
returned = handed back

the-player-has-too-little = the player has too little
not-decided-yet = not decided yet
right = right
the-player-has-too-much = the player has too much
