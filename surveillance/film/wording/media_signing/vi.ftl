shown = có mang, chưa kiểm chứng
