choices--as_thrown = settle as thrown
choices--release = release the table

event-labels--sicbo-bet_placed = Bet placed
event-labels--sicbo-bet_changed = Bet changed
event-labels--sicbo-bet_withdrawn = Bet taken back
event-labels--sicbo-dice_shaken = Dice shaken
event-labels--sicbo-dice_shown = Dice shown
event-labels--sicbo-result_entered = Result entered
event-labels--sicbo-areas_lit = Areas lit
event-labels--sicbo-device_failed = Device failed
event-labels--sicbo-pit_manager_informed = Pit manager informed
event-labels--sicbo-irregularity_seen = Irregularity seen
event-labels--sicbo-void_announced = Void announced

supposed--shakes = shakes
supposed--choices-shakes_counted = which shakes count
supposed--choices-specific_double_wins_on_triple = a specific double wins on its triple
supposed--all_together = all settings-off together
supposed--as_thrown = settled as thrown
supposed--last_setting_off = the last setting-off
