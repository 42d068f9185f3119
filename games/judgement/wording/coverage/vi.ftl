status-text--implemented = Đã lập trình
status-text--recorded = Chỉ ghi nhận
status-text--outside = Ngoài chương trình
status-text--heading = Đề mục
status-text--missing = Chưa lập trình

heading_reason = Chỉ mở đầu cho các điểm bên dưới; xem từng điểm đó.
missing_reason = Chưa có mã và chưa có lý do.
