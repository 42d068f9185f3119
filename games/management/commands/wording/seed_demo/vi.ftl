heading = Tài khoản trình diễn (chỉ có trong bản trình diễn này); mật khẩu chung: { $password }
device = Thiết bị để thử API: { $device } tại bàn { $table }, khóa truy cập và số thứ tự tiếp theo:
only-demonstration = Dữ liệu trình diễn chỉ được nạp trong bản trình diễn (TABLEPROOF_PROFILE=demo), không bao giờ vào hệ thống thật.
