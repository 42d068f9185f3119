winner-beats-loser-both-mine = { $winner } beats { $loser }: both { $mine }, and the highest card { $high } beats { $low }.
name-three-add-up-to = { $name }: { $three } add up to { $tens }; { $two } add up to { $rest } – { $called }.
winner-beats-loser-mine-ranks = { $winner } beats { $loser }: { $mine } ranks above { $theirs }.
name-cards-no-three-cards = { $name } { $cards }: no three cards make the tens – { $called }.
