"""A bet told to the guest who made it: what lay where, what came, what it is owed and why, who owes whom."""
