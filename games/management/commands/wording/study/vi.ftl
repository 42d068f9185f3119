names--all = tất cả
names--bet = loại cược
names--player = người chơi
names--reading = cách đọc khác
names--table = bàn

head = { $rounds } ván theo thể lệ { $document }, sổ đến vị trí { $position }. Người chơi được thêm (95 %):
limit = Mức cược viết là loại=thấp:cao.
small = số liệu ít
