winnings = winnings
commission = commission
taken = stake taken
back = stake back
paid = paid
collected = taken
returned = handed back
