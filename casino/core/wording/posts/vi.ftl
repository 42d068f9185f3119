post-names--dealer = Nhân viên Điều hành Trò chơi
post-names--acting_pit_supervisor = Giám sát Pit Tạm thời
post-names--pit_supervisor = Giám sát Pit
post-names--pit_manager = Quản lý Pit
post-names--shift_manager = Quản lý Ca
post-names--assistant_director = Trợ lý Giám đốc Vận hành Trò chơi
post-names--director_of_table_games = Giám đốc Bàn Trò chơi
post-names--senior_management = Quản lý cấp cao
post-names--head_of_operations = Trưởng phòng Điều hành
post-names--surveillance = Bộ phận Giám sát

besides--regulator = Cơ quan quản lý
besides--auditor = Kiểm toán
besides--administrator = Quản trị hệ thống
