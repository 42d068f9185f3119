by--table = Table
by--shift = Shift
by--dealer = Dealer
by--cause = Cause
by--clause = Clause
