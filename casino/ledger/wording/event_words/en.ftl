labels--noted = Rows noted
count-rows-numbers-said = { $count } rows, numbers { $said }.
