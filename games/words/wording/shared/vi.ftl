outcomes--won = Thắng
outcomes--lost = Thua
outcomes--push = Hòa tiền
outcomes--void = Vô hiệu
outcomes--refused = Không được nhận
outcomes--awaiting = Chờ quyết định
outcomes--pending = Chưa có kết quả

severities--money = Tiền
severities--procedure = Quy trình
severities--remark = Lưu ý

finding-status--open = Đang mở
finding-status--in_case = Trong hồ sơ
finding-status--corrected = Đã sửa
finding-status--dismissed = Đã bỏ qua
finding-status--superseded = Không còn đúng

round-status--open = Đang diễn ra
round-status--closed = Đã kết thúc
round-status--void = Vô hiệu
round-status--awaiting = Chờ quyết định

ruling-choices--as_received = tính theo lúc nhận được
ruling-choices--as_stated = tính theo lời khai
ruling-choices--as_spun = tính theo kết quả quay
ruling-choices--void = vô hiệu
ruling-choices--no_bet = không coi là cược
ruling-choices--refused = từ chối
ruling-choices--as_dealt = tính theo bài đã chia
ruling-choices--continue = chơi tiếp

equipment--wheel = bánh xe
equipment--rotor = rô-to
equipment--shaker = bình lắc
equipment--dice = bộ xúc xắc
equipment--shuffler = máy xáo bài

sealed = (được niêm phong)

fields--bet = cược
fields--spot = vị trí
fields--stake_minor = tiền cược
fields--amount_minor = số tiền
fields--pocket = số
fields--player = người chơi
fields--seat = ghế
fields--chips = chip màu
fields--ground = căn cứ
fields--called_by = người thông báo
fields--clause = điều
fields--choice = quyết định
fields--reason = lý do
fields--cause = nguyên nhân
fields--source = nguồn
fields--unclear = vị trí không rõ
