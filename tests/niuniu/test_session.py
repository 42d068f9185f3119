"""7.2 and 7.10: what a round leaves to the next one at its table."""

from __future__ import annotations

import pytest

from games.catalogue import shipped
from games.engine.document import RuleBook
from games.engine.fold import fold
from games.engine.judgement import Judgement
from games.engine.session import SessionBefore
from games.engine.table import TableTerms
from games.niuniu.facts import NiuNiuRound
from games.niuniu.judge import carry, judge
from tests.engine.choices import with_choices
from tests.golden.reader import HERE, read

BOOK = shipped().by_id("niuniu.2024-07-09")


def _play(
    name: str, before: SessionBefore | None, pack: str | None = None, book: RuleBook = BOOK
) -> tuple[Judgement, SessionBefore]:
    golden = read(HERE / "niuniu" / f"{name}.txt")
    state = fold(golden.stream, golden.rows())
    assert isinstance(state, NiuNiuRound)
    state.before = before
    state.terms = TableTerms(table="T01", shoe=pack)
    judgement = judge(state, book, ended=True)
    return judgement, carry(before, state, judgement, BOOK)


def _codes(judgement: Judgement) -> set[str]:
    return {finding.code for finding in judgement.findings}


@pytest.mark.parametrize(
    ("name", "removed"),
    [
        ("7.1.1-foreign-card", {"K7"}),
        ("7.1.3-wrong-number-of-cards", {"K7"}),
        ("7.1.2-jammed-shuffler", set()),
        ("7.1.4-interruption", set()),
        ("7.5-dealer-dealt-six", set()),
        ("5.2-ante-alone-with-ngau-nine", set()),
    ],
)
def test_7_2_which_void_takes_the_pack_away(name: str, removed: set[str]) -> None:
    _, after = _play(name, None, "K7")
    assert after.removed_packs == removed
    assert after.pack == "K7"


def test_7_2_the_pack_never_comes_back() -> None:
    _, after = _play("7.1.1-foreign-card", None, "K7")
    judgement, still = _play("5.2-ante-alone-with-ngau-nine", after, "K8")
    assert "pack_not_replaced" not in _codes(judgement)
    judgement, _ = _play("5.2-ante-alone-with-ngau-nine", still, "K7")
    assert "pack_not_replaced" in _codes(judgement)
    assert "pack_not_replaced" not in _codes(_play("5.2-ante-alone-with-ngau-nine", still, None)[0])


def test_7_2_a_pack_that_nobody_named_cannot_be_remembered() -> None:
    assert _play("7.1.1-foreign-card", None)[1] == SessionBefore()


def test_7_10_a_bar_lasts_until_lifted() -> None:
    _, after = _play("7.10-barred-player-arranges", None)
    assert after.barred == {"P1"}
    judgement, still = _play("5.2-ante-alone-with-ngau-nine", after)
    assert "arranged_while_barred" in _codes(judgement)
    assert still == after
    assert _play("7.10-still-barred-and-allowed-again", after)[1].barred == frozenset()


def test_7_10_a_bar_may_be_chosen_to_last_one_round() -> None:
    book = with_choices(BOOK, barring_lasts="round")
    judgement, after = _play("7.10-barred-player-arranges", None, book=book)
    assert "arranged_while_barred" in _codes(judgement)
    assert after.barred == frozenset()


def test_7_10_a_bar_by_a_lower_post_leaves_nothing() -> None:
    assert _play("7.10-pit-supervisor-cannot-bar", None)[1].barred == frozenset()
    stands = with_choices(BOOK, ruling_by_lower_post="stands")
    assert _play("7.10-pit-supervisor-cannot-bar", None, book=stands)[1].barred == {"P1"}


def test_where_nothing_is_known_of_earlier_rounds_nothing_is_concluded() -> None:
    judgement, after = _play("5.2-ante-alone-with-ngau-nine", None, "K7")
    assert _codes(judgement) == set()
    assert after == SessionBefore(pack="K7")
