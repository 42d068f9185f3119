the-jump-of-the-clock = { "" } Bước nhảy đồng hồ ghi ở vị trí { $jump } giải thích điều này, là lời của cơ sở.

fault--outside = Vị trí { $first } đến { $last }: ghi lúc { $at }, ngoài khoảng nhân chứng đã thấy (lệch tới { $by }, giờ:phút:giây).
fault--back = Vị trí { $first }: ghi lúc { $at }, sớm hơn sự kiện trước nó { $by } (giờ:phút:giây).
