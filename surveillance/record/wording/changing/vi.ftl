confirm_change--title = Xác nhận thay đổi
confirm_change--consequence = Thay đổi được ghi ngay; cảnh quay vẫn được giữ đến hết thời hạn của hồ sơ.
decline_change--title = Từ chối thay đổi
decline_change--consequence = Không có gì thay đổi.
