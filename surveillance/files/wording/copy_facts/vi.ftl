labels--copy-made = Tạo bản sao cảnh quay
said-bytes = { $said } byte.
