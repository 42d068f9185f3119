title = Annex: statistics
note = The operator's statistics of these gaming days, as they stood at the position above; no part of the proof. The corrected p allows for the number of tests in this annex, and holds for one look. The evidence of the watches may be looked at at any time; e-BH says which tables stand out among all by their evidence at that position.
small = small numbers
hold = Hold and theoretical win
kinds = Theoretical win by kind of bet
frequencies = Results against chance
watches = Watches over fairness (log10)
yes = yes
wrong = Mispayments

by--all = all
by--table = table { $g }
by--shift = shift { $g }
by--dealer = dealer { $g }
by--bet = { $g }
by--source = source { $g }

expected = expected
all-tables = all tables
nothing = –
