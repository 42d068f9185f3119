kinds--recorder = đầu ghi
kinds--camera = camera
kinds--recording = bản ghi
kinds--footage = liên kết
kinds--request = yêu cầu
kinds--hold = lệnh giữ
kinds--coverage = khoảng thiếu
kinds--incident = sự việc
kinds--review = xem lại
kinds--spotcheck = mẫu kiểm tra
kinds--handover = bàn giao ca
kinds--table = bàn

subjects--case = hồ sơ { $code }
subjects--round = ván { $code }
subjects--audit = phát hiện ở ván { $code }
subjects--incident = sự việc { $code }
