niuniu-higher = Bài của { $box } là { $class } ({ $cards }), cao hơn bài của Nhà cái là { $dealerclass } ({ $dealercards }).
niuniu-lower = Bài của { $box } là { $class } ({ $cards }), thấp hơn bài của Nhà cái là { $dealerclass } ({ $dealercards }).
