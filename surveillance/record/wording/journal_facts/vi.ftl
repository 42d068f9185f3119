event--incident-entered = Ghi sự việc
event--incident-added_to = Bổ sung sự việc
event--incident-erasure_asked = Đề nghị xóa dữ liệu cá nhân
event--incident-person_erased = Xóa dữ liệu cá nhân
event--review-made = Xem lại vi phạm
event--spotcheck-asked = Đề nghị chọn mẫu kiểm tra
event--spotcheck-drawn = Chọn mẫu kiểm tra
event--spotcheck-looked = Đã xem ván
