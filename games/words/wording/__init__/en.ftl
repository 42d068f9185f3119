subjects--call = call v{ $rest }
subjects--ruling = ruling v{ $rest }
subjects--correction = correction v{ $rest }
subjects--colour = colour chips { $rest }
subjects--box = box { $rest }
subjects--seat = seat { $rest }
subjects--fact = fact v{ $rest }
subjects--order = order of the cards v{ $rest }
subjects--restriction = restriction v{ $rest }
subjects--table = table { $rest }
subjects--shift = shift { $rest }
subjects--day = gaming day { $rest }
subjects--case = case { $rest }

named_subjects--hand-dealer = the dealer's hand
bet-bet = bet { $bet }
