## What a guest is told of one bet. Spoken as somebody at the table would speak to them.

bet-staked = You bet { $stake } on { $spot }.
came = The result of the round: { $result }.

## What it came to

bet-won = Your bet won, and the house pays you { $amount }.
bet-won-worked = Your bet won, and the house pays you { $amount } ({ $steps }).
bet-won-less-commission = Your bet won, and the house pays you { $amount }, already less its commission of { $commission } ({ $steps }).
bet-stake-stays = Your stake of { $stake } stays yours.
bet-lost = Your bet lost, and the house takes { $amount }.
bet-lost-worked = Your bet lost, and the house takes { $amount } ({ $steps }).
bet-rest-stays = The remaining { $amount } of your stake stays yours.
bet-push = Your bet neither won nor lost, and your stake of { $stake } stays yours.
bet-void = Your bet is void: it neither won nor lost, and your stake of { $stake } stays yours.
bet-refused = This bet was not accepted, so whatever the result, your stake of { $stake } stays yours.
bet-pending = The round has no result yet, so this bet cannot be settled so far.
bet-waits = This bet waits for a decision under clause { $clause }.
bet-waits-unnamed = This bet waits for a decision.
bet-option = If the decision is “{ $decision }”, { $comes }.
option-gains = the house pays you { $amount } and you keep your stake
option-loses = the house takes { $amount }
option-even = you keep your stake and neither win nor lose
rule = Clause { $number } of the rules: { $text }

## What was handed over

handed = At the table, the house { $parts }.
handed-paid = paid you { $amount }
handed-taken = took { $amount }
handed-back = handed you back { $amount }
handed-nothing = At the table, the house has paid, taken and handed back nothing so far.
stake-not-taken = At the table, the house did not take this stake.
remedied-to-guest = Afterwards, case { $case } decided that you are paid a further { $amount }.
remedied-by-guest = Afterwards, case { $case } decided that you pay back { $amount }.

## Who owes whom

nobody-owes = So everything is settled: neither side owes the other anything.
house-owes = So the house still owes you { $amount }.
guest-owes = So you have received { $amount } too much, which you owe back to the house.
