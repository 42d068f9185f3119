not-yet = Bản để xem đang chờ được tạo. Trang này phát được sau khi tạo xong; hãy mở lại sau giây lát.
not-yours = Bạn không được xem bản ghi này: nó không thuộc hồ sơ nào của bạn.
