a-day = { $seconds } giây/ngày
