most-unread = Chưa ai đọc đồng hồ của đầu ghi này: thời điểm có thể lệch nhiều.

the-moment-is-known-to = Thời điểm chỉ biết trong khoảng { $span }, nhiều hơn { $most } mà nhà cái cho phép.
only-the-recorder-has-this = Chỉ đầu ghi có đoạn phim này. Hãy tải từ đầu ghi về, hoặc mở bằng phần mềm của hãng.
no-recording-of-this-camera = Chưa có bản ghi nào của camera này cho khoảng thời gian này. Hãy chép từ đầu ghi rồi tải lên.
the-recording-was-deleted-on = Bản ghi đã bị xóa ngày { $day } vì hết thời hạn lưu và không có lệnh giữ.
nobody-has-said-when-this = Chưa ai nói bản ghi này bắt đầu lúc nào. Hãy xác định camera và thời điểm ở trang của bản ghi.
