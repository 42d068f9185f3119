names--all = all
names--bet = kind of bet
names--player = player
names--reading = other reading
names--table = table

head = { $rounds } rounds under { $document }, up to position { $position }. More for players (95 %):
limit = A limit is written kind=least:most.
small = small numbers
