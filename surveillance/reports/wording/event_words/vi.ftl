what--bundle = gói kiểm chứng
what--vi = báo cáo tiếng Việt (PDF)
what--en = báo cáo tiếng Anh (PDF)

by-who-role = Do { $who }, { $role }.
api-called = API { $called }
paper-part-n = { $paper }, phần { $n }
the-log-at-position-n = Sổ ở vị trí { $n }.
r-rounds-e-events-sha = { $r } ván, { $e } sự kiện, SHA-256 { $d }.
error-code = Lỗi { $code }.
a-text-in-it-was = Một văn bản trong đó đã bị xóa.
the-term-of-a-film = Một phim có đoạn trích trong đó đã hết hạn lưu.
token-token = Mã { $token }.
