baccarat-came = Nhà Con { $player } điểm ({ $playercards }), Nhà Cái { $banker } điểm ({ $bankercards }).
baccarat-came-player = Nhà Con { $player } điểm ({ $playercards }), Nhà Cái { $banker } điểm ({ $bankercards }): Nhà Con thắng.
baccarat-came-banker = Nhà Con { $player } điểm ({ $playercards }), Nhà Cái { $banker } điểm ({ $bankercards }): Nhà Cái thắng.
baccarat-came-tie = Nhà Con { $player } điểm ({ $playercards }), Nhà Cái { $banker } điểm ({ $bankercards }): hai bên hòa.
baccarat-insurance-lost = Bảo hiểm chỉ được trả khi tay bài được bảo hiểm thua; ván này { $hand } không thua.
