maubinh--words--name = Mau binh
