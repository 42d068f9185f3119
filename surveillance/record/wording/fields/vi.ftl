shows--table = cả bàn
shows--layout = mặt bàn cược
shows--wheel = vòng quay
shows--shoe = hộp bài
shows--dice = xúc xắc
shows--chip_tray = khay chip
shows--pit = cả khu

kinds--onvif = phát lại qua RTSP (ONVIF)
kinds--link = mở phần mềm của hãng
kinds--files = đưa phim vào bằng tay

incidents--cheating = gian lận
incidents--theft = trộm cắp
incidents--dispute = tranh chấp
incidents--procedure = quy trình
incidents--medical = y tế
incidents--disturbance = gây rối
incidents--banned_person = người bị cấm
incidents--other = khác

dispositions--open = đang mở
dispositions--observed = đã quan sát
dispositions--reported = đã báo cáo
dispositions--police = đã giao công an
dispositions--unfounded = không có cơ sở
dispositions--closed = đã đóng

verdicts--as_recorded = đúng như đã ghi
verdicts--otherwise = khác với đã ghi
verdicts--not_visible = không thấy được

found = Có cảnh quay không
found--words--yes = Có cảnh quay
found--words--no = Không có cảnh quay
held_reason = Lý do (nếu cảnh quay đang được giữ)
held_reason--help = Cần khi cảnh quay đang được giữ.
table = Bàn
begins = Từ
ends = Đến
verdict = Đã thấy
uncertainty = Sai số (mili giây)
uncertainty--help = Nửa khoảng: người đọc chính xác đến đâu.
