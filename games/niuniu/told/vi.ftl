niuniu-placed = { $kind ->
    [ante] vào Cược đặt chỗ ở { $box }
    [double] vào Cược gấp đôi ở { $box }
   *[additional] vào Cược thêm ở { $box }
}
niuniu-higher = Bài của { $box } là { $class } ({ $cards }), cao hơn bài { $dealerclass } của Nhà cái ({ $dealercards }).
niuniu-lower = Bài của { $box } là { $class } ({ $cards }), thấp hơn bài { $dealerclass } của Nhà cái ({ $dealercards }).
niuniu-additional-kept = Khi bài của Quý khách cao hơn, Cược thêm không được trả thưởng mà Quý khách giữ nguyên.
