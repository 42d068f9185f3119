no-such-value = giá trị “{ $value }” không có
exactly-values = cần đúng { $n } giá trị
bound-values = cần { $low } { $n } giá trị
not-written-so = không đúng cách viết của mục này
whole-number = cần số nguyên { $bound }
other-kind = cần { $kind }, không phải { $got }
missing = thiếu “{ $name }”
no-such-field = không có mục “{ $name }”
