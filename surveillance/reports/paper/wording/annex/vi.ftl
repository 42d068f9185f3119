title = Phụ lục: số liệu thống kê
note = Số liệu của đơn vị về những ngày chơi này, đúng như tại vị trí nêu trên; không phải một phần của bằng chứng. p đã hiệu chỉnh tính đến số phép thử trong phụ lục; nó chỉ có giá trị cho một lần xem. Bằng chứng của các theo dõi có thể xem bất cứ lúc nào; e-BH cho biết bàn nào nổi bật giữa mọi bàn theo bằng chứng tại vị trí ấy.
small = số liệu ít
hold = Tỷ lệ giữ và thắng lý thuyết
kinds = Thắng lý thuyết theo loại cược
frequencies = Kết quả so với xác suất
watches = Theo dõi công bằng (log10)
yes = có
wrong = Trả sai

by--all = tất cả
by--table = bàn { $g }
by--shift = ca { $g }
by--dealer = Người Chia Bài { $g }
by--bet = { $g }
by--source = nguồn { $g }

expected = kỳ vọng
all-tables = mọi bàn
nothing = –
