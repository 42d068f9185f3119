by--all = all
by--table = table
by--bet = kind of bet
by--player = player
by--reading = other reading of the document

columns--by = by
columns--group = group
columns--currency = currency
columns--rounds = rounds
columns--rounds-that-differ = rounds that differ
columns--bets-undecided = bets undecided
columns--due-to-players-net-now = due to players, net, now (minor units)
columns--change-minor-units = change (minor units)
columns--due-then-net-minor-units = due then, net (minor units)
columns--n-95-from = 95 % from
columns--n-95-to = 95 % to
columns--small-numbers = small numbers
