record_ruling--title = Record a ruling
record_ruling--consequence = For one round, or at once for several of the table (`also`): each gets its ruling, all or none.
