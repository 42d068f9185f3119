niuniu--words--name = Ngầu Hầm
