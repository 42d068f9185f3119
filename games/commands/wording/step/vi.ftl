why = Lý do
why--help = Được niêm phong và giữ cùng tên bạn.
answers--title = Trả lời việc đang chờ người thứ hai
cause = Nguyên nhân
cause--help = Đến một mức tiền, chọn nguyên nhân là đủ; trên mức đó hoặc khi chọn lý do khác thì viết một câu.
