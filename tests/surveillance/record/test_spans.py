"""From when to when a round is kept: late devices, lying clocks, and what people said afterwards."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from casino.core.events import RecordedEvent
from surveillance.record.spans import spans, together
from surveillance.rows.coverage import uncovered

AT = datetime(2026, 11, 22, 20, tzinfo=UTC)
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
MARGIN = timedelta(minutes=5)


def event(
    said: datetime | None, heard: datetime, actor: str = "device:D1", skew_ms: int | None = None
) -> RecordedEvent:
    about: Any = {"position": 1, "stream": "round/A/1", "version": 1, "type": "t", "stored_type": "t", "data": None}
    return RecordedEvent(
        **about, id=UUID(int=1), occurred_at=said, recorded_at=heard, actor=actor, clock_skew_ms=skew_ms
    )


def test_a_round_as_it_was_played() -> None:
    facts = [event(AT, AT + SECOND), event(AT + 40 * SECOND, AT + 41 * SECOND)]
    assert spans(facts, MARGIN) == [(AT - MARGIN, AT + 41 * SECOND + MARGIN)]
    assert spans([], MARGIN) == []


def test_a_device_that_sent_hours_later_keeps_both() -> None:
    facts = [event(AT, AT + 3 * HOUR), event(AT + SECOND, AT + 3 * HOUR)]
    assert spans(facts, MARGIN) == [
        (AT - MARGIN, AT + SECOND + MARGIN),
        (AT + 3 * HOUR - MARGIN, AT + 3 * HOUR + MARGIN),
    ]


def test_a_clock_that_is_known_to_be_wrong_is_set_right() -> None:
    wrong = event(AT - HOUR, AT, skew_ms=3_600_000)
    assert spans([wrong], MARGIN) == [(AT - MARGIN, AT + MARGIN)]


def test_a_clock_that_lies_hides_nothing() -> None:
    [lied, heard] = spans([event(datetime(2001, 1, 1, tzinfo=UTC), AT)], MARGIN)
    assert heard == (AT - MARGIN, AT + MARGIN)
    assert lied[1] < heard[0]
    assert spans([event(datetime.max.replace(tzinfo=UTC), AT, skew_ms=10**9)], MARGIN) == [(AT - MARGIN, AT + MARGIN)]


def test_what_people_said_weeks_later_is_no_play() -> None:
    facts = [event(AT, AT), event(AT + 500 * HOUR, AT + 500 * HOUR, actor="person:S-1")]
    assert spans(facts, MARGIN) == [(AT - MARGIN, AT + MARGIN)]


_STRETCHES = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)).map(sorted).map(tuple), max_size=8)


@settings(max_examples=100, deadline=None)
@given(_STRETCHES, st.tuples(st.integers(0, 50), st.integers(0, 50)).map(sorted).map(tuple))
def test_what_is_covered_and_what_is_not_is_the_whole(stretches: list[Any], asked: Any) -> None:
    """Against minutes counted one by one."""
    covered = [(AT + a * HOUR, AT + b * HOUR) for a, b in stretches]
    begin, end = AT + asked[0] * HOUR, AT + asked[1] * HOUR
    bare = uncovered(covered, begin, end)
    for hour in range(50):
        middle = AT + hour * HOUR + HOUR / 2
        inside = any(a <= middle < b for a, b in covered)
        assert any(a <= middle < b for a, b in together(covered)) == inside
        assert any(a <= middle < b for a, b in bare) == (begin <= middle < end and not inside)
    assert bare == sorted(bare)
