title = 고객님의 베팅 설명
close = 닫기
