event-labels--device-clock_off = Đồng hồ thiết bị lệch
event-labels--server-clock_jumped = Đồng hồ máy chủ nhảy giờ
event-labels--device-gap_found = Thiếu số thứ tự
event-labels--device-number_reused = Trùng số thứ tự
event-labels--device-number_out_of_reach = Số thứ tự nhảy quá xa
event-labels--device-registered = Đăng ký thiết bị
event-labels--device-key_registered = Đăng ký khóa ký
event-labels--device-not_signed = Thiếu chữ ký của thiết bị
event-labels--origin-demand_set = Yêu cầu chữ ký
event-labels--origin-person_not_signed = Lệnh không được ký
event-labels--origin-signature_demand_set = Yêu cầu chữ ký của người
event-labels--device-gap_closed = Đã bù số thiếu

modes--none = không ai phải ký
modes--registered = ai có khóa truy cập thì phải ký
modes--all = mọi người phải ký
