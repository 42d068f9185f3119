up-to-a = up to { $a }
above-a = above { $a }
not-known = not known
another-currency = another currency
under-way = under way
still-out = still out
n-people = { $n } people
