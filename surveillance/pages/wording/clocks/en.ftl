a-day = { $seconds } s a day
