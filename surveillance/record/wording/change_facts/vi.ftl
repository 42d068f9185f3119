event--hold-reached = Bản ghi được giữ
event--hold-locked = Khóa bản ghi làm chứng cứ
event--change-asked = Đề nghị đổi thông tin cảnh quay đang giữ
event--change-confirmed = Xác nhận thay đổi
event--change-declined = Từ chối thay đổi
