segments--mine = Của tôi
segments--waiting = Chờ tôi
segments--overdue = Quá hạn
segments--all = Tất cả
