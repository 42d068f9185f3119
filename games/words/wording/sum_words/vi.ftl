rounded--down = làm tròn xuống bội số của { $unit }
rounded--nearest = làm tròn đến bội số gần nhất của { $unit }, nửa thì lên
rounded--up = làm tròn lên bội số của { $unit }

stake = cả tiền cược
lesser = số nhỏ hơn giữa { $one } và { $other }
names--in_play = phần được tính
names--covered = cược chính còn cho bảo hiểm
names--gross = trước hoa hồng
names--together = hoa hồng cả cửa
names--own = phần của cược này
names--against = với chỗ { $seat }
names--special = với chỗ { $seat }, bài đặc biệt
names--multiples = tổng số lần
