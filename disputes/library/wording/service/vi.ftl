add_document--title = Nhập văn bản vào thư viện
add_version--title = Thêm phiên bản của văn bản
withdraw_version--title = Rút một phiên bản của văn bản
documents = văn bản cho mọi hồ sơ, không cho riêng việc nào
