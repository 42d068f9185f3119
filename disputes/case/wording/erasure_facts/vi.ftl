event--erasure_asked = Đề nghị xóa dữ liệu cá nhân
event--person_erased = Xóa dữ liệu cá nhân
