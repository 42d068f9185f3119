labels--begun = Ghi nhận thiết lập ban đầu
labels--asked = Đề nghị đổi thiết lập
labels--set = Đặt thiết lập
labels--refused = Không xác nhận thiết lập
labels--withdrawn = Rút lại đề nghị đổi thiết lập

from-said = từ { $said }
len-first-values = { $len } giá trị ban đầu.
title-value-since-asked-for = { $title }: { $value }, { $since }; { $by } đề nghị.
title-before-value-since-asked = { $title }: { $before } → { $value }, { $since }; { $by } đề nghị, { $second } xác nhận.
by-did-not-confirm-it = { $by } không xác nhận.
by-took-it-back = { $by } rút lại.
none = không có
once-it-is-confirmed = ngay khi được xác nhận
