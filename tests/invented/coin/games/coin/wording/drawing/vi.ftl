faces--heads = NGỬA
faces--tails = SẤP
title = Mặt bàn tung đồng xu
