open_to--title = Cho xem
shut_out--title = Thôi cho tài khoản xem
make_token--title = Tạo khóa truy cập
end_token--title = Hủy khóa truy cập
