title = Report of a Surveillance shift
from-to = From { $begins } to { $ends }
printed = Printed by { $who }
nothing = Nothing happened in this interval.
foot = Made from the record. Local time ({ $zone }).
personal = Holds personal data: keep it safe and destroy it in time.

tags--entered = entered after signing
tags--changed = changed after signing
tags--gone = stood there at signing, no longer

unsigned = Not signed.
handed = Handed over by { $who }, { $when }
taken = Taken over by { $who }, { $when }
untaken = Nobody has taken it over yet.
content = Signed content: { $lines } lines, SHA-256 { $digest }
more = … and { $n } more.

sections--incidents = Incidents that happened in it
sections--incidents_entered = Incidents entered in it that happened at another time
sections--requests_made = Requests for footage that came
sections--requests_answered = Requests that were answered
sections--reviews = Findings that were reviewed
sections--spot_checks = Spot checks
sections--gaps_found = Gaps found
sections--gaps_closed = Gaps closed
sections--holds_placed = Holds placed
sections--holds_released = Holds released
sections--recordings_arrived = Recordings that arrived
sections--recordings_deleted = Recordings that were deleted
sections--open_requests = Requests that still wait
sections--open_gaps = Gaps that are still open
