send_again--title = Send a refused message again
send_again--consequence = It is recorded as your own word; a second person confirms a fact of a round.
let_rest--title = Let a refused message rest
let_rest--consequence = Nothing is recorded in its place.
confirm_sending--consequence = What was sent again is recorded.
refuse_sending--consequence = What was sent again is not recorded.
