"""Decisions that a device reports of a post: in force until denied, found when denied or never answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from games.engine.facts import Person
from games.engine.judgement import Judgement
from games.engine.reported import may_answer
from tests.golden.reader import Golden, Line, parse

ROUND = """A round that somebody is said to have declared void
game: roulette
opened: 2026-03-01T20:00:00+07:00
ended: yes

facts
0 round_opened
5 bet_placed bet=b1 spot=straight:17 stake_minor=10000 seat=1
9 betting_closed
20 ball_dropped pocket=17
30 ruling_made clause=7.12 choice=void made_by=director_of_table_games/D01 reason=Seen.
50 round_closed
"""


def answered(*answers: tuple[str, str, str]) -> Golden:
    """The round with answers to its ruling: name of the fact, post and staff code of who answers."""
    golden = parse(ROUND, Path("written-in-a-test"))
    ruling = next(line for line in golden.facts if line.name == "ruling_made")
    for n, (name, post, staff) in enumerate(answers):
        fields: dict[str, Any] = {"report": str(ruling.id)}
        if name != "report_unanswered":
            fields[f"{name.removeprefix('report_')}_by"] = {"post": post, "staff": staff}
        golden.facts.append(Line(60 + n, name, fields, uuid4(), "other"))
    return golden


def codes(judgement: Judgement) -> list[tuple[str, int]]:
    return [(f.code, f.amount_minor) for f in judgement.findings if f.code.startswith("report_")]


def outcome(judgement: Judgement) -> str:
    return judgement.results[0].settlement.outcome.value


@pytest.mark.parametrize(
    ("answers", "owed", "found"),
    [
        ([], "void", []),
        ([("report_confirmed", "director_of_table_games", "D01")], "void", []),
        ([("report_confirmed", "senior_management", "G01")], "void", []),
        ([("report_denied", "director_of_table_games", "D01")], "won", [("report_denied", -350_000)]),
        ([("report_denied", "senior_management", "G01")], "won", [("report_denied", -350_000)]),
        ([("report_denied", "shift_manager", "SM1")], "void", [("report_answer_idle", 0)]),
        ([("report_denied", "director_of_table_games", "D02")], "void", [("report_answer_idle", 0)]),
        ([("report_unanswered", "", "")], "void", [("report_unconfirmed", -350_000)]),
        ([("report_unanswered", "", ""), ("report_confirmed", "director_of_table_games", "D01")], "void", []),
        (
            [("report_confirmed", "director_of_table_games", "D01"), ("report_denied", "senior_management", "G01")],
            "won",
            [("report_denied", -350_000)],
        ),
    ],
)
def test_what_became_of_a_reported_ruling(
    answers: list[tuple[str, str, str]], owed: str, found: list[tuple[str, int]]
) -> None:
    judgement = answered(*answers).judge()
    assert outcome(judgement) == owed
    assert codes(judgement) == found


def test_a_denial_after_the_end_changes_what_is_due() -> None:
    """The round is closed and nothing was paid: with the denial the win is due, and not paid."""
    judgement = answered(("report_denied", "director_of_table_games", "D01")).judge()
    assert "not_paid" in {finding.code for finding in judgement.findings}


def test_an_answer_to_nothing_is_found() -> None:
    golden = parse(ROUND, Path("written-in-a-test"))
    fields = {"report": str(uuid4()), "denied_by": {"post": "senior_management", "staff": "G01"}}
    golden.facts.append(Line(60, "report_denied", fields, uuid4(), "other"))
    assert codes(golden.judge()) == [("report_answer_idle", 0)]


def test_a_second_persons_confirmation_is_kept_with_the_ruling() -> None:
    golden = answered(("report_confirmed", "director_of_table_games", "D02"))
    state = golden.state()
    assert state.confirmed_by(state.rulings[0].version) == (Person(post="director_of_table_games", staff="D02"),)


@pytest.mark.parametrize(
    ("post", "staff", "may"),
    [
        ("pit_supervisor", "S01", True),
        ("pit_supervisor", "S02", False),
        ("pit_manager", "M01", True),
        ("dealer", "D01", False),
        ("surveillance", "V01", False),
        ("head_of_operations", "O01", False),
    ],
)
def test_the_person_named_or_one_above_answers(post: str, staff: str, may: bool) -> None:
    named = Person(post="pit_supervisor", staff="S01")
    assert may_answer(Person(post=post, staff=staff), named) is may
