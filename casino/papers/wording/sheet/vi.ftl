page = Trang
