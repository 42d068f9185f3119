by--table = Bàn
by--shift = Ca
by--dealer = Nhân viên chia bài
by--cause = Nguyên nhân
by--clause = Điều khoản
