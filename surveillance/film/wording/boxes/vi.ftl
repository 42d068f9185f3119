short = hộp nhỏ hơn phần đầu của nó
long = hộp lớn hơn phần chứa nó
cut = phần đầu của hộp bị cắt cụt
open = hộp bên trong không có độ dài
many = quá nhiều hộp
deep = hộp lồng nhau quá sâu
big = nội dung hộp quá lớn
