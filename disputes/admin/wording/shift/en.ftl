title = End of shift
place = Shift { $shift } of { $day }{ $pit }
pit = , pit { $pit }
runs = The shift still runs: as of { $at }.
printed = Printed by { $who }
foot = Made from the record. Local time ({ $zone }).
none = None.
more = { $n } more cases were not gone through.
