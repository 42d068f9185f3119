a-moment-without-its-time = thời điểm thiếu múi giờ, hoặc chữ quá dài
it-has-a-box-meta = tệp đã có hộp meta ở cấp tệp
its-last-box-reaches-to = hộp cuối không ghi độ dài
it-has-no-box-moov = tệp không có hộp moov
the-sources-are-not-those = các nguồn không khớp với các kênh của phim
something-stands-behind-its-seals = sau niêm phong còn dữ liệu khác
its-box-meta-has-no = hộp meta không ghi độ dài 32 bit
