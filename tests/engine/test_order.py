"""The true order of facts that were not told in it, by hand: clocks that can be compared, and those that cannot."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.engine.order import BET, CALL, MEASURED, OTHER, Told, claims, in_true_order

T0 = datetime(2026, 6, 13, tzinfo=UTC)


def told(*facts: tuple[str, float], rank: int = OTHER, received: float = 3_600) -> list[Told]:
    """Facts by line and moment in seconds, in the order of receipt; an hour later, unless it is said."""
    return [
        Told(
            place,
            place + 1,
            rank,
            T0 + timedelta(seconds=at),
            T0 + timedelta(seconds=at),
            T0 + timedelta(seconds=received + place),
            f"device:{line}",
            None,
            line,
            timed=True,
            shows=False,
        )
        for place, (line, at) in enumerate(facts)
    ]


def test_clocks_that_are_measured_decide_by_their_moments() -> None:
    assert in_true_order(told((MEASURED, 45), (MEASURED, 5), (MEASURED, 20))) == [2, 3, 1]


def test_between_clocks_that_are_not_the_order_of_receipt_decides() -> None:
    assert in_true_order(told(("tablet", 20), ("sensor", -15), ("tablet", 60))) == [1, 2, 3]


def test_a_fact_happened_before_all_that_came_after_a_later_one_of_its_line() -> None:
    """The first bet came last: its reader dates it before its call, which came before the sensor's result."""
    assert in_true_order(told(("reader", 20), ("sensor", 45), ("reader", 5))) == [3, 1, 2]


def test_what_is_believed_stands_before_what_it_claims_to_precede_and_no_earlier() -> None:
    facts = told(("tablet", 0), ("tablet", 49), ("tablet", 88), ("shoe", 60))
    assert in_true_order(facts) == [1, 2, 3, 4]
    assert in_true_order(facts, believed={4}) == [1, 2, 4, 3]


def test_a_moment_that_is_not_taken_stands_where_it_was_received() -> None:
    assert in_true_order(told((MEASURED, 5), (MEASURED, 45), (MEASURED, 12), (MEASURED, 60)), {3}) == [1, 2, 3, 4]


def test_at_one_moment_a_bet_comes_before_the_call() -> None:
    call, bet = told((MEASURED, 20), (MEASURED, 20))
    assert in_true_order([replace(call, rank=CALL), replace(bet, rank=BET)]) == [2, 1]


def test_a_claim_is_what_is_dated_before_something_received_earlier() -> None:
    found = claims(told((MEASURED, 5), (MEASURED, 45), (MEASURED, 12), ("reader", 13), (MEASURED, 60)))
    assert [(c.told.version, c.shown.version, c.within, c.across) for c in found] == [
        (3, 2, True, False),
        (4, 2, False, True),
    ]


def test_between_lines_nothing_is_later_than_its_recording() -> None:
    """A sensor ten minutes fast: what is paid after its result was received is not dated before it."""
    assert claims(told(("sensor", 645), ("tablet", 60), received=45)) == []


def test_of_one_request_the_numbers_say_the_order() -> None:
    later, sooner = told((MEASURED, 45), (MEASURED, 12))
    sooner = replace(sooner, number=7, recorded_at=later.recorded_at)
    assert claims([replace(later, number=8), sooner]) == []
    assert claims([replace(later, number=6), sooner]) != []


LINES = st.sampled_from((MEASURED, "one", "two"))


@given(st.lists(st.tuples(LINES, st.integers(0, 99)), min_size=1, max_size=12), st.data())
def test_lines_keep_their_moments_and_nothing_is_lost(facts: list[tuple[str, int]], data: st.DataObject) -> None:
    given_facts = told(*facts)
    versions = st.sets(st.integers(1, len(facts)))
    believed = data.draw(versions)
    order = in_true_order(given_facts, believed=believed)
    assert sorted(order) == [each.version for each in given_facts]
    place = {version: index for index, version in enumerate(order)}
    for one in given_facts:
        for other in given_facts:
            if one.line == other.line and one.shown_at < other.shown_at:
                assert place[one.version] < place[other.version]
            if one.line != other.line and not believed and place[one.version] < place[other.version]:
                later_of_its_line = [f for f in given_facts if f.line == one.line and f.shown_at >= one.shown_at]
                assert min(f.place for f in later_of_its_line) < other.place
