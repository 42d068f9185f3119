"""What findings cost, against cases counted by hand."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from casino.ledger.models import Property
from games.fairness.rates import rate_interval
from games.rows.finding_worth import LEVEL, Cost, turned_out, week_of, worth
from games.rows.models import Finding, Round, row_key
from tests.posting import a_property

DAY = date(2026, 6, 17)
AT = datetime(2026, 6, 17, 3, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def finding(owner: Property, number: int, status: str, amount: int, **more: Any) -> Finding:
    """A finding of a round of its own; ``dealer``, ``table``, ``code``, ``day``, ``currency`` where they matter."""
    table, day = more.get("table", "RL01"), more.get("day", DAY)
    told = {"table": table, "gaming_day": day, "game": "roulette"}
    key = row_key(owner.pk, number)
    spin = Round.objects.create(
        id=key,
        property=owner,
        stream=f"round/{table}/{number}",
        code=str(number),
        currency=more.get("currency", "VND"),
        dealer=more.get("dealer", "S-101"),
        status="closed",
        moment=AT,
        first_position=number,
        last_position=number,
        last_recorded_at=AT,
        **told,
    )
    return Finding.objects.create(
        id=key,
        property=owner,
        stream=f"audit/{table}/{number}",
        identity=str(number),
        round=spin,
        code=more.get("code", "underpaid"),
        severity="money",
        amount_minor=amount,
        status=status,
        opened_at=AT,
        opened_position=number,
        judged_position=number,
        changed_at=AT,
        changed_position=number,
        **told,
    )


@pytest.fixture
def owner() -> Property:
    """A week of seven findings, one before it, and one of another property."""
    owner = a_property("HOI")
    finding(owner, 1, "open", 500)
    finding(owner, 2, "in_case", -900, dealer="S-102")
    finding(owner, 3, "corrected", 300, table="RL02")
    finding(owner, 4, "dismissed", 70_000, dealer="S-102")
    finding(owner, 5, "superseded", 80_000)
    finding(owner, 6, "open", 40, code="overpaid")
    finding(owner, 7, "open", 25, currency="USD")
    finding(owner, 8, "corrected", 1_000, day=date(2026, 6, 14))
    finding(a_property("SECOND"), 9, "open", 99_000)
    return owner


def test_a_week_is_counted_as_by_hand(owner: Property) -> None:
    found = worth(owner, DAY)
    assert (found.since, found.until) == (date(2026, 6, 15), date(2026, 6, 21))
    assert found.tables == [
        Cost("USD", "RL01", 1, 1, 0, 0, 25),
        Cost("VND", "RL01", 4, 3, 0, 1, 500 + 900 + 40),
        Cost("VND", "RL02", 1, 0, 1, 0, 300),
    ]
    assert found.dealers == [
        Cost("USD", "S-101", 1, 1, 0, 0, 25),
        Cost("VND", "S-102", 2, 1, 0, 1, 900),
        Cost("VND", "S-101", 3, 2, 1, 0, 500 + 300 + 40),
    ]
    assert found.kinds[1:] == [
        Cost("VND", "underpaid", 4, 2, 1, 1, 500 + 900 + 300),
        Cost("VND", "overpaid", 1, 1, 0, 0, 40),
    ]


def test_the_dearest_that_stand_come_first_whichever_way_they_went(owner: Property) -> None:
    assert [(row.amount_minor, currency) for row, currency in worth(owner, DAY).named] == [
        (25, "USD"),
        (-900, "VND"),
        (500, "VND"),
        (40, "VND"),
    ]


def test_a_kind_was_right_as_often_as_people_decided_so_at_all_times(owner: Property) -> None:
    """Two put right (one in the week before), one dismissed; what stands or is superseded decides nothing."""
    rates = turned_out(owner)
    assert set(rates) == {"underpaid"}
    assert rates["underpaid"] == rate_interval(2, 3, LEVEL)
    assert rates["underpaid"].small
    undecided = worth(owner, DAY).rates["overpaid"]
    assert (undecided.total, undecided.low, undecided.high) == (0, 0.0, 1.0)


def test_what_is_of_a_device_and_of_no_day_is_counted_beside(owner: Property) -> None:
    Finding.objects.filter(identity="7").update(gaming_day=None)
    found = worth(owner, DAY)
    assert (found.without_day, len(found.named)) == (1, 3)
    assert worth(owner, date(2026, 6, 24)).without_day == 0


def test_a_week_goes_from_monday_to_sunday() -> None:
    assert week_of(date(2026, 6, 15)) == week_of(date(2026, 6, 21)) == (date(2026, 6, 15), date(2026, 6, 21))


def test_a_week_without_any_is_empty(owner: Property) -> None:
    found = worth(owner, date(2026, 7, 1))
    assert (found.named, found.kinds, found.dealers, found.tables, found.without_day) == ([], [], [], [], 0)
