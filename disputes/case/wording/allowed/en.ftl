stage-names--at_table = at the table
stage-names--pit_manager = with the pit manager
stage-names--confirmation = waiting for a second person
stage-names--answer = waiting for the player's answer
stage-names--disagreed = the player does not agree
stage-names--complaint = open for a complaint
stage-names--senior_management = with senior management
stage-names--senior_confirmation = senior management, waiting for a second person
stage-names--complaint_answer = the decision on the complaint is to be handed over
stage-names--closing = waiting for its money and papers
stage-names--closed = closed

of-opening = of opening
