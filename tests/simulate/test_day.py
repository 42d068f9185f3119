"""A simulated day is reproducible, in the order of arrival, holds every fault once, and stays inside its gaming day."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.simulate.day import CLOCK_OFF, OTHER_ROUNDS, OTHERS, TABLES, Day, late_and_out_of_order, simulated_day

ZONE = ZoneInfo("Asia/Ho_Chi_Minh")
DAY = date(2026, 6, 13)


@pytest.fixture(scope="module")
def day() -> Day:
    return simulated_day(20260613, DAY, zone=ZONE)


def test_the_same_seed_and_date_give_the_same_day(day: Day) -> None:
    assert simulated_day(20260613, DAY, zone=ZONE) == day
    assert simulated_day(20260614, DAY, zone=ZONE) != day


def test_another_date_gives_other_ids(day: Day) -> None:
    """So a second day loaded later never collides with the first."""
    first = {event.id for delivery in day.deliveries for event in delivery.events}
    other = simulated_day(20260613, DAY + timedelta(days=1), zone=ZONE)
    assert first.isdisjoint({event.id for delivery in other.deliveries for event in delivery.events})


def test_deliveries_arrive_in_order_and_each_comes_from_one_sender(day: Day) -> None:
    arrivals = [delivery.arrives_at for delivery in day.deliveries]
    assert arrivals == sorted(arrivals)
    for delivery in day.deliveries:
        assert (delivery.device is None) != (delivery.person is None)
        assert {(event.device, event.person) for event in delivery.events} == {(delivery.device, delivery.person)}


def test_everything_happens_between_six_and_six(day: Day) -> None:
    begins = datetime(2026, 6, 13, 6, tzinfo=ZONE)
    for delivery in day.deliveries:
        assert begins <= delivery.arrives_at < begins + timedelta(days=1)
        for event in delivery.events:
            assert event.occurred_at is not None
            assert event.occurred_at < delivery.arrives_at
    assert max(delivery.arrives_at for delivery in day.deliveries).date() > DAY


def test_rounds_are_marked_as_simulated_and_dealers_change(day: Day) -> None:
    opened = [e.data for d in day.deliveries for e in d.events if e.type.endswith(".round_opened.v1")]
    rounds = {e.stream for d in day.deliveries for e in d.events if e.type.endswith(".round_opened.v1")}
    assert len(rounds) == day.rounds == 90 * len(TABLES) + OTHER_ROUNDS * len(OTHERS)
    assert {data["source"] for data in opened} == {"simulated"}
    assert len({data["dealer"] for data in opened}) > 3
    assert len({data["supervisor"] for data in opened if "supervisor" in data}) == 2


def test_money_and_procedure_faults_are_all_there(day: Day) -> None:
    kinds = {planted.kind for _table, planted in day.planted}
    assert {"paid_too_much", "not_paid", "late_bet", "paid_on_void", "caller_not_named", "unclear_spot"} <= kinds
    assert len(kinds) > 30


def test_a_device_whose_clock_is_off_says_earlier_moments_and_its_deliveries_carry_the_error(day: Day) -> None:
    device, skew_ms = CLOCK_OFF
    of_device = [delivery for delivery in day.deliveries if delivery.device == device]
    assert of_device
    assert {delivery.clock_skew_ms for delivery in of_device} == {skew_ms}
    assert {d.clock_skew_ms for d in day.deliveries if d.device not in (device, None)} == {0}


def test_numbers_are_dense_but_for_the_lost_ones(day: Day) -> None:
    numbers: dict[str, set[int]] = {}
    for delivery in day.deliveries:
        for event in delivery.events:
            if event.sequence is not None:
                numbers.setdefault(event.device or "", set()).add(event.sequence)
    device, first, last = day.silent
    for code, seen in numbers.items():
        missing = set(range(1, max(seen) + 1)) - seen
        assert missing == (set(range(first, last + 1)) if code == device else set())
    assert last - first == 2


def test_past_posting_buffers_and_facts_after_the_end_are_in_the_day(day: Day) -> None:
    kinds = {planted.kind for _table, planted in day.planted}
    assert {"claim_unsupported", "claim_numbered_late", "claim_buffered", "fact_after_end"} <= kinds
    assert any(planted.amount_minor for _table, planted in day.planted if planted.kind == "claim_unsupported")


def test_a_bad_line_changes_when_things_arrive_and_nothing_else() -> None:
    clean = simulated_day(20260613, DAY, zone=ZONE, spins=12, faults=False)
    assert clean.planted == []
    late = late_and_out_of_order(clean, 3)

    def events(day: Day) -> dict[str, str]:
        return {str(e.id): e.line() for d in day.deliveries for e in d.events}

    assert events(late) == events(clean)
    assert len({planted for _table, planted in late.planted}) > 50
    assert {planted.kind for _table, planted in late.planted} == {"claim_buffered"}
    numbers: dict[str, list[int]] = {}
    for delivery in late.deliveries:
        for event in delivery.events:
            numbers.setdefault(event.device or "", []).append(event.sequence or 0)
    assert all(seen != sorted(seen) for device, seen in numbers.items() if device)
