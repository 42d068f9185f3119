erase_reason--title = Xóa lý do đã ghi
erase_reason--consequence = Không gì đưa lại được những lời này.
