subjects--round = ván
subjects--event = sự kiện
subjects--case = hồ sơ
subjects--finding = phát hiện
subjects--request = yêu cầu
subjects--incident = sự việc

hows--upload = tải lên
hows--folder = lấy từ thư mục theo dõi
hows--fetched = lấy từ đầu ghi
hows--simulated = mô phỏng

clocks--compared = người so sánh
clocks--marked = khung hình cho thấy sự kiện
clocks--read = đọc từ hình
clocks--set = đồng hồ được chỉnh

known--seal = niêm phong
known--container = tệp
known--recorder = đầu ghi
known--person = một người

causes--case = hồ sơ
causes--finding = phát hiện
causes--person = một người
causes--incident = sự việc

released--case_term_ended = hồ sơ hết thời hạn lưu
released--round_left_case = ván không còn trong hồ sơ
released--person = một người
released--incident_term_ended = hết thời hạn của sự việc

gaps--no_camera = không camera nào bao quát bàn
gaps--no_recording = thiếu bản ghi

closed--covered = đã bao quát
closed--recording_came = bản ghi đã đến
closed--explained = đã giải thích
