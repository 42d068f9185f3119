suit-names--S = spades
suit-names--H = hearts
suit-names--C = clubs
suit-names--D = diamonds

rank-names--A = ace
rank-names--J = jack
rank-names--Q = queen
rank-names--K = king

rank-of-suit = { $rank } of { $suit }
