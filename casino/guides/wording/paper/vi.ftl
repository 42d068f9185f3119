guide = Hướng dẫn sử dụng
told = Hình lấy từ dữ liệu mô phỏng. Chữ đậm là chữ trên màn hình. Số trong ngoặc là số điều khoản của thể lệ, thuật lại bằng lời khác.
