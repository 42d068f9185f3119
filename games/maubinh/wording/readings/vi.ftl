home_run = Home Run
shoots = chỗ { $one } bắn chỗ { $other }
seat-one-seat-other = Chỗ { $one } – chỗ { $other }:
special-hand-lanes-do-not = bài đặc biệt, không so chi
