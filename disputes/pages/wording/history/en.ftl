fields--claim = The player says
fields--reason = Reason
fields--reasons = Reasons
fields--note = Note
fields--said = In their words
fields--answer = Answer
fields--content = Content
fields--what = What was done
fields--deviation = Why the amount differs
fields--sealed_ground = Legal ground

taken-up = What the case is about
opened = recorded after the case was opened

recorded-after-decision-d = recorded after decision { $d }
case-v-n = case v{ $n }
beside-the-case = beside the case
recorded-after-offer-o = recorded after offer { $o }
round-table-round-v-n = round { $table } · { $round } v{ $n }
