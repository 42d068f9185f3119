sicbo--words--name = Tài Xỉu
