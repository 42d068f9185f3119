findings--coin_hardly_turned = Đồng xu xoay quá ít
findings--coin_hardly_turned--the-coin-turned-over-fewer = Đồng xu xoay ít vòng hơn thể lệ yêu cầu; kết quả vẫn được tính.
