rounded--down = rounded down to a multiple of { $unit }
rounded--nearest = rounded to the nearest multiple of { $unit }, half goes up
rounded--up = rounded up to a multiple of { $unit }
