entered-from-the-command-line = nhập từ dòng lệnh{ $by }
confirmed-by-second = , { $second } xác nhận
