status-text--implemented = Đã lập trình
status-text--recorded = Chỉ ghi nhận
status-text--outside = Ngoài chương trình
status-text--heading = Đề mục
status-text--missing = Chưa lập trình
