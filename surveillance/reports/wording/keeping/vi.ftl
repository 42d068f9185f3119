delete_report--title = Xóa các tệp của báo cáo này
