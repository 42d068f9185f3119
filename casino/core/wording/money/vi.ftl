smallest = đơn vị nhỏ nhất
