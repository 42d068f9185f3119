roulette-placed = { $kind ->
    [straight] vào số { $numbers } (cược thẳng)
    [split] vào cược đôi { $numbers }
    [street] vào cược hàng { $numbers }
    [corner] vào cược góc { $numbers }
    [six_line] vào cược hai hàng từ { $first } đến { $last }
    [column] vào cột { $numbers }
    [dozen] vào nhóm 12 thứ { $numbers ->
        [1] nhất
        [2] hai
       *[other] ba
    }
    [low] vào cửa thấp, từ 1 đến 18
    [high] vào cửa cao, từ 19 đến 36
    [even] vào cửa chẵn
    [odd] vào cửa lẻ
    [red] vào cửa đỏ
    [black] vào cửa đen
   *[other] vào { $called }
}
roulette-came = Bóng dừng ở ô { $pocket }.
