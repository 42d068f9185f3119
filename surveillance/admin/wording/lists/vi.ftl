fetch = Lấy từ đầu ghi
