record_ruling--title = Ghi quyết định
record_ruling--consequence = Cho một ván, hoặc cùng lúc cho nhiều ván của bàn (`also`): mỗi ván có quyết định riêng, tất cả hoặc không.
