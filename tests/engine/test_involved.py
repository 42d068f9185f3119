"""Who is in a round by its facts: every field that names a person of the house says what it makes of them."""

from __future__ import annotations

import typing
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec

from casino.core import events
from casino.core.events import RecordedEvent
from casino.core.interest import Tie
from games.engine import involved
from games.engine.facts import Person
from games.engine.involved import FIELDS

NOW = datetime(2026, 6, 13, 12, tzinfo=UTC)
S1 = {"post": "pit_supervisor", "staff": "S-1"}
S2 = {"post": "shift_manager", "staff": "S-2"}


def recorded(*told: tuple[str, dict[str, Any]]) -> list[RecordedEvent]:
    found = []
    for version, (name, data) in enumerate(told, start=1):
        kind = events.find(f"{name}.v1")
        assert kind is not None
        found.append(
            RecordedEvent(
                position=version,
                stream="round/RL01/7",
                version=version,
                type=kind.full_name,
                stored_type=kind.full_name,
                occurred_at=NOW,
                recorded_at=NOW,
                actor="device:d1",
                id=UUID(int=version),
                data=msgspec.convert(data, kind.fact),
                correlation=None,
                sequence=None,
                clock_skew_ms=None,
            )
        )
    return found


def who(events_: list[RecordedEvent], *bets: str) -> set[tuple[str, Tie]]:
    return {(part.staff, part.tie) for part in involved.involved("RL01/7", events_, bets=bets)}


def test_every_field_of_a_round_that_names_a_person_says_what_it_makes_of_them() -> None:
    """A new fact with a person fails here until its field stands in ``FIELDS``."""
    named = set()
    for each in events.registered():
        if each.stream_kind == "round":
            hints = typing.get_type_hints(each.fact)
            named |= {name for name, hint in hints.items() if Person in (hint, *typing.get_args(hint))}
    assert named
    assert named <= set(FIELDS)


def test_mere_duty_bars_nobody_and_dealing_does() -> None:
    opened = recorded(("roulette.round_opened", {"number": 1, "dealer": "D-1", "supervisor": "S-1"}))
    assert who(opened) == {("D-1", Tie.DEALT)}


def test_what_concerns_another_bet_ties_nobody_to_this_one() -> None:
    ruled = {"clause": "6.6", "made_by": S1, "choice": "win", "reason": "Seen.", "bets": ["b1"]}
    told = recorded(("roulette.ruling_made", ruled))
    assert who(told, "b1") == who(told) == {("S-1", Tie.RULED)}
    assert who(told, "b2") == set()


def test_a_ruling_on_the_round_is_about_each_bet() -> None:
    ruled = {"clause": "7.12", "made_by": S2, "choice": "void", "reason": "Seen."}
    assert who(recorded(("roulette.ruling_made", ruled)), "b1") == {("S-2", Tie.RULED)}


def test_what_a_device_reported_and_the_person_denied_ties_nobody() -> None:
    ruled = ("roulette.ruling_made", {"clause": "7.12", "made_by": S2, "choice": "void", "reason": "Seen."})
    denied = ("roulette.report_denied", {"report": str(UUID(int=1)), "denied_by": S2})
    confirmed = ("roulette.report_confirmed", {"report": str(UUID(int=1)), "confirmed_by": S1})
    assert who(recorded(ruled, denied)) == set()
    assert who(recorded(ruled, confirmed)) == {("S-2", Tie.RULED), ("S-1", Tie.CONFIRMED)}


def test_a_correction_is_about_the_bet_that_it_corrects() -> None:
    before = {"bet": "b1", "amount_minor": 1}
    said = {"target": str(UUID(int=9)), "before": before, "after": None, "reason": "Read."}
    told = recorded(("roulette.fact_corrected", {**said, "corrected_by": S1, "authorised_by": S2}))
    assert who(told, "b1") == {("S-1", Tie.MADE), ("S-2", Tie.CONFIRMED)}
    assert who(told, "b2") == set()


def test_what_a_case_decided_its_own_procedure_weighs() -> None:
    made = {"bet": "b1", "to_player_minor": 5, "beyond_rules_minor": 0, "kind": "refund", "case": "2026-00001"}
    told = recorded(("roulette.remedy_made", {**made, "made_by": S1}))
    assert involved.involved("RL01/7", told) == ()
