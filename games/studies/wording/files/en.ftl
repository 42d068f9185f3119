by--all = all
by--table = table
by--bet = kind of bet
by--player = player
by--reading = other reading of the document
