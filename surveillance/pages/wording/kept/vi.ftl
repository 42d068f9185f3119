mark = Khung hình
stretch = Đoạn phim
clock = Đồng hồ

subjects--event = sự kiện
subjects--finding = phát hiện
subjects--round = ván
subjects--case = hồ sơ
subjects--request = yêu cầu
subjects--incident = sự việc

n-min = ± { $n } phút
milliseconds-ms = ± { $milliseconds } ms
