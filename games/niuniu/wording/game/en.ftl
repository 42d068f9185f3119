niuniu--words--name = Niu niu
