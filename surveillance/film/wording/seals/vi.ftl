states--intact = còn nguyên
states--broken = đã bị phá
states--unreadable = không đọc được
states--not_sealed = hiện không có niêm phong

reasons--changed = Nội dung đã thay đổi sau khi niêm phong.
reasons--appended = Phần đã niêm phong còn nguyên, nhưng có dữ liệu thêm vào phía sau.
reasons--no_signature = Niêm phong thiếu chữ ký.
reasons--no_certificate = Niêm phong thiếu chứng thư.
reasons--certificate = Không đọc được chứng thư của niêm phong.
reasons--algorithm = Niêm phong dùng thuật toán không được hỗ trợ.
reasons--index_outside = Còn nguyên; bảng tra cứu phía sau không được niêm phong.
reasons--salt = Còn nguyên; độ dài muối khác chuẩn.
