pockets--pockets = Từng số
zero = Số 0
red-black = Đỏ / đen
colours--red = Đỏ
colours--black = Đen
chance--assumes = Mỗi ô có khả năng 1/37; người chơi không quyết định gì sau khi cược.
