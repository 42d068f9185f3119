ask_report--title = Yêu cầu báo cáo
cancel_report--title = Dừng việc lập báo cáo
