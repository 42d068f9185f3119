side-names--player = PLAYER
side-names--banker = BANKER

title = Baccarat round
totals = Player { $player }, Banker { $banker }.
next = Opens the next round
nth = card { $n } of the round
moved = card { $n } of the round, dealt to another place
tie = TIE
