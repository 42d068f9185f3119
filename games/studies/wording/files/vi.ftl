by--all = tất cả
by--table = bàn
by--bet = loại cược
by--player = người chơi
by--reading = cách đọc khác của thể lệ

columns--by = theo
columns--group = nhóm
columns--currency = loại tiền
columns--rounds = số ván
columns--rounds-that-differ = số ván thay đổi
columns--bets-undecided = cược chưa định đoạt
columns--due-to-players-net-now = người chơi được hưởng ròng hiện nay (đơn vị nhỏ nhất)
columns--change-minor-units = thay đổi (đơn vị nhỏ nhất)
columns--due-then-net-minor-units = khi đó được hưởng ròng (đơn vị nhỏ nhất)
columns--n-95-from = 95 % từ
columns--n-95-to = 95 % đến
columns--small-numbers = số liệu ít
