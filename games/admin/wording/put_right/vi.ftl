states--open = Chưa xử lý
states--waiting = Chờ người thứ hai
states--sent = Đã ghi bản đã sửa
states--dealt_with = Đã xử lý
