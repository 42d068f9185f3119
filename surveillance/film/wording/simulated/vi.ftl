label = MÔ PHỎNG
the-names-ending-is-unknown = đuôi tệp lạ
its-size-or-its-count = kích thước hoặc số khung hình
its-start-has-no-time = thời điểm thiếu múi giờ
