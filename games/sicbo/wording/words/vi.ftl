choices--as_thrown = tính theo xúc xắc
choices--release = cho bàn chơi tiếp

event-labels--sicbo-bet_placed = Đặt cược
event-labels--sicbo-bet_changed = Đổi cược
event-labels--sicbo-bet_withdrawn = Rút cược
event-labels--sicbo-dice_shaken = Lắc xúc xắc
event-labels--sicbo-dice_shown = Mở xúc xắc
event-labels--sicbo-result_entered = Nhập kết quả
event-labels--sicbo-areas_lit = Khu vực sáng đèn
event-labels--sicbo-device_failed = Thiết bị có sự cố
event-labels--sicbo-pit_manager_informed = Báo Quản lý Pit
event-labels--sicbo-irregularity_seen = Vấn đề bất thường
event-labels--sicbo-void_announced = Thông báo vô hiệu

supposed--shakes = số lần lắc
supposed--choices-shakes_counted = những lần lắc được tính
supposed--choices-specific_double_wins_on_triple = bộ đôi đồng nhất cụ thể thắng khi ra bộ ba
supposed--all_together = tất cả các lần cộng lại
supposed--as_thrown = thanh toán theo xúc xắc đã ra
supposed--last_setting_off = chỉ lần kích hoạt cuối
