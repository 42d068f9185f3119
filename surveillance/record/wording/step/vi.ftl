equipment = thiết bị, không phải việc của ai
drawn = ván được rút ngẫu nhiên
