told = Lý do này người đó đã nêu { $times } lần trong 30 ngày.
