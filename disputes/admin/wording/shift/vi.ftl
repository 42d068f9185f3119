title = Hết ca
place = Ca { $shift } ngày { $day }{ $pit }
pit = , khu vực { $pit }
runs = Ca còn đang chạy: số liệu đến { $at }.
printed = Người in: { $who }
foot = Lập từ sổ sự kiện. Giờ địa phương ({ $zone }).
none = Không có.
more = Chưa xét { $n } hồ sơ nữa.
