no-finding = Không có phát hiện
as-chosen = đã chọn
