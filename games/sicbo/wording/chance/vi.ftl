faces--faces = Mặt xúc xắc
sums--totals = Tổng điểm
alike--alike = Mặt giống nhau
chance--assumes = Mỗi lần lắc trong 216 lần có khả năng như nhau; người chơi không quyết định gì sau khi cược.
alike--alike--none = Ba mặt khác nhau
alike--alike--double = Hai mặt giống nhau
alike--alike--triple = Ba mặt giống nhau
