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
