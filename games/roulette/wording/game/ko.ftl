roulette--words--name = 룰렛
