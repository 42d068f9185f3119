"""A table over time: a round of last month knows the limits of last month."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from casino.core.events import Fact
from games.engine.facts import Person
from games.engine.table import (
    ColourChipsIssued,
    ColourChipsRedeemed,
    DeviceBound,
    DeviceUnbound,
    DocumentAssigned,
    EquipmentSet,
    Limit,
    LimitsSet,
    StaffAssigned,
    StaffRelieved,
    TableClosed,
    TableHistory,
    TableOpened,
    TableRegistered,
    TableTerms,
    evolve,
)

T0 = datetime(2026, 3, 1, 5, tzinfo=UTC)


def _history(*facts: Fact) -> TableHistory:
    return TableHistory("RL01", [(T0 + timedelta(hours=n), fact) for n, fact in enumerate(facts)])


def _limits(least: int, most: int) -> LimitsSet:
    return LimitsSet(limits=(Limit(bet="*", minimum_minor=least, maximum_minor=most),))


def test_limits_are_those_that_stood_at_the_moment() -> None:
    history = _history(TableRegistered(game="roulette", currency="VND"), _limits(10, 100), _limits(20, 200))
    assert history.at(T0).limit("red") is None
    assert history.at(T0 + timedelta(hours=1)).limit("red") == (10, 100)
    assert history.at(T0 + timedelta(hours=1, minutes=59)).limit("red") == (10, 100)
    assert history.at(T0 + timedelta(hours=2)).limit("red") == (20, 200)
    assert history.at(None) == history.latest


def test_a_late_fact_finds_its_place_in_time() -> None:
    facts = [(T0 + timedelta(hours=2), _limits(20, 200)), (T0, _limits(10, 100))]
    assert TableHistory("RL01", facts).at(T0 + timedelta(hours=1)).limit("red") == (10, 100)


def test_a_kind_has_its_own_limit_before_the_general_one() -> None:
    both = LimitsSet(
        limits=(
            Limit(bet="*", minimum_minor=10, maximum_minor=100),
            Limit(bet="straight", minimum_minor=1, maximum_minor=5),
        )
    )
    terms = _history(both).latest
    assert terms.limit("straight") == (1, 5)
    assert terms.limit("red") == (10, 100)


def test_staff_take_over_and_leave_with_the_table() -> None:
    first = Person(post="dealer", staff="D01")
    second = Person(post="dealer", staff="D02")
    history = _history(TableOpened(), StaffAssigned(person=first), StaffAssigned(person=second))
    assert history.at(T0 + timedelta(hours=1)).staff == {"dealer": "D01"}
    assert history.latest.staff == {"dealer": "D02"}
    relieved = _history(StaffAssigned(person=second), StaffRelieved(person=first)).latest
    assert relieved.staff == {"dealer": "D02"}
    closed = _history(TableOpened(), StaffAssigned(person=first), TableClosed()).latest
    assert (closed.is_open, closed.staff) == (False, {})


def test_devices_document_and_colours() -> None:
    history = _history(
        DeviceBound(device="RL01-S"),
        DeviceBound(device="RL01-T"),
        DeviceUnbound(device="RL01-S"),
        DocumentAssigned(document="roulette.2020-06-13"),
        ColourChipsIssued(player="P1", colour="blue", value_minor=1000),
        ColourChipsIssued(player="P1", colour="blue", value_minor=5000),
        ColourChipsIssued(player="P2", colour="red", value_minor=1000),
        ColourChipsRedeemed(player="P2", colour="red"),
    )
    assert history.latest.devices == {"RL01-T"}
    assert history.latest.document == "roulette.2020-06-13"
    assert [(c.player, c.colour, c.value_minor) for c in history.latest.colours] == [("P1", "blue", 5000)]


def test_equipment_is_named_first_and_exchanged_afterwards() -> None:
    """The first word on a wheel says what was there; the same code again says nothing new."""
    said = [("wheel", "W-1"), ("wheel", "W-1"), ("rotor", "R-1"), ("wheel", "W-2"), ("dice", "D-1"), ("rotor", "R-2")]
    at = datetime(2026, 6, 1, tzinfo=UTC)
    facts = [(at + timedelta(days=day), EquipmentSet(kind=kind, code=code)) for day, (kind, code) in enumerate(said)]  # type: ignore[arg-type]
    history = TableHistory("RL01", facts)
    numbers = [history.at(at + timedelta(days=day)).equipment_number for day in range(len(said))]
    assert numbers == [1, 1, 1, 2, 2, 3]
    assert dict(history.latest.equipment) == {"wheel": "W-2", "rotor": "R-2", "dice": "D-1"}


def test_a_table_that_is_registered_for_another_game_plays_with_another_set() -> None:
    """Its watches share one level for life: another game is no fresh chance."""
    first, same = TableRegistered(game="roulette", currency="VND"), TableRegistered(game="roulette", currency="USD")
    other = TableRegistered(game="sicbo", currency="VND")
    terms, numbers = TableTerms("RL01"), []
    for fact in (first, same, other, other, first):
        terms = evolve(terms, fact)
        numbers.append(terms.equipment_number)
    assert numbers == [1, 1, 2, 2, 3]
