erase_from_incident--title = Xóa dữ liệu cá nhân
erase_from_incident--consequence = Khóa bị hủy: tên, liên hệ và mọi văn bản về người đó không bao giờ đọc lại được. Sổ vẫn nguyên vẹn.
erase_from_incident-person = Người
erase_from_incident-ground = Căn cứ pháp lý
erase_from_incident-ground--help = Không nêu tên ai: căn cứ còn lại sau khi xóa. Người xác nhận không cần nêu lại.
