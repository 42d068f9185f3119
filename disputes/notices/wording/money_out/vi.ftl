money-not-handed-over-in = Tiền chưa giao quá hạn: { $amount }
money-not-received-in-time = Tiền chưa nhận quá hạn: { $amount }
