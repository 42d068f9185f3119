shows--table = cả bàn
shows--layout = mặt bàn cược
shows--wheel = vòng quay
shows--shoe = hộp bài
shows--dice = xúc xắc
shows--chip_tray = khay chip
shows--pit = cả khu

most-unread = Chưa ai đọc đồng hồ của đầu ghi này: thời điểm có thể lệch nhiều.
