ask_setting--title = Đặt thiết lập của cơ sở
confirm_setting--title = Xác nhận thiết lập
refuse_setting--title = Không xác nhận thiết lập
withdraw_setting--title = Rút đề nghị về thiết lập
holds-from-then-on-for = áp dụng từ nay, cho mọi người
ones-own-request-alone-is = chỉ rút lời đề nghị của chính mình
