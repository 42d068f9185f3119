causes--money_was_right = tiền đúng, ghi nhận thiếu hoặc muộn
causes--settled_at_table = đã giải quyết tại bàn
causes--entered_wrongly = nhập sai
causes--device_fault = thiết bị lỗi
causes--training = tập huấn hoặc thử bàn
causes--film_shows = cảnh quay cho thấy rõ
causes--those_present_heard = đã hỏi những người có mặt
causes--other = lý do khác
