void = Vô hiệu
