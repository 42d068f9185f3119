findings--played_while_held--1 = Chơi khi bàn đang tạm dừng
findings--played_while_held--2 = Ván được mở khi bàn chưa được Trưởng phòng Điều hành cho chơi tiếp.
findings--failure_not_reported--1 = Không báo sự cố thiết bị
findings--failure_not_reported--2 = Quản lý Pit không được báo ngay về sự cố.
