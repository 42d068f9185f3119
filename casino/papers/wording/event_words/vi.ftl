labels--key_registered = Đăng ký khóa ký văn bản
labels--key_retired = Ngừng dùng khóa ký văn bản

reasons--replaced = đã thay bằng khóa khác
reasons--lost = bị mất
reasons--stolen = bị đánh cắp; chữ ký từ lúc đó không có giá trị

fingerprint-fingerprint = Dấu vân tay { $fingerprint }.
fingerprint-fingerprint-why = Dấu vân tay { $fingerprint }: { $why }.
