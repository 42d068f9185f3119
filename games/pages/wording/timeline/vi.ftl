entered-later = nhập sau

actors--device = thiết bị
actors--person = nhân viên
actors--system = hệ thống

systems--accounts = tài khoản
systems--audit = kiểm tra ván
systems--clock = đồng hồ
systems--copies = bản sao phim
systems--coverage = phạm vi cảnh quay
systems--demonstration = trình diễn
systems--devices = thiết bị
systems--expiry = hết hạn lưu
systems--first_administrators = quản trị đầu tiên
systems--footage = cảnh quay
systems--holds = giữ cảnh quay
systems--import = nhập dữ liệu
systems--ingest = tiếp nhận dữ liệu
systems--origin = nguồn dữ liệu
systems--papers = văn bản
systems--reports = báo cáo
systems--rows = bảng dữ liệu
systems--settings = thiết lập
systems--spotcheck = kiểm tra ngẫu nhiên
systems--terms = thời hạn lưu
systems--what-if = giả định

device-clock-s-s-fast = đồng hồ thiết bị nhanh { $s } giây
system-part = hệ thống ({ $part })
device-clock-s-s-slow = đồng hồ thiết bị chậm { $s } giây
