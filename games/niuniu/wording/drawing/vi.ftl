area-names--ante = ĐẶT CHỖ
area-names--double = GẤP ĐÔI
area-names--additional = CƯỢC THÊM

title = Ván Ngầu Hầm
dealer = NHÀ CÁI
box = CỬA { $number }
nth = lá thứ { $n } được chia cho tay bài
tens = thuộc ba lá tròn chục
unread = lá bài không đọc được
nothing = chưa có bài
