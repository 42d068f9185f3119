complete = Trong khoảng yêu cầu không có sự kiện nào của các bàn này bị bỏ ra.
chosen = Rằng không còn ván nào khác thuộc lựa chọn này: đó là lời của cơ sở.
