not-yet = Bản để xem đang chờ được tạo. Trang này phát được sau khi tạo xong; hãy mở lại sau giây lát.
not-yours = Bạn không được xem bản ghi này: nó không thuộc hồ sơ nào của bạn.

the-copy-to-watch-is = Đang tạo bản để xem: { $n } %. Hãy mở lại trang sau giây lát.
the-copy-to-watch-could = Không tạo được bản để xem: { $why } Bản gốc vẫn còn nguyên và tải xuống được.
