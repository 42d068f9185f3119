set_equipment--title = Record a table's equipment
set_equipment--consequence = From then on the table plays with it. Another number of what is there begins the watch anew.
set_equipment-kind = Equipment
set_equipment-code = Its number
set_equipment-at = At the table since
set_equipment-interest = what is set holds for rounds to come
