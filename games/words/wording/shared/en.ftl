outcomes--won = Won
outcomes--lost = Lost
outcomes--push = Push
outcomes--void = Void
outcomes--refused = Never accepted
outcomes--awaiting = Awaiting a decision
outcomes--pending = No result yet

severities--money = Money
severities--procedure = Procedure
severities--remark = Remark

finding-status--open = Open
finding-status--in_case = In a case
finding-status--corrected = Corrected
finding-status--dismissed = Dismissed
finding-status--superseded = Superseded

round-status--open = Under way
round-status--closed = Closed
round-status--void = Void
round-status--awaiting = Awaiting a decision

ruling-choices--as_received = settle as it was received
ruling-choices--as_stated = settle as stated
ruling-choices--as_spun = settle as spun
ruling-choices--void = void
ruling-choices--no_bet = no bet
ruling-choices--refused = refused
ruling-choices--as_dealt = settle as dealt
ruling-choices--continue = play on

equipment--wheel = wheel
equipment--rotor = rotor
equipment--shaker = shaker
equipment--dice = dice
equipment--shuffler = shuffler

sealed = (sealed)

fields--bet = bet
fields--spot = position
fields--stake_minor = stake
fields--amount_minor = amount
fields--pocket = pocket
fields--player = player
fields--seat = seat
fields--chips = colour chips
fields--ground = ground
fields--called_by = called by
fields--clause = clause
fields--choice = decision
fields--reason = reason
fields--cause = cause
fields--source = source
fields--unclear = position unclear
