erased = (đã xóa)
unreadable = (không đọc được)
