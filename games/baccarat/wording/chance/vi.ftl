chance--assumes = Hộp bài đầy đủ, mọi cách chia có khả năng như nhau; không ai quyết định gì khi chia. Cược Bảo hiểm không được tính: giá trị của nó tùy các lá bài đã lộ.
