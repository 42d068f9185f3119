baccarat--words--name = Baccarat
