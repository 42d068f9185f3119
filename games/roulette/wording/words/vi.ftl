colours--green = xanh
colours--red = đỏ
colours--black = đen

event-labels--roulette-bet_placed = Đặt cược
event-labels--roulette-bet_changed = Đổi cược
event-labels--roulette-bet_withdrawn = Rút cược
event-labels--roulette-ball_spun = Quay bóng
event-labels--roulette-ball_dropped = Bóng rơi vào khoang
event-labels--roulette-result_displayed = Kết quả hiển thị
event-labels--roulette-revolutions_counted = Số vòng bóng chạy
event-labels--roulette-ball_taken_out = Lấy bóng ra
event-labels--roulette-ball_examined = Kiểm tra bóng
event-labels--roulette-ball_put_back = Đặt lại bóng
event-labels--roulette-no_spin_called = Vòng quay không hợp lệ
event-labels--roulette-irregularity_seen = Vấn đề bất thường

supposed--revolutions = số vòng bóng chạy
supposed--choices-suspicion_called_by_others = nghi ngờ do người khác nêu
