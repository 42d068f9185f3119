items--rules--8-4-1 = Thể lệ trò chơi đã được duyệt
items--published--8-4-2 = Thông tin do doanh nghiệp công bố
items--procedures--8-4-3 = Quy trình vận hành chuẩn
items--controls--8-4-4 = Tiêu chuẩn kiểm soát nội bộ
items--statements--8-4-5 = Ghi nhận sự việc của các bên
items--footage--8-4-6 = Cảnh quay của Bộ phận Giám sát
items--other--8-4-7 = Chứng cứ khác
items--law--8-4-8 = Pháp luật hiện hành
