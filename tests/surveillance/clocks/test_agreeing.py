"""Many readings of one clock, without pictures: the difference, its uncertainty, wrong readings, the order of the
date."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.core.errors import Problem
from surveillance.clocks.agreeing import Agreed, Seen, agree
from surveillance.clocks.parsing import Order

BASE = datetime(2026, 11, 20, 14, 0, tzinfo=UTC)
BASE_MS = int(BASE.timestamp()) * 1000
HANOI = timezone(timedelta(hours=7))


def wall(*parts: int) -> datetime:
    """A moment as a clock in a picture shows it: without a zone."""
    return datetime(*parts)  # type: ignore[arg-type]  # noqa: DTZ001


def seen(difference_ms: int, *, count: int = 50, step_ms: int = 40, wrong: float = 0, seed: int = 1) -> list[Seen]:
    """Frames of a clock that stands ``difference_ms`` from the frames' times; a share of them misread or not read."""
    pick = random.Random(seed)
    made = []
    for number in range(count):
        at = BASE_MS + number * step_ms
        shown = (BASE + timedelta(milliseconds=number * step_ms + difference_ms)).astimezone(HANOI)
        shown = shown.replace(microsecond=0, tzinfo=None)
        moments: dict[Order, datetime] = {"YMD": shown}
        if pick.random() < wrong:
            off = pick.choice([timedelta(seconds=5), timedelta(minutes=30), timedelta(days=300), None])
            moments = {} if off is None else {"YMD": shown + off}
        made.append(Seen(at, moments))
    return made


def found(frames: list[Seen], order: Order | None = None, near: datetime | None = None) -> Agreed:
    return agree(frames, zone=HANOI, order=order, near=near)


@settings(max_examples=100)
@given(st.integers(-(10**9), 10**9), st.integers(0, 2**32), st.floats(0, 0.3))
def test_the_difference_is_found_within_its_uncertainty(difference: int, seed: int, wrong: float) -> None:
    agreed = found(seen(difference, wrong=wrong, seed=seed))
    assert abs(agreed.difference_ms - difference) <= agreed.uncertainty_ms
    assert agreed.uncertainty_ms <= 200


def test_the_frame_in_which_the_second_changes_gives_the_fraction() -> None:
    agreed = found(seen(7_310))
    assert abs(agreed.difference_ms - 7_310) <= 20
    assert agreed.uncertainty_ms == 60  # half of 40 ms, and a frame
    # The clock turns at 690 and 1690 ms: the first frames behind are those at 720 and 1720 (25 a second: 0.72, 1.72).
    assert [at - BASE_MS for at in agreed.changes_ms] == [720, 1720]
    within = found(seen(7_310, count=10))
    assert within.changes_ms == ()
    assert within.uncertainty_ms > 300
    assert abs(within.difference_ms - 7_310) <= within.uncertainty_ms


def test_frames_that_do_not_agree_are_named() -> None:
    frames = seen(0, count=40)
    frames[3] = Seen(frames[3].at_ms, {"YMD": wall(2026, 11, 20, 21, 0, 8)})
    frames[9] = Seen(frames[9].at_ms, {})
    agreed = found(frames)
    assert [number for number, used in enumerate(agreed.used) if not used] == [3, 9]


def test_too_few_that_agree_are_no_reading() -> None:
    frames = seen(0, count=10)
    pick = random.Random(2)
    wild = [Seen(each.at_ms, {"YMD": wall(2026, 11, 20) + timedelta(seconds=pick.randrange(86400))}) for each in frames]
    for given_ in (wild, [Seen(each.at_ms, {}) for each in frames], frames[:4] + wild[:6]):
        with pytest.raises(Problem) as raised:
            found(given_)
        assert raised.value.code == "ocr_unreadable"


def test_the_order_of_the_date_is_asked_for_where_nothing_tells_it() -> None:
    frames = [Seen(BASE_MS + 40 * n, {"DMY": wall(2026, 6, 5, 10), "MDY": wall(2026, 5, 6, 10)}) for n in range(20)]
    with pytest.raises(Problem) as raised:
        found(frames)
    assert raised.value.code == "ocr_order"
    assert found(frames, order="MDY").order == "MDY"
    assert found(frames, near=datetime(2026, 6, 4, tzinfo=UTC)).order == "DMY"
    same = [Seen(each.at_ms, dict.fromkeys(("DMY", "MDY"), wall(2026, 5, 5, 10))) for each in frames]
    assert found(same).difference_ms  # the fifth of May is one day in both
