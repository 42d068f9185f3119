kinds--rules = Thể lệ trò chơi
kinds--published = Thông tin đã công bố
kinds--procedures = Quy trình vận hành
kinds--controls = Kiểm soát nội bộ
kinds--law = Pháp luật

labels--document_registered = Đưa văn bản vào thư viện
labels--version_added = Thêm phiên bản
labels--version_withdrawn = Rút phiên bản
