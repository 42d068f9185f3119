counted--pocket = Mỗi số ra bao nhiêu lần
counted--distance = Bóng dừng cách lần quay trước của tay này bao nhiêu ô
counted--face = Mỗi mặt ra bao nhiêu lần
counted--total = Mỗi tổng ra bao nhiêu lần
counted--rank = Mỗi số bài ra bao nhiêu lần

colours--red = đỏ
colours--black = đen

drawing--forwards = theo đúng thứ tự của hộp trước
drawing--backwards = theo thứ tự ngược của hộp trước

the-colour-c = màu { $c }
a-card-stands-s-ranks = lá sau cách lá trước { $s } bậc
cards-come-w = lá bài đến { $w }

about--pocket = số { $a }
about--sector = cung số { $a }
about--distance = khoảng cách { $a } ô so với lần quay trước
about--distances = các khoảng cách { $a } ô so với lần quay trước
about--face = mặt { $a }
about--faces = hai mặt { $a }
about--total = tổng { $a }
about--rank = lá { $a }
