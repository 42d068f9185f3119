words--person = những gì một người tự làm cộng lại { $sum }, trên mức { $limit }
words--player = tiền cho người chơi này cộng lại { $sum }, trên mức { $limit }
words--bet = của một cược cộng lại { $sum }, trên mức { $limit }
words--round = trong một ván cộng lại { $sum }, trên mức { $limit }
words--no_bet = khoản tiền không gắn với ván và cược nào
words--again = cược này đã được khắc phục một lần
words--unnamed = tiền ngoài luật chơi cho khách chưa rõ tên
words--acting = chức vụ tạm thời không tự chi khoản này
