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

remedied-by-case-case = hồ sơ { $case } xử lý
case-case-line-line-bet = Hồ sơ { $case }, khoản { $line }, cược { $bet }: { $became } { $amount }. Người ghi: { $who }.
amount-taken-back-from-the = thu lại của người chơi { $amount }
amount-withheld-that-the-rules = ; { $amount } không trả dù thể lệ cho
case-case-bet-bet-moved = Hồ sơ { $case }, cược { $bet }: { $moved } ({ $kind }{ $beyond }).
decided-by-who = Người quyết định: { $who }.
no-money-moves = không chuyển tiền
amount-paid-to-the-player = trả người chơi { $amount }
amount-granted-beyond-the-rules = ; { $amount } cho người chơi ngoài thể lệ
under-clause-clauses = Theo điều { $clauses }.
authorised-by-who = Người cho phép: { $who }.
