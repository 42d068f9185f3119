page = 쪽
