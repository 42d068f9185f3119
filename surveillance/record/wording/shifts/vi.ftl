hand_over_shift--title = Bàn giao ca
hand_over_shift--consequence = Báo cáo ca được ký đúng như đang hiển thị; điều gì ghi sau đó sẽ được đánh dấu là ghi sau khi ký.
take_over_shift--title = Nhận ca
take_over_shift--consequence = Bạn ký cùng một nội dung mà người bàn giao đã ký.
digest = SHA-256 của báo cáo đang ký
nobodys = bàn giao ca không phải việc của riêng ai
