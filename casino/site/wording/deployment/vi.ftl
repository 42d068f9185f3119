table--E201 = DEBUG=1 cho người lạ xem mã nguồn và dữ liệu.
table--E202 = Ứng dụng là superuser của cơ sở dữ liệu: không gì ngăn nó sửa sổ ghi.
table--E203 = Ứng dụng là chủ sở hữu các bảng: nó có thể tắt các chốt chặn của sổ ghi.
table--E204 = TABLEPROOF_PROFILE=demo chỉ dành cho máy này: có những tài khoản mà ai cũng biết.
table--E205 = Chưa có ALLOWED_HOSTS: không trang nào mở được.
table--E206 = SECRET_KEY, FACTOR_KEY và PERSON_MASTER_KEY phải khác nhau.
table--E207 = SECRET_KEY là một đoạn lặp lại, có thể đoán được.
table--E208 = Người khác vào được một thư mục khóa: đặt quyền 700.
table--E209 = DATABASE_STATEMENT_SECONDS=0: một cơ sở dữ liệu bị treo sẽ giữ mọi trang mãi mãi.
table--W201 = SECOND_FACTOR=off: một mật khẩu bị lộ là đủ để vào.
table--W202 = sslmode=disable tới máy khác: ai nghe được mạng thì đọc được tất cả.
table--W203 = CELERY_BROKER_URL=memory://: không worker nào nghe được; chỉ beat làm việc, chậm hơn vài giây.
table--W204 = CELERY_BROKER_URL dùng tài khoản guest trên máy khác.
table--W205 = Nhóm vào được một thư mục khóa: tốt hơn là quyền 700.
table--W206 = BROKER_VISIBILITY_SECONDS ngắn hơn một việc (60 giây): việc đang làm bị giao lần nữa.
table--W207 = DATABASE_LOCK_SECONDS=0: một dòng bị giữ sẽ giữ luôn mọi việc của cơ sở ấy.
