shows--table = Cả bàn
shows--layout = Mặt bàn
shows--wheel = Vòng quay
shows--shoe = Hộp bài
shows--dice = Xí ngầu
shows--chip_tray = Khay phỉnh
shows--pit = Khu vực pit

kinds--onvif = Phát lại qua RTSP (ONVIF)
kinds--link = Mở phần mềm của hãng
kinds--files = Đưa phim vào bằng tay

incidents--cheating = Gian lận
incidents--theft = Trộm cắp
incidents--dispute = Tranh chấp
incidents--procedure = Quy trình
incidents--medical = Y tế
incidents--disturbance = Gây rối
incidents--banned_person = Người bị cấm
incidents--other = Khác

dispositions--open = Đang mở
dispositions--observed = Đã quan sát
dispositions--reported = Đã báo cáo
dispositions--police = Đã giao công an
dispositions--unfounded = Không có cơ sở
dispositions--closed = Đã đóng

verdicts--as_recorded = Đúng như đã ghi
verdicts--otherwise = Khác với đã ghi
verdicts--not_visible = Không thấy được

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
