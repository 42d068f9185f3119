asked--correct_fact = đính chính
asked--put_right = ghi nhận phát hiện là đã sửa
asked--put_in_force = ban hành văn bản luật chơi
asked--dismiss = bỏ qua phát hiện

labels--rules-put_in_force = Ban hành văn bản luật chơi
labels--ask-asked = Chờ người thứ hai
labels--ask-confirmed = Người thứ hai xác nhận
labels--ask-refused = Người thứ hai từ chối
labels--ask-withdrawn = Rút lại đề nghị
labels--quarantine-send_asked = Chờ người thứ hai
labels--quarantine-send_refused = Không gửi lại
labels--quarantine-sent = Đã ghi bản đã sửa
labels--quarantine-dealt_with = Đã xử lý
