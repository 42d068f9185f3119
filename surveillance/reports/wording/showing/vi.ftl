complete = Trong khoảng yêu cầu không có sự kiện nào của các bàn này bị bỏ ra.
chosen = Rằng không còn ván nào khác thuộc lựa chọn này: đó là lời của cơ sở.

always--each-event-in-it-is = Mỗi sự kiện trong đó đúng là sự kiện đã ghi, đúng vị trí của nó trong sổ.
always--each-round-is-there-from = Mỗi ván có đủ sự kiện từ sự kiện đầu tiên, không thiếu phiên bản nào.
always--each-settlement-is-worked-out = Mọi kết toán được tính lại từ quy chế đã có hiệu lực lúc đó.
never--that-everything-that-happened-at = Rằng mọi việc diễn ra tại bàn đều đã được ghi: không báo cáo nào chứng minh được.
never--what-a-device-never-sent = Những gì thiết bị chưa từng gửi; các số còn thiếu được liệt kê trong báo cáo.
