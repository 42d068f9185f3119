send_again--title = Gửi lại tin đã bị từ chối
send_again--consequence = Được ghi là lời của chính bạn; dữ kiện của ván phải có người thứ hai xác nhận.
let_rest--title = Để yên tin đã bị từ chối
let_rest--consequence = Không gì được ghi thay cho tin này.
confirm_sending--consequence = Điều được gửi lại được ghi.
refuse_sending--consequence = Điều được gửi lại không được ghi.
