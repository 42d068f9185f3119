n-left = còn { $n }
overdue-by-n = quá hạn { $n }
