program = chương trình tự làm
rules--casino-accounts--service-writing = khóa một tài khoản cho lệnh khác
rules--casino-accounts--signatures-demand = áp dụng cho mọi người
