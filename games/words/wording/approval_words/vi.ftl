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

who-asks-for-what-it = { $who } đề nghị { $what }; chờ người thứ hai xác nhận.
document-is-in-force-from = { $document } có hiệu lực từ { $moment }; { $asked } đề nghị, { $confirmed } xác nhận.
what-who-corrected-is-recorded = Bản do { $who } sửa được ghi vào sổ; { $second } xác nhận.
sentences--quarantine-send_asked = { $who } đề nghị ghi bản đã sửa; chờ người thứ hai xác nhận.
sentences--quarantine-send_refused = { $who } không đồng ý ghi bản đã sửa.
sentences--quarantine-dealt_with = { $who } đánh dấu là đã xử lý; không ghi gì thay.
sentences--ask-confirmed = { $who } xác nhận đề nghị.
sentences--ask-refused = { $who } từ chối đề nghị.
sentences--ask-withdrawn = { $who } rút lại đề nghị.
who-records-the-corrected-message = { $who } ghi bản đã sửa vào sổ.
