by--all = tất cả
by--table = bàn
by--bet = loại cược
by--player = người chơi
by--reading = cách đọc khác của thể lệ
