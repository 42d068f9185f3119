home_run = Home run
shoots = seat { $one } shoots seat { $other }
seat-one-seat-other = Seat { $one } – seat { $other }:
special-hand-lanes-do-not = special hand, lanes do not count
