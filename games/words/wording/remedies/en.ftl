kinds--pay_difference = pay the difference
kinds--take_back = take back
kinds--refund = refund
kinds--void = void
kinds--other = another remedy

fields--to_player_minor = to the player (minus: taken back)
fields--beyond_rules_minor = beyond the rules
fields--own_word_minor = owed by the decider's word alone
fields--case = case
fields--clauses = clauses
fields--kind = kind
fields--line = line
fields--became = what became of it
fields--said_by = recorded by

became--handed_over = handed over
became--received = received
became--waived = waived
became--uncollectable = uncollectable

out = still out
beyond = beyond the rules

remedied-by-case-case = remedied by case { $case }
case-case-line-line-bet = Case { $case }, line { $line }, bet { $bet }: { $became } { $amount }. Recorded by { $who }.
amount-taken-back-from-the = { $amount } taken back from the player
amount-withheld-that-the-rules = ; { $amount } withheld that the rules grant
case-case-bet-bet-moved = Case { $case }, bet { $bet }: { $moved } ({ $kind }{ $beyond }).
decided-by-who = Decided by { $who }.
no-money-moves = no money moves
amount-paid-to-the-player = { $amount } paid to the player
amount-granted-beyond-the-rules = ; { $amount } granted beyond the rules
under-clause-clauses = Under clause { $clauses }.
authorised-by-who = Authorised by { $who }.
