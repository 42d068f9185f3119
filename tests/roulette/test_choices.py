"""Roulette's choices: another value in the rule book changes what is owed, and nothing else has to change."""

from __future__ import annotations

import msgspec
import pytest

from games.catalogue import shipped
from games.engine.document import RuleBook
from games.engine.judgement import Judgement
from tests.engine.choices import with_choices
from tests.golden.reader import HERE, read

BOOK = shipped().by_id("roulette.2020-06-13")


def _judge(name: str, book: RuleBook) -> Judgement:
    return read(HERE / "roulette" / f"{name}.txt").judge(book=book)


@pytest.mark.parametrize(
    ("value", "standing"), [("await_ruling", "awaiting"), ("as_spun", "settled"), ("void", "void")]
)
def test_late_or_missing_no_spin_call(value: str, standing: str) -> None:
    judgement = _judge("7.12-cause-without-a-call", with_choices(BOOK, late_or_missing_no_spin_call=value))
    assert judgement.summary["standing"] == standing
    assert [f.code for f in judgement.findings if f.subject.startswith("call")] == ["cause_without_call"]


def test_ruling_by_a_lower_post_decides_nothing_unless_chosen_to_stand() -> None:
    name = "7.12-pit-manager-is-not-enough"
    assert _judge(name, BOOK).summary["standing"] == "awaiting"
    stands = _judge(name, with_choices(BOOK, ruling_by_lower_post="stands"))
    assert stands.summary["standing"] == "void"
    assert "post_not_competent" in {f.code for f in stands.findings}


def test_management_is_the_chosen_post_or_above() -> None:
    name = "7.11.1-management-refuses-foreign-chips"
    assert _judge(name, BOOK).results[0].settlement.clauses == ("7.11.1",)
    higher = _judge(name, with_choices(BOOK, management="director_of_table_games"))
    assert higher.results[0].settlement.outcome == "won"
    assert "post_not_competent" in {f.code for f in higher.findings}


def test_a_later_document_settles_the_rounds_that_opened_under_it() -> None:
    """An invented later version pays a split 1:16; the moment at which the round opened chooses."""
    from datetime import date, datetime, timedelta

    from casino.core.money import Odds
    from games.engine.document import Library, NoRuleBook

    later = msgspec.structs.replace(
        BOOK, number="02/01.03.2026", effective_from=date(2026, 3, 1), odds={**BOOK.odds, "split": Odds(16, 1)}
    )
    library = Library([BOOK, later])
    golden = read(HERE / "roulette" / "5.1-paid-too-little.txt")
    opened: datetime = golden.opened
    assert library.in_force("roulette", opened) is later
    assert golden.judge(book=later).results[0].settlement.winnings_minor == 1_600_000
    before = later.effective_at - timedelta(seconds=1)
    assert library.in_force("roulette", before) is BOOK
    assert golden.judge(book=library.in_force("roulette", before)).results[0].settlement.winnings_minor == 1_700_000
    with pytest.raises(NoRuleBook):
        library.in_force("roulette", BOOK.effective_at - timedelta(seconds=1))
