side-names--player = NHÀ CON
side-names--banker = NHÀ CÁI

title = Ván Baccarat
totals = Nhà Con { $player }, Nhà Cái { $banker }.
next = Mở đầu ván sau
nth = lá thứ { $n } của ván
moved = lá thứ { $n } của ván, đã chia sai chỗ
tie = HÒA
