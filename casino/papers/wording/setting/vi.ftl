codes = Ký tự không in được ghi bằng mã Unicode, ví dụ [U+738B].
