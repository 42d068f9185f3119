title = Ván Mậu binh
seat = CHỖ { $number }
foul = BINH LỦNG
not_yet = chưa xếp
