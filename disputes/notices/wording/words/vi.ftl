your-move--acknowledge = Bộ phận Giám sát được báo về hồ sơ này (8.2)
your-move--footage = Có yêu cầu cảnh quay (8.4)

second--correct_fact = Chờ bạn xác nhận: sửa dữ kiện
second--put_right = Chờ bạn xác nhận: phát hiện đã được sửa
second--dismiss = Chờ bạn xác nhận: bỏ qua phát hiện
second--put_in_force = Chờ bạn xác nhận: ban hành văn bản luật chơi
second--ruling = Chờ bạn xác nhận: một quyết định
second--ground = Chờ bạn xác nhận: căn cứ của việc vô hiệu
second--statement = Chờ bạn xác nhận: việc nhập sau
second--reported = Thiết bị báo một quyết định của bạn: hãy xác nhận hoặc phủ nhận
second--ask-confirmed = Đề nghị của bạn đã được xác nhận
second--ask-refused = Đề nghị của bạn không được xác nhận

your-move-stage = Đến lượt bạn: { $stage }
due-at = Hạn: { $at }
surveillance-did-not-answer-a = Bộ phận Giám sát không trả lời yêu cầu cảnh quay trong hạn (8.4)
the-request-for-footage-was = Yêu cầu cảnh quay đã được trả lời
handed-over-to-you-stage = Hồ sơ được bàn giao cho bạn: { $stage }

clock--soon = Sắp đến hạn: { $what } ({ $clause })
clock--overdue = Quá hạn: { $what } ({ $clause })
