## What a guest is told of one bet. Spoken as somebody at the table would speak to them.

bet-staked = You bet { $stake } { $placed }.
placed = on { $spot }
came = The result of the round: { $result }.

## What was seen at the table and does not count

seen-late = This bet was put down after betting had ended.
seen-changed = This bet was moved or changed after betting had ended. That does not count: it is settled as it lay when betting ended.
seen-taken-back = This bet was taken back after betting had ended. That does not count: it is settled as it lay when betting ended.
seen-taken-back-without-leave = This bet was taken back, and nobody who may allow that had allowed it. That does not count: it is settled as it lay before.
seen-taken-back-too-late = This bet was taken back when it could no longer be taken back. That does not count: it is settled as it lay before.
seen-display = The display at the table showed another result. It is not the display that counts, but what came at the table itself.

## What it comes to by the rules

won = Your bet won
won-at = Your bet won at { $odds }
won-at-clause = Your bet won at { $odds } (clause { $number } of the rules)
odds = { $profit } to { $stake }
bet-won = { $won }: by the rules you win { $amount }.
bet-won-worked = { $won }: by the rules you win { $amount } ({ $steps }).
bet-won-less-commission = { $won }: by the rules you win { $amount }, which is after a commission of { $commission }.
bet-won-worked-less-commission = { $won }: by the rules you win { $amount } after a commission of { $commission } ({ $steps }).
counts-most = the table's limit leaves { $most } of this bet in play
counts-cover = an insurance never wins more than the main bet left to insure, so at { $odds } only { $counts } of it counts
counts-share = the two sides may differ by { $differential } at most, the table's differential, so the larger one counts in proportion: { $sum }
rounded = { $exact } ≈ { $amount } ({ $rounded })
before-commission = before commission: { $amount }
bet-stake-stays = Your stake of { $stake } stays yours.
bet-lost = Your bet lost: by the rules the house takes { $amount }.
bet-lost-worked = Your bet lost: by the rules the house takes { $amount } ({ $steps }).
bet-rest-stays = The remaining { $amount } of your stake stays yours.
bet-push = Your bet is a push, neither won nor lost: your stake of { $stake } stays yours.
bet-void = This bet does not count as won or lost: your stake of { $stake } stays yours.
bet-refused = This bet was not accepted, so whatever the result, your stake of { $stake } stays yours.
it-lay = the bet lay { $placed }
bet-pending = No result of the round is on record yet, so this bet cannot be settled yet.
bet-waits = This bet still waits for a decision.
bet-option = If the decision is “{ $decision }”, { $comes }{ $then ->
    [house] ; then the house still owes you { $rest }.
    [guest] ; then you still owe the house { $rest }.
    [nobody] ; then neither side owes the other anything.
   *[unmoved] .
}
option-gains = you win { $amount } and keep your stake
option-loses = the house takes { $amount }
option-even = you keep your stake and neither win nor lose
rule = Clause { $number } of the rules: { $text }

## What was handed over

handed = At the table, the house { $parts }.
two-parts = { $one } and { $two }
handed-paid = paid you { $amount }
handed-taken = took { $amount }
handed-back = handed you back { $amount }
not-paid = At the table, the house did not pay this.
not-taken = At the table, the house did not collect this.
not-paid-yet = At the table, the house has not paid this yet.
not-taken-yet = At the table, the house has not collected this yet.
remedied-to-guest = Afterwards, under case { $case }, the house paid you { $amount }.
remedied-to-guest-due = Under case { $case }, the house is to pay you { $amount }.
remedied-by-guest = Afterwards, under case { $case }, you paid the house { $amount }.
remedied-by-guest-due = Under case { $case }, you are to pay the house { $amount }.
remedied-beyond = Of this, { $amount } is what the house pays beyond the rules.
remedied-less = By the decision of the case, this is { $amount } less than the rules give.

## Who owes whom

nobody-owes = So neither side owes the other anything.
house-owes = So the house still owes you { $amount }.
guest-owes = So you still owe the house { $amount }.
guest-has-too-much = So you have been paid { $amount } too much, which goes back to the house.
nobody-owes-alone = Neither side owes the other anything.
house-owes-alone = The house still owes you { $amount }.
guest-owes-alone = You still owe the house { $amount }.
guest-has-too-much-alone = You have been paid { $amount } too much, which goes back to the house.
