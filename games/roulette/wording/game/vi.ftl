roulette--words--name = Cò Quay
