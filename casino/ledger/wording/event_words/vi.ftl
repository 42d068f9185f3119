labels--noted = Ghi dấu các dòng
count-rows-numbers-said = { $count } dòng, số { $said }.
