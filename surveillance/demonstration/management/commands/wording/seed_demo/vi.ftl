heading = Tài khoản trình diễn (chỉ có trong bản trình diễn này); mật khẩu chung: { $password }
device = Thiết bị để thử API: { $device } tại bàn { $table }, khóa truy cập và số thứ tự tiếp theo:
