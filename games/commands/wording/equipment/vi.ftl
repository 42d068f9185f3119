set_equipment--title = Ghi thiết bị của bàn
set_equipment--consequence = Từ lúc đó bàn dùng thiết bị này. Số khác của thiết bị đang có bắt đầu lại việc theo dõi.
set_equipment-kind = Thiết bị
set_equipment-code = Số của nó
set_equipment-at = Ở bàn từ lúc
set_equipment-interest = thiết lập cho các ván sau
