chance--assumes = Bộ bài đầy đủ, mọi cách chia có khả năng như nhau; mỗi tay bài được tính đúng giá trị của nó, dù người chơi xếp thế nào.
