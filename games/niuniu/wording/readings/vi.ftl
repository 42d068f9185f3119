winner-beats-loser-both-mine = { $winner } thắng { $loser }: cùng { $mine }, lá cao nhất { $high } thắng { $low }.
name-three-add-up-to = { $name }: { $three } cộng thành { $tens }; { $two } cộng thành { $rest } – { $called }.
winner-beats-loser-mine-ranks = { $winner } thắng { $loser }: { $mine } cao hơn { $theirs }.
name-cards-no-three-cards = { $name } { $cards }: không có ba lá nào tròn chục – { $called }.
