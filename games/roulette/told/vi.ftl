roulette-came = Bóng dừng ở ô { $pocket }.
