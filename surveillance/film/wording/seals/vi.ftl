states--intact = còn nguyên
states--broken = đã bị phá
states--unreadable = không đọc được
states--not_sealed = hiện không có niêm phong
