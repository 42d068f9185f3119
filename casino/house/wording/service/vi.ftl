holds-from-then-on-for = áp dụng từ nay, cho mọi người
ones-own-request-alone-is = chỉ rút lời đề nghị của chính mình
