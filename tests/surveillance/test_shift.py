"""What a shift was: everything that happened within it, nothing besides, and that nothing did."""

from __future__ import annotations

from datetime import timedelta

from casino.clock import now as clock
from surveillance.record import journal as j
from surveillance.rows.shift import shift
from tests.surveillance.api.test_lists import Caller
from tests.surveillance.watch import AT, LONG_AGO, Watch


def test_a_shift_names_what_happened_in_it(watch: Watch) -> None:
    code = watch.set_up().asked()
    number = watch.do(
        j.EnterIncident(kind="medical", happened_at=watch.now, account="Khách bị ngất.", disposition="reported")
    ).code
    earlier = watch.do(
        j.EnterIncident(kind="medical", happened_at=AT, account="Hôm trước.", disposition="reported")
    ).code
    now = clock()
    begins, ends = now - timedelta(hours=8), now + timedelta(hours=8)
    found = shift(watch.house, begins, ends)
    assert found.incidents == [number]
    assert found.incidents_entered == [earlier], "entered in the shift, and no part of what happened in it"
    assert found.requests_made == found.open_requests == [code]
    assert found.recordings_arrived == ["REC-1"]
    assert not found.is_empty
    read = Caller(watch, "surveillance").get("shift/", begins_at=begins.isoformat(), ends_at=ends.isoformat()).json()
    assert read["incidents"] == [number]
    asked = {"begins_at": begins.isoformat(), "ends_at": ends.isoformat()}
    assert Caller(watch, "pit_manager").get("shift/", **asked).status_code == 403


def test_a_shift_without_activity_says_so(watch: Watch) -> None:
    watch.set_up().asked()
    assert shift(watch.house, LONG_AGO, LONG_AGO + timedelta(hours=8)).is_empty
