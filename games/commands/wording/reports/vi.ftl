confirm_report--consequence = Điều thiết bị báo được xác nhận.
deny_report--consequence = Điều thiết bị báo bị phủ nhận.
