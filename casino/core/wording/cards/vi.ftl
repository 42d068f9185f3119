suit-names--S = bích
suit-names--H = cơ
suit-names--C = chuồn
suit-names--D = rô

rank-names--A = Át
rank-names--J = J
rank-names--Q = Q
rank-names--K = K

rank-of-suit = { $rank } { $suit }
