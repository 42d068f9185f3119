correct = Đề nghị sửa dữ kiện
rule = Ghi quyết định
dismiss = Bỏ qua phát hiện
put-right = Đề nghị ghi nhận phát hiện đã được sửa
answer = Trả lời việc đang chờ người thứ hai
erase = Xóa lý do đã ghi
rules = Đề nghị đưa văn bản quy tắc vào hiệu lực
equipment = Ghi thiết bị của bàn
