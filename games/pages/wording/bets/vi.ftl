winnings = tiền thưởng
commission = hoa hồng
taken = thu tiền cược
back = trả lại cược
paid = đã trả thưởng
collected = đã thu
returned = đã trả lại

the-player-has-too-little = người chơi nhận thiếu
not-decided-yet = chưa tính được
right = đúng
the-player-has-too-much = người chơi nhận thừa
