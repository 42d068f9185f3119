kinds--pay_difference = trả phần chênh lệch
kinds--take_back = thu lại
kinds--refund = hoàn tiền
kinds--void = vô hiệu
kinds--other = cách khác

fields--to_player_minor = trả người chơi (âm: thu lại)
fields--beyond_rules_minor = phần ngoài thể lệ
fields--own_word_minor = chỉ theo lời người quyết định
fields--case = hồ sơ
fields--clauses = các điều
fields--kind = loại
fields--line = khoản
fields--became = đã thế nào
fields--said_by = người ghi

became--handed_over = đã giao người chơi
became--received = đã nhận từ người chơi
became--waived = miễn thu
became--uncollectable = không thu được

out = còn chưa giao, chưa nhận
beyond = ngoài thể lệ
