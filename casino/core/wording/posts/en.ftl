post-names--dealer = dealer
post-names--acting_pit_supervisor = acting pit supervisor
post-names--pit_supervisor = pit supervisor
post-names--pit_manager = pit manager
post-names--shift_manager = shift manager
post-names--assistant_director = assistant director of game operations
post-names--director_of_table_games = director of table games
post-names--senior_management = senior management
post-names--head_of_operations = head of operations
post-names--surveillance = Surveillance

besides--regulator = regulator
besides--auditor = auditor
besides--administrator = administrator
