name-or-extension-is-missing = thiếu tên hoặc phần mở rộng
longer-than-longest-name-characters = dài hơn { $longest_name } ký tự
it-holds-hidden-characters = có ký tự ẩn
it-holds-a-path-or = có đường dẫn hoặc ký tự cấm
it-has-two-extensions = có hai phần mở rộng
