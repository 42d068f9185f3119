reports = Báo cáo
