reports = Reports
