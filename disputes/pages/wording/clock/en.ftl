n-left = { $n } left
overdue-by-n = overdue by { $n }
