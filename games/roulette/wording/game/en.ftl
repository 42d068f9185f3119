roulette--words--name = Roulette
