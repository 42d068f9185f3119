shows--table = the table
shows--layout = the layout
shows--wheel = the wheel
shows--shoe = the shoe
shows--dice = the dice
shows--chip_tray = the chip tray
shows--pit = the pit

kinds--onvif = replay over RTSP (ONVIF)
kinds--link = opens the maker's client
kinds--files = film comes by hand

incidents--cheating = cheating
incidents--theft = theft
incidents--dispute = dispute
incidents--procedure = procedure
incidents--medical = medical
incidents--disturbance = disturbance
incidents--banned_person = banned person
incidents--other = other

dispositions--open = open
dispositions--observed = observed
dispositions--reported = reported
dispositions--police = handed to the police
dispositions--unfounded = unfounded
dispositions--closed = closed

verdicts--as_recorded = as recorded
verdicts--otherwise = otherwise
verdicts--not_visible = cannot be seen

found = Is there footage
found--words--yes = There is footage
found--words--no = There is none
held_reason = Reason (where film of it is held)
held_reason--help = Needed where it moves film that is held.
table = Table
begins = From
ends = To
verdict = What was seen
uncertainty = Uncertainty (milliseconds)
uncertainty--help = Half-width: how exactly a person could read it.
