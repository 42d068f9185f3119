mark = Khung hình
stretch = Đoạn phim
clock = Đồng hồ

n-min = ± { $n } phút
milliseconds-ms = ± { $milliseconds } ms
