event--handover-given = Bàn giao ca
event--handover-taken = Nhận ca
