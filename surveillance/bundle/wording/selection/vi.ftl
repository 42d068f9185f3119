about--round = Một ván
about--case = Một hồ sơ
about--table = Bàn trong một khoảng thời gian
about--shoe = Hộp bài
about--gaming_day = Ngày chơi
about--month = Tháng
about--player = Mã người chơi
about--game = Trò chơi
about--finding = Loại phát hiện
about--clause = Điều khoản

papers--vi = PDF chỉ tiếng Việt
papers--en = PDF chỉ tiếng Anh
papers--none = không có PDF

tables-tables = bàn { $tables }
continuing-the-checkpoint-n = nối tiếp điểm kiểm { $n }
with-sealed-clips = kèm đoạn phim niêm phong
from-day = từ { $day }
to-day = đến { $day }
