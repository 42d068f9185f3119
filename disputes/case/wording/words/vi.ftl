endings--settled_at_table = giải quyết xong tại bàn
endings--accepted = người chơi chấp nhận quyết định
endings--complaint_decided = đã quyết định khiếu nại
endings--no_complaint = không có đơn khiếu nại
endings--withdrawn = người chơi rút
endings--merged = nhập vào hồ sơ khác

results--upheld = chấp nhận khiếu nại
results--varied = thay đổi quyết định trước
results--rejected = bác khiếu nại

sources--player = người chơi khiếu nại
sources--finding = từ phát hiện của hệ thống

parties--player = người chơi
parties--witness = nhân chứng
parties--staff = nhân viên

evidence--text = văn bản
evidence--link = liên kết
evidence--attachment = tệp đính kèm
evidence--document = văn bản đã duyệt

reasons-to-pass--player_disagrees = người chơi không đồng ý
reasons-to-pass--cannot_be_resolved = không giải quyết được tại bàn
reasons-to-pass--reserved = thuộc thẩm quyền cấp khác (phần 7)

papers--acknowledgement = Giấy xác nhận tiếp nhận
papers--decision = Thư quyết định
papers--right_to_complain = Thông báo quyền khiếu nại
papers--complaint_form = Mẫu đơn khiếu nại
papers--complaint_decision = Quyết định giải quyết khiếu nại
papers--settlement = Biên bản giải quyết tại bàn
papers--receipt = Giấy biên nhận

manners--in_person = trực tiếp
manners--letter = bằng thư
manners--telephone = qua điện thoại
manners--e_mail = qua thư điện tử

left-steps--money = Tiền
left-steps--issue = Lập
left-steps--hand_over = Giao
left-steps--sign = Ký

how--chips = bằng chip
how--cash = tiền mặt
how--transfer = chuyển khoản
how--other = cách khác

languages--vi = tiếng Việt
languages--en = tiếng Anh
languages--ko = tiếng Hàn

grounds--term_ended = hết thời hạn lưu giữ
grounds--legal_ground = có căn cứ pháp luật

laws--request = người đó yêu cầu xóa
laws--consent_withdrawn = người đó rút lại sự đồng ý
laws--unlawful = dữ liệu được thu thập trái luật
laws--court_order = quyết định của tòa án
laws--authority_order = yêu cầu của cơ quan có thẩm quyền

causes--not_existing = không tồn tại
causes--not_applicable = không áp dụng cho vụ này
causes--not_obtained = đã hỏi nhưng không nhận được

no-footage--out_of_view = không camera nào quay được chỗ đó
no-footage--not_recording = camera không ghi hình lúc đó
no-footage--no_longer_kept = đã hết thời hạn lưu giữ
no-footage--not_clear = có hình nhưng không thấy rõ việc tranh chấp

measures--apology = xin lỗi người chơi
measures--staff_instruction = hướng dẫn lại nhân viên
measures--record_corrected = sửa lại ghi nhận
measures--equipment_checked = kiểm tra thiết bị
measures--procedure_reviewed = xem lại quy trình
measures--other = biện pháp khác

scans--clean = đã quét vi-rút
scans--not_scanned = chưa quét vi-rút

remedies--none = giữ nguyên kết quả
under-a-minute = dưới 1 phút
n-bytes = { $n } byte
n-kb = { $n } kB

day = { $n } ngày
days = { $n } ngày
hour = { $n } giờ
hours = { $n } giờ
minute = { $n } phút
minutes = { $n } phút
