day-clock = { $clock } ngày { $day }
