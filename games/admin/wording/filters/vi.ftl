to-be-looked-at = Cần xem
all = Tất cả
dealt-simulated-ones-too = Đã chia tại bàn (kể cả mô phỏng)
with-an-open-finding = Có phát hiện đang mở
