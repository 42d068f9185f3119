title = Mặt bàn Cò Quay
won = Số thắng cuộc: { $pocket }.
no-result = Chưa có số thắng cuộc.
chips = Số khoản cược trên bàn: { $count }.
not-there = vị trí không có trên mặt bàn
wheel-title = Các ô cạnh số thắng trên Cò Quay
