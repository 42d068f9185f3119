"""Niu niu's choices: another value in the rule book changes what is owed, and nothing else has to change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.catalogue import shipped
from games.engine.document import RuleBook
from games.engine.judgement import BetResult, Judgement
from games.niuniu.judge import judge
from tests.engine.choices import with_choices
from tests.golden.reader import HERE, Golden, read

BOOK = shipped().by_id("niuniu.2024-07-09")


def _golden(name: str) -> Golden:
    return read(HERE / "niuniu" / f"{name}.txt")


def _judge(name: str, book: RuleBook = BOOK, **choices: Any) -> Judgement:
    return _golden(name).judge(book=with_choices(book, **choices))


def _bet(judgement: Judgement, bet: str) -> BetResult:
    return next(result for result in judgement.results if result.bet == bet)


def _codes(judgement: Judgement) -> set[str]:
    return {finding.code for finding in judgement.findings}


@pytest.mark.parametrize(
    ("name", "code", "bet", "winnings"),
    [
        ("4.5.3-additional-missing", "wrong_additional", "d", 380_000),
        ("2.2.2-double-not-twice-ante", "wrong_double", "d", 190_000),
        ("4.5.4-second-bet-on-a-box", "second_bet_on_box", "b", 47_500),
        ("4.6-third-box", "third_box", "c", 95_000),
        ("4.5.1-no-ante", "ante_missing", "d", 380_000),
    ],
)
def test_an_irregular_box_goes_back_unless_chosen_to_play_as_laid(
    name: str, code: str, bet: str, winnings: int
) -> None:
    returned = _judge(name)
    assert _bet(returned, bet).settlement.outcome == "refused"
    assert code in _codes(returned)
    played = _judge(name, irregular_box="as_laid")
    assert _bet(played, bet).settlement.winnings_minor == winnings
    assert code in _codes(played)


def test_4_6_how_many_boxes_is_the_documents() -> None:
    """Two where a document of before does not say it."""
    three, unsaid = ({**BOOK.tables, "boxes": {"most": 3}}, {k: t for k, t in BOOK.tables.items() if k != "boxes"})
    of_three = _judge("4.6-third-box", msgspec.structs.replace(BOOK, tables=three))
    assert _bet(of_three, "c").settlement.outcome == "won"
    assert "third_box" not in _codes(of_three)
    before = _judge("4.6-third-box", msgspec.structs.replace(BOOK, tables=unsaid))
    assert before == _judge("4.6-third-box")


def test_maximum_multiples_of_ante() -> None:
    name = "7.6-above-the-maximum-wins"
    twice = _judge(name, maximum_multiples_of_ante={"double": 1, "additional": 4})
    assert _bet(twice, "d").settlement.in_play_minor == 1_000_000
    unlimited = _judge(name, maximum_multiples_of_ante={})
    assert _bet(unlimited, "d").settlement.in_play_minor == 3_000_000
    assert _bet(unlimited, "a").settlement.in_play_minor == 1_000_000


@pytest.mark.parametrize(
    ("value", "standing"), [("await_ruling", "awaiting"), ("as_dealt", "settled"), ("void", "void")]
)
def test_void_without_ground(value: str, standing: str) -> None:
    judgement = _judge("7.3-voided-for-an-exposed-card", void_without_ground=value)
    assert judgement.summary["standing"] == standing
    assert "void_without_ground" in _codes(judgement)


@pytest.mark.parametrize("name", ["7.7-not-dealt-again", "7.8-not-dealt-again"])
def test_not_dealt_again(name: str) -> None:
    assert _judge(name).summary["standing"] == "settled"
    waits = _judge(name, not_dealt_again="await_ruling")
    assert waits.summary["standing"] == "awaiting"
    assert _bet(waits, "a").decided_by == "8.1"
    assert [option.decision for option in _bet(waits, "a").alternatives] == ["as_dealt", "void"]


@pytest.mark.parametrize("name", ["7.7.1-dealt-again-all-the-same", "7.7-taken-back-without-cause"])
def test_dealt_again_wrongly(name: str) -> None:
    assert _bet(_judge(name), "a").settlement.outcome == "won"
    assert _bet(_judge(name, dealt_again_wrongly="last_deal"), "a").settlement.outcome == "lost"


def test_irregular_box_names_every_clause_by_which_a_box_goes_back() -> None:
    assert BOOK.choices["irregular_box"].clauses == ("2.2.2", "2.2.3", "4.5.1", "4.5.3", "4.5.4", "4.6")


def test_cards_shown_against_dealt() -> None:
    name = "4.9-shown-cards-differ"
    assert _bet(_judge(name), "a").settlement.outcome == "lost"
    dealt = _judge(name, cards_shown_against_dealt="dealt")
    assert _bet(dealt, "a").settlement.outcome == "won"
    assert "cards_shown_differ" in _codes(dealt)


def test_boxes_numbered() -> None:
    assert "payment_order" in _codes(_judge("6.3-compared-from-left-to-right"))
    other = _codes(_judge("6.3-compared-from-left-to-right", boxes_numbered="anticlockwise"))
    assert "payment_order" not in other
    assert "not_dealt_clockwise" in other


def test_ruling_by_a_lower_post() -> None:
    assert _judge("7.1-surveillance-cannot-void").summary["standing"] == "settled"
    stands = with_choices(BOOK, ruling_by_lower_post="stands")
    golden = _golden("7.1-surveillance-cannot-void")
    assert judge(golden.state(), stands, ended=True).summary["standing"] == "void", "before its ground is asked for"
    assert _judge("8.1-dealer-may-not-settle-a-dispute", ruling_by_lower_post="stands").summary["standing"] == "void"
    barred = _judge("7.10-pit-supervisor-cannot-bar", ruling_by_lower_post="stands")
    assert {"post_not_competent", "arranged_while_barred"} <= _codes(barred)


def test_the_house_and_management_are_the_chosen_posts_or_above() -> None:
    name = "7.1-ruling-by-the-house"
    assert _judge(name).summary["standing"] == "void"
    higher = _judge(name, house="pit_supervisor")
    assert higher.summary["standing"] == "settled"
    assert "post_not_competent" in _codes(higher)
    assert "arranged_while_barred" in _codes(_judge("7.10-pit-supervisor-cannot-bar", management="pit_supervisor"))


def test_commission_base() -> None:
    assert (
        _bet(_judge("5.1-every-row-of-the-table", commission_base="stakes"), "b1d").settlement.commission_minor
        == 10_000
    )


def test_claim_of_time() -> None:
    """A winning bet received after the cards, said to have been put down before them; no number bears it out."""
    golden = _golden("4.7-bet-after-the-first-card")
    late = next(line for line in golden.facts if line.fields.get("bet") == "a")
    golden.facts.remove(late)
    golden.facts.insert(-1, late)
    claimed = golden.judge(book=BOOK)
    received = golden.judge(book=with_choices(BOOK, claim_of_time="as_received"))
    assert "claim_unsupported" in _codes(claimed) & _codes(received)
    assert _bet(claimed, "a").settlement.outcome == "won"
    assert _bet(received, "a").settlement.outcome == "refused"


def test_every_choice_is_tried_here_or_beside() -> None:
    """Rounding and the lasting of a bar are tried in ``test_niuniu_prices.py`` and ``test_niuniu_session.py``."""
    files = [Path(__file__).with_name(f"test_{part}.py") for part in ("choices", "session")]
    source = "".join(file.read_text("utf-8") for file in files)
    elsewhere = {"rounding_direction", "rounding_unit_minor"}
    assert {name for name in BOOK.choices if f"{name}=" not in source} == elsewhere
