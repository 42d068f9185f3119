by-confirmed-by-second = { $by }, confirmed by { $second }
