every--day = mỗi ngày chơi
every--month = mỗi tháng

after--day = Sau mỗi ngày chơi
after--month = Sau mỗi tháng

facts--report-requested = Yêu cầu báo cáo
facts--report-asked_again = Yêu cầu lại báo cáo
facts--report-finished = Lập xong báo cáo
facts--report-failed = Không lập được báo cáo
facts--report-cancelled = Hủy lập báo cáo
facts--report-downloaded = Tải báo cáo
facts--report-deleted = Xóa báo cáo
facts--reportplan-made = Đặt báo cáo định kỳ
facts--reportplan-ended = Thôi báo cáo định kỳ
facts--regulator-scoped = Đặt phạm vi xem
facts--regulator-shut = Thôi cho xem
facts--regulator-token_made = Cấp mã truy cập
facts--regulator-token_ended = Hủy mã truy cập
facts--regulator-looked = Cơ quan quản lý đã xem
