up-to-a = đến { $a }
above-a = trên { $a }
not-known = chưa rõ
another-currency = loại tiền khác
under-way = đang xử lý
still-out = còn chưa giao, chưa nhận
n-people = { $n } người
