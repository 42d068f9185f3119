correct = Ask that a fact be corrected
rule = Record a ruling
dismiss = Dismiss a finding
put-right = Ask that a finding count as put right
answer = Answer what waits for a second person
erase = Erase words of a reason
rules = Ask that a rule document be in force
equipment = Record a table's equipment
