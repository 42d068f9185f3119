winnings = tiền thưởng
commission = hoa hồng
taken = thu tiền cược
back = trả lại cược
paid = đã trả thưởng
collected = đã thu
returned = đã trả lại
