coin--words--name = Tung đồng xu
