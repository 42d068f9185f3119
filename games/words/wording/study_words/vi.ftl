members--commission = hoa hồng
members--factor = hệ số
members--least = ít nhất
members--most = nhiều nhất
members--multiple = số lần
members--multiples = số lần
members--odds = tỷ lệ trả
members--part = phần
members--percent = phần trăm
members--points = điểm
members--seats = số chỗ ngồi

choices--claim_of_time = việc khai giờ mà không có gì chứng minh
choices--ends_without_winners = ván không có cược thắng kết thúc
choices--house = “Nhà cái” trong văn bản là
choices--management = “Ban quản lý” trong văn bản là
choices--rounding_direction = hướng làm tròn
choices--rounding_unit_minor = đơn vị làm tròn
choices--ruling_by_lower_post = quyết định của người dưới cấp
choices--void_without_ground = ván bị báo vô hiệu không theo căn cứ nào

waits = chờ quyết định
