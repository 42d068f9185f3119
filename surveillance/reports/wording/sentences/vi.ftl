every--day = mỗi ngày chơi
every--month = mỗi tháng

what--bundle = gói kiểm chứng
what--vi = báo cáo tiếng Việt (PDF)
what--en = báo cáo tiếng Anh (PDF)
