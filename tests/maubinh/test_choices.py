"""Mậu binh's choices: another value in the rule book changes what is owed, and nothing else has to change."""

from __future__ import annotations

import copy

import msgspec

from games.catalogue import shipped
from games.engine.document import RuleBook
from games.engine.judgement import Judgement
from tests.engine.choices import with_choices
from tests.golden.reader import HERE, read

BOOK = shipped().by_id("maubinh.2020-01-01")


def _judge(name: str, book: RuleBook) -> Judgement:
    return read(HERE / "maubinh" / f"{name}.txt").judge(book=book)


def test_one_ante_for_all_or_each_its_own() -> None:
    own = _judge("C.10-another-ante-is-not-settled", with_choices(BOOK, ante="each_its_own"))
    assert own.results[3].settlement.collected_minor == 18 * 200_000
    assert "ante_differs" not in {f.code for f in own.findings}


def test_a_late_arrangement_may_stand() -> None:
    stands = _judge("B.2-only-late", with_choices(BOOK, late_arrangement="stands"))
    assert stands.results[0].settlement.collected_minor == 600_000
    assert "arranged_late" in {f.code for f in stands.findings}


def test_a_misdeal_may_be_left_without_a_result() -> None:
    left = _judge("G.1-a-card-twice", with_choices(BOOK, misdeal="no_result"))
    assert left.summary["standing"] == "pending"
    assert {r.settlement.outcome for r in left.results} == {"pending"}


def test_multiples_shooting_and_commission_are_data() -> None:
    tables = copy.deepcopy(dict(BOOK.tables))
    tables["multiples"]["front"]["three_of_a_kind"] = 6
    tables["shooting"]["factor"] = 3
    tables["commission"]["percent"] = 10
    dearer = _judge("C.2-three-in-front-full-house-four-in-back", msgspec.structs.replace(BOOK, tables=tables))
    assert dearer.results[1].settlement.collected_minor == (6 + 2 + 4) * 3 * 100_000
    assert dearer.results[0].settlement.commission_minor == 360_000
