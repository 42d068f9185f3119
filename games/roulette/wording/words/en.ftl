colours--green = green
colours--red = red
colours--black = black

event-labels--roulette-bet_placed = Bet placed
event-labels--roulette-bet_changed = Bet changed
event-labels--roulette-bet_withdrawn = Bet taken back
event-labels--roulette-ball_spun = Ball spun
event-labels--roulette-ball_dropped = Ball at rest
event-labels--roulette-result_displayed = Result displayed
event-labels--roulette-revolutions_counted = Revolutions counted
event-labels--roulette-ball_taken_out = Ball taken out
event-labels--roulette-ball_examined = Ball examined
event-labels--roulette-ball_put_back = Ball put back
event-labels--roulette-no_spin_called = No spin
event-labels--roulette-irregularity_seen = Irregularity seen

supposed--revolutions = revolutions of the ball
supposed--choices-suspicion_called_by_others = a suspicion called by somebody else
