last--senior_management = không ai quyết định khiếu nại (8.5), mở lại hồ sơ hay xóa dữ liệu cá nhân được nữa
last--director_of_table_games = chỉ còn quản lý cấp cao phán quyết theo điều khoản cuối của thể lệ và đưa thể lệ vào áp dụng được
last--administrator = không ai lập tài khoản, giao chức vụ hay phân công được nữa, cho đến khi máy chủ lập quản trị mới
