title = Giải thích cược của quý khách
close = Đóng
