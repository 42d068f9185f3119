title = Báo cáo ca Giám sát
from-to = Từ { $begins } đến { $ends }
printed = Người in: { $who }
nothing = Trong khoảng này không có gì xảy ra.
foot = Lập từ sổ sự kiện. Giờ địa phương ({ $zone }).
personal = Có dữ liệu cá nhân: hãy cất giữ và hủy theo quy định.

tags--entered = ghi sau khi ký
tags--changed = thay đổi sau khi ký
tags--gone = có lúc ký, nay không còn

unsigned = Chưa ký bàn giao.
handed = Bàn giao ca: { $who }, { $when }
taken = Nhận ca: { $who }, { $when }
untaken = Chưa có người nhận ca.
content = Nội dung được ký: { $lines } dòng, SHA-256 { $digest }
more = … và { $n } mục nữa.

sections--incidents = Sự việc xảy ra trong ca
sections--incidents_entered = Sự việc ghi trong ca, xảy ra vào lúc khác
sections--requests_made = Yêu cầu cảnh quay mới
sections--requests_answered = Yêu cầu đã trả lời
sections--reviews = Vi phạm đã xem lại
sections--spot_checks = Mẫu kiểm tra
sections--gaps_found = Khoảng thiếu mới
sections--gaps_closed = Khoảng thiếu đã đóng
sections--holds_placed = Lệnh giữ mới
sections--holds_released = Lệnh giữ đã bỏ
sections--recordings_arrived = Bản ghi nhận vào
sections--recordings_deleted = Bản ghi đã xóa
sections--open_requests = Yêu cầu còn chờ
sections--open_gaps = Khoảng thiếu còn mở
