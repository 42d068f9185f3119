the-logs-row-is-not = Dòng của nhật ký không khớp điểm kiểm soát mới nhất.
the-file-of-the-checkpoint = Thiếu tệp điểm kiểm soát.

ledger-contradicts-itself = Sổ tự mâu thuẫn: { $fault }
not-signed = { $place }: không có chữ ký đúng của khóa nào thuộc nhật ký này.
shorter = { $place }: đã ký { $size } mục, bản ghi chỉ còn { $reached }: thiếu vị trí { $first } đến { $size }.
changed = { $place }: bản ghi không còn là bản đã ký ở { $size } mục; thay đổi nằm ở vị trí { $first } đến { $size }.
tile-differs = { $path }{ $where }: tệp khác với bản ghi.
tile-missing = { $path }: thiếu tệp.
copy-differs-from = { $place }: bản sao giữ bên ngoài khác từ vị trí { $position }.
copy-differs = { $place }: { $path } khác.
