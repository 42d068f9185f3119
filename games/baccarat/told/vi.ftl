baccarat-placed = { $kind ->
    [player] vào cửa Nhà Con
    [banker] vào cửa Nhà Cái
    [tie] vào cửa Hòa
    [player_pair] vào cửa Đôi Nhà Con
    [banker_pair] vào cửa Đôi Nhà Cái
    [lucky6] vào cửa Số 6 May Mắn
    [player_insurance] mua bảo hiểm cho Nhà Con
    [banker_insurance] mua bảo hiểm cho Nhà Cái
   *[other] vào { $called }
}
baccarat-came = Nhà Con { $player } điểm ({ $playercards }), Nhà Cái { $banker } điểm ({ $bankercards }).
baccarat-came-player = Nhà Con { $player } điểm ({ $playercards }), Nhà Cái { $banker } điểm ({ $bankercards }): Nhà Con thắng.
baccarat-came-banker = Nhà Con { $player } điểm ({ $playercards }), Nhà Cái { $banker } điểm ({ $bankercards }): Nhà Cái thắng.
baccarat-came-tie = Nhà Con { $player } điểm ({ $playercards }), Nhà Cái { $banker } điểm ({ $bankercards }): hai bên hòa.
baccarat-insurance-lost = Bảo hiểm chỉ được trả khi tay bài được bảo hiểm thua; ván này { $hand } không thua.
