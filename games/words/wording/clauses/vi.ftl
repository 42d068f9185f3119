no-document-in-force = Không có thể lệ hiệu lực
