title = Sic bo layout
result = Dice: { $dice }; total { $sum }.
no_result = No result.
not_there = No such area on the layout
