by-confirmed-by-second = { $by }, { $second } xác nhận
