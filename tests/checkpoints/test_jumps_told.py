"""What the follower tells of a server's clock explains everything that an honest house records by it.

The follower (``casino.ledger.clock``) tells a jump once, and says the same again only after an hour; an event is then
held against these jumps and what witnesses saw (``casino.transparency.jumps``).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import example, given, settings
from hypothesis import strategies as st

from casino.ledger.clock import JUMP, Jump, Seen, jumps
from casino.transparency import jumps as explaining
from casino.transparency.jumps import Jumps

NOON = datetime(2026, 6, 13, 12, tzinfo=UTC)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
TOLERANCE = 10 * MINUTE
AHEAD = [timedelta(), 20 * MINUTE, timedelta(days=2)]
BEHIND = [timedelta(), -30 * MINUTE, -timedelta(days=300)]
"""Not both in one house: behind one that was ahead, the follower takes a step back for its end."""

Part = tuple[int, int, int, timedelta]
"""Events with the clock right, events with it off, seconds between them, and how far it is off."""


def recorded(parts: list[Part]) -> tuple[list[tuple[datetime, datetime]], list[Jump]]:
    """When each event was and when it was recorded, and what the follower told, a second behind each."""
    now, events, told = NOON, list[tuple[datetime, datetime]](), list[Jump]()
    for right, wrong, seconds, off in parts:
        for by in [timedelta()] * right + [off] * wrong + [timedelta()]:
            now += seconds * SECOND
            before = events[-1][1] if events else None
            events.append((now, now + by))
            at = now + by
            if at > now + SECOND + JUMP or (before is not None and at < before - JUMP):
                told += jumps([Seen(len(events), at, before)], now + SECOND, told)
    return events, told


def clocks(off: list[timedelta]) -> st.SearchStrategy[list[Part]]:
    part = st.tuples(st.integers(1, 40), st.integers(1, 40), st.integers(1, 120), st.sampled_from(off))
    return st.lists(part, min_size=1, max_size=6)


@settings(deadline=None, max_examples=150)
@given(clocks(AHEAD) | clocks(BEHIND))
@example([(1, 20, 60, BEHIND[1]), (20, 60, 60, BEHIND[1])])
@example([(1, 1, 60, AHEAD[1])] * 100)
def test_an_honest_house_is_never_refused(parts: list[Part]) -> None:
    events, told = recorded(parts)
    taken = Jumps(explaining.Jump(each.position, each.step_ms * 1_000) for each in told)
    before = NOON
    for position, (real, at) in enumerate(events, 1):
        low = real.replace(second=0) - TOLERANCE
        high = real.replace(second=0) + MINUTE + TOLERANCE
        moment, *bounds = ((each - NOON) // timedelta(microseconds=1) + 10**17 for each in (at, low, high))
        outside, back = taken.take(position, moment, *bounds)
        assert low <= at <= high or outside is not None, (position, at - real, told)
        assert at >= before or back is not None, (position, at - real, told)
        before = at
