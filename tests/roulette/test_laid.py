"""How a bet lay: on spots no document knows, handed back or laid again, called, with foreign chips (4.2 to 7.11)."""

from __future__ import annotations

from typing import Final

import pytest

from games.engine.judgement import BetResult, Outcome
from tests.roulette.rounds import BALL, CAUSE, CLOSED, bet, found, no_spin, played, ruled

VOISINS: Final = "voisins:22-18-29-7-28-12-35-3-26-0-32-15-19-4-21-2-25"
FOREIGN: Final = 'chips={"colour":"blue","count":1,"value_minor":1000,"issued_at":"RL09"}'


def only(*facts: str) -> BetResult:
    (result,) = played(*facts).judge().results
    return result


@pytest.mark.parametrize("spot", [VOISINS, "voisins", "dozen:1-2", "split_dozen:2-3", "column:1-2", "neighbours:9"])
def test_4_2_4_8_a_bet_that_the_document_does_not_have_goes_back(spot: str) -> None:
    for facts in ((BALL,), (BALL, CAUSE)):
        judgement = played(bet("b1", spot), CLOSED, *facts).judge()
        settlement = judgement.results[0].settlement
        assert (settlement.outcome, settlement.returned_minor) == (Outcome.REFUSED, 1000)
        assert settlement.clauses == ("4.2", "4.8")
        assert "impossible_spot" in [f[0] for f in found(judgement)]


@pytest.mark.parametrize(
    ("facts", "plays", "difference"),
    [
        (("10 stake_returned bet=b1 amount_minor=400", "60 payout_made bet=b1 amount_minor=600"), 600, 0),
        (("10 stake_returned bet=b1 amount_minor=400", "60 payout_made bet=b1 amount_minor=1000"), 600, 400),
        (
            (
                "9 bet_changed bet=b1 stake_minor=600",
                "10 stake_returned bet=b1 amount_minor=400",
                "60 payout_made bet=b1 amount_minor=600",
                "61 stake_returned bet=b1 amount_minor=600",
            ),
            600,
            0,
        ),
        (
            (
                "10 stake_returned bet=b1 amount_minor=400",
                "60 payout_made bet=b1 amount_minor=600",
                "61 stake_returned bet=b1 amount_minor=600",
            ),
            600,
            0,
        ),
        (("30 stake_returned bet=b1 amount_minor=400", "60 payout_made bet=b1 amount_minor=1000"), 1000, 0),
    ],
)
def test_4_6_what_was_handed_back_before_the_call_does_not_play(
    facts: tuple[str, ...], plays: int, difference: int
) -> None:
    result = only(bet("b1", "red"), *facts, CLOSED, BALL)
    assert (result.settlement.stake_minor, result.settlement.winnings_minor) == (plays, plays)
    assert result.difference_minor == difference


def test_4_6_a_bet_that_was_handed_back_whole_before_the_call_is_none() -> None:
    judgement = played(bet("b1", "red"), "10 stake_returned bet=b1 amount_minor=1000", CLOSED, BALL).judge()
    assert (judgement.results, judgement.findings) == ((), ())


AGAIN: Final = (bet("b1", "black"), "8 bet_withdrawn bet=b1", bet("b1", "red", 700, at=9))


def test_4_5_a_bet_laid_again_under_its_id_is_another_one() -> None:
    paid = "9 stake_returned bet=b1 amount_minor=1000", "60 payout_made bet=b1 amount_minor=700"
    judgement = played(AGAIN[0], AGAIN[1], paid[0], AGAIN[2], CLOSED, BALL, paid[1]).judge()
    (result,) = judgement.results
    assert (result.spot, result.settlement.outcome, result.settlement.winnings_minor) == ("red", "won", 700)
    assert (result.difference_minor, judgement.findings) == (0, ())
    moved = only(*AGAIN, "10 bet_changed bet=b1 spot=black", CLOSED, BALL)
    assert (moved.spot, moved.settlement.outcome) == ("black", "lost")


