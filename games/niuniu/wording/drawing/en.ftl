area-names--ante = ANTE
area-names--double = DOUBLE
area-names--additional = ADDITIONAL

title = Niu niu round
dealer = DEALER
box = BOX { $number }
nth = card { $n } dealt to the hand
tens = one of the three that make the tens
unread = a card that nobody read
nothing = no cards
