day-clock = { $day }, { $clock }