def test_4_5_what_is_said_between_and_twice_is_found_still() -> None:
    facts = AGAIN[0], bet("b1", "odd", at=6), AGAIN[1], "8.5 bet_changed bet=b1 spot=odd", AGAIN[2], CLOSED, BALL
    assert [f[:2] for f in found(played(*facts).judge())] == [
        ("change_without_bet", "b1"),
        ("bet_recorded_twice", "b1"),
    ]


def test_4_6_laid_again_after_the_call_it_is_late() -> None:
    judgement = played(AGAIN[0], AGAIN[1], CLOSED, bet("b1", "red", 700, at=30), BALL).judge()
    (result,) = judgement.results
    assert (result.settlement.outcome, result.settlement.stake_minor) == (Outcome.REFUSED, 700)
    assert [f[0] for f in found(judgement)] == ["late_bet"]


def test_4_6_a_late_call_is_said_to_be_late_and_not_missing() -> None:
    judgement = played(bet("b1", "red"), BALL, "50 betting_closed").judge()
    assert [(f[0], f[3]) for f in found(judgement)] == [("called_too_late", (3, 4))]


@pytest.mark.parametrize(
    ("facts", "clauses"),
    [
        ((bet("b1", "red", more=FOREIGN),), ("6.1.12.1", "5.1.j", "7.11")),
        ((bet("b1", "black", more=FOREIGN),), ("6.1.13.2", "7.11")),
        (
            (bet("b1", "red", more=FOREIGN), ruled("pay", 50, "shift_manager", "4.7.4.1")),
            ("6.1.12.1", "5.1.j", "7.11", "4.7.4.1"),
        ),
        ((bet("b1", "red", more="verbal=with_chips"),), ("6.1.12.1", "5.1.j", "4.3")),
        ((bet("b1", "red"), "30 bet_changed bet=b1 spot=black"), ("6.1.12.1", "5.1.j", "4.6")),
        ((bet("b1", "red", at=30, more="verbal=without_chips"),), ("4.6", "4.3")),
        ((bet("b1", "red", more="unclear=true"), CAUSE), ("7.12", "6.6")),
    ],
)
def test_every_clause_that_an_amount_goes_by_is_cited(facts: tuple[str, ...], clauses: tuple[str, ...]) -> None:
    assert only(*facts, CLOSED, BALL).settlement.clauses == clauses


def test_4_7_4_1_it_allows_and_does_not_refuse_and_the_higher_post_decides() -> None:
    laid = bet("b1", "red", more=FOREIGN), CLOSED, BALL
    refused = played(*laid, ruled("refuse", 50, "shift_manager", "4.7.4.1")).judge()
    assert refused.results[0].settlement.outcome == "won"
    assert "ruling_not_offered" in [f[0] for f in found(refused)]
    both = ruled("refuse", 50, "senior_management", "7.11.1"), ruled("pay", 51, "shift_manager", "4.7.4.1")
    judgement = played(*laid, *both).judge()
    assert judgement.results[0].settlement.outcome == "void"
    assert "rulings_disagree" in [f[0] for f in found(judgement)]


TAKEN: Final = ("50 stake_collected bet=b1 amount_minor=1000", "51 stake_collected bet=b2 amount_minor=1000")


@pytest.mark.parametrize(("taken", "standing"), [(TAKEN, "awaiting"), (TAKEN[:1], "void"), ((), "void")])
def test_7_8_without_a_winner_the_spin_lasts_until_the_losing_chips_are_taken(
    taken: tuple[str, ...], standing: str
) -> None:
    laid = bet("b1", "black"), bet("b2", "even")
    judgement = played(*laid, CLOSED, BALL, *taken, no_spin(55, "7.8", "pit_supervisor")).judge()
    assert judgement.summary["standing"] == standing


@pytest.mark.parametrize(("post", "standing"), [("pit_supervisor", "void"), ("dealer", "awaiting")])
def test_7_8_after_the_drop_a_call_under_it_is_one_by_a_post_that_it_names(post: str, standing: str) -> None:
    judgement = played(bet("b1", "red"), CLOSED, BALL, no_spin(50, "7.8", post)).judge()
    assert judgement.summary["standing"] == standing
