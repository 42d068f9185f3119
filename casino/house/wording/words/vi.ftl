labels--begun = Ghi nhận thiết lập ban đầu
labels--asked = Đề nghị đổi thiết lập
labels--set = Đặt thiết lập
labels--refused = Không xác nhận thiết lập
labels--withdrawn = Rút lại đề nghị đổi thiết lập
