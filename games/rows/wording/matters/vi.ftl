of_commands--games-commands--second-ask_put_in_force = thể lệ chỉ áp dụng cho các ván sau
of_commands--games-commands--second-withdraw = chỉ rút lời đề nghị của chính mình
of_commands--games-commands--equipment-set_equipment = thiết lập cho các ván sau
of_others--games--studies-work-ask = thử trên giấy, không đổi gì
