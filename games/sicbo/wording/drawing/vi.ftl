title = Mặt bàn Tài Xỉu
result = Xúc xắc: { $dice }; tổng { $sum }.
no_result = Chưa có kết quả.
not_there = Ô không có trên mặt bàn
