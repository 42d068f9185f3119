maubinh--words--name = Mậu binh
