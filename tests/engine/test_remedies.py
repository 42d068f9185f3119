"""Remedies in the books of a round: what counts of them, what is found of them, and what a round sums to."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from games.engine.facts import RemedyMade
from games.engine.judgement import Outcome, Recorded, Remedied, Settlement
from games.engine.remedies import after_remedies, with_remedies
from games.engine.settling import money_findings
from games.engine.steps import AcceptedBet, Due, compare
from games.engine.totals import Sums, sums_of
from tests.golden.reader import Golden, parse

ROUND: Final = """A straight up and black win on 8
game: roulette
opened: 2026-03-01T12:00:00+07:00

facts
  0   round_opened
  5   bet_placed bet=b1 spot=straight:8 stake_minor=10000
  6   bet_placed bet=b2 spot=black stake_minor=50000
  20  betting_closed
  45  ball_dropped pocket=8
  90  round_closed
"""


def told(*facts: str) -> Golden:
    """The round with more facts, in their order."""
    return parse(ROUND + "\n".join(facts), Path("told"))


def remedy(bet: str, to_player: int, beyond: int = 0, case: str = "A-1") -> str:
    return (
        f"900 remedy_made bet={bet} to_player_minor={to_player} beyond_rules_minor={beyond} kind=other case={case} "
        "made_by=pit_manager/M01"
    )


def test_a_round_without_remedies_says_what_it_always_said() -> None:
    """No remedy, no difference in what is said: findings that are recorded keep their identity."""
    judgement = told("50 payout_made bet=b1 amount_minor=360000").judge()
    assert [result.recorded.remedies for result in judgement.results] == [(), ()]
    assert [(f.code, f.detail) for f in judgement.findings] == [
        ("paid_too_much", {"paid": 360_000, "due": 350_000}),
        ("not_paid", {"paid": 0, "due": 50_000}),
    ]


def test_a_gift_beyond_the_rules_leaves_a_finding_as_it_is() -> None:
    """What a decision grants apart from the rules puts nothing right: the very same finding stands, beside its own."""
    paid = "50 payout_made bet=b1 amount_minor=360000"
    before, after = told(paid).judge(), told(paid, remedy("b1", 5_000, 5_000)).judge()
    [gift] = [f for f in after.findings if f.code == "remedied_beyond_rules"]
    assert (gift.severity, gift.subject, gift.amount_minor) == ("money", "b1", 5_000)
    assert [f.identity for f in after.findings if f is not gift] == [f.identity for f in before.findings]
    assert after.results[0].recorded.remedied_minor == after.results[0].recorded.beyond_rules_minor == 5_000


def test_before_a_round_has_ended_no_sum_counts_what_is_astray() -> None:
    paid = ("50 payout_made bet=b1 amount_minor=350000", "51 payout_made bet=b2 amount_minor=50000")
    astray = ("52 payout_made bet=b7 amount_minor=8000", "53 stake_returned bet=b7 amount_minor=2000")
    golden = told(*paid, *astray, remedy("b7", -4_000, 1_000))
    judgement, state = golden.judge(), golden.state()
    assert sums_of(state, judgement, ended=True) == Sums(410_000, -4_000, 1_000, 400_000, 5_000)
    assert sums_of(state, judgement, ended=False) == Sums(400_000, 0, 0, 400_000, 0)
    unjudged = msgspec.structs.replace(judgement, document="", results=(), findings=())
    assert sums_of(state, unjudged, ended=True) == Sums(0, 0, 0, 0, 0)


BET: Final = AcceptedBet(bet="b1", kind="red", spot="red", stake_minor=100, version=2)
WON = Settlement(Outcome.WON, 100, 100, 100, 0, 100, 0, 100, 1, ("5.1",))
LOST = Settlement(Outcome.LOST, 100, 100, 0, 100, 0, 0, 0, 1, ("6.1",))


@pytest.mark.parametrize(
    ("paid", "taken", "due", "counted", "after"),
    [
        (0, 100, WON, 200, (100, 0)),
        (0, 100, WON, 40, (0, 60)),
        (0, 100, WON, 1, (0, 99)),
        (0, 0, WON, 40, (40, 0)),
        (130, 0, WON, -30, (100, 0)),
        (130, 0, WON, -50, (100, 20)),
        (0, 0, LOST, -100, (0, 100)),
        (50, 0, LOST, -60, (0, 10)),
        (0, 100, LOST, 10, (10, 100)),
    ],
)
def test_money_first_undoes_what_was_wrong(
    paid: int, taken: int, due: Settlement, counted: int, after: tuple[int, int]
) -> None:
    assert after_remedies(paid, taken, due, counted) == after


def test_two_wrongs_that_make_no_right_are_settled_by_what_is_left_between_them() -> None:
    """Paid on a void bet and its stake swept away: a remedy of the difference settles both."""
    void = Settlement(Outcome.VOID, 100, 0, 100, 0, 0, 0, 0, 1, ())
    made = Remedied("2026-0001", "take_back", -40, 0)
    recorded = Recorded(100, 60, 0, -40, 0, (made,))
    assert list(money_findings("b1", void, recorded, (2,))) == []
    result, findings = compare(BET, Due(void), recorded, ended=True)
    assert (result.difference_minor, findings) == (0, ())


def test_what_is_not_over_has_no_difference_whatever_was_remedied() -> None:
    made = Remedied("2026-0001", "other", 40, 0)
    result, findings = compare(BET, Due(WON), Recorded(0, 0, 0, 40, 0, (made,)), ended=False)
    assert (result.difference_minor, result.recorded.remedies, findings) == (None, (made,), ())


def test_remedies_of_a_bet_stand_beside_its_movements() -> None:
    made = told(remedy("b2", 30_000), remedy("b2", 20_000, 5_000), remedy("b9", 7, 7)).state().remedies
    joined = with_remedies({"b2": Recorded(paid_minor=7), "b3": Recorded(1, 2, 3)}, made)
    assert list(joined) == ["b2", "b3", "b9"]
    assert joined["b3"] == Recorded(1, 2, 3)
    assert (joined["b2"].paid_minor, joined["b2"].remedied_minor, joined["b2"].counted_minor) == (7, 50_000, 45_000)
    assert [r.to_player_minor for r in joined["b2"].remedies] == [30_000, 20_000]
    assert (joined["b9"].remedied_minor, joined["b9"].counted_minor) == (7, 0)


def found(*facts: str) -> list[tuple[str, str, int, tuple[int, ...], dict[str, Any]]]:
    """What is found in a round where both bets are paid rightly, and these facts are recorded besides, without what is
    found of money beyond the rules."""
    paid = ("50 payout_made bet=b2 amount_minor=50000", "51 payout_made bet=b1 amount_minor=350000")
    findings = [f for f in told(*paid, *facts).judge().findings if f.code != "remedied_beyond_rules"]
    assert {f.clauses for f in findings} <= {()}
    assert all((f.severity == "money") is (f.code != "remedy_made_again") for f in findings)
    return [(f.code, f.subject, f.amount_minor, f.versions, f.detail) for f in findings]


def test_remedies_that_do_not_go_together_are_told_apart() -> None:
    gift = remedy("b1", 500, 500)
    assert found(gift) == []
    assert found(gift, remedy("b1", 600, 600), remedy("b2", 500, 500)) == []
    again = {"case": "A-1", "to_player": 500, "times": 2}
    assert found(gift, gift) == [("remedy_made_again", "b1", 0, (9, 10), again)]
    others = remedy("b1", 700, 700, case="A-2"), remedy("b1", 200, 200, case="A-3")
    [two] = [f for f in found(gift, *others) if f[0] == "remedied_by_two_cases"]
    assert (two[1:3], two[4]) == (("b1", 900), {"cases": ["A-1", "A-2", "A-3"]}), "what the later cases gave"
    assert set(two[3]) >= {9, 10, 11}


def test_money_beyond_the_rules_is_found_remedy_by_remedy() -> None:
    """What the rules owe by the word of who decided it alone counts as beyond; what they owe does not."""
    paid = "51 payout_made bet=b1 amount_minor=350000"
    own = f"{remedy('b2', 50_000)} own_word_minor=30000"
    said = {"case": "A-1", "post": "pit_manager"}
    judged = told(paid, remedy("b1", 600, 600), remedy("b1", 500, 500), own).judge()
    assert [(f.severity, f.code, f.subject, f.amount_minor, f.detail) for f in judged.findings] == [
        ("money", "remedied_beyond_rules", "b1", 600, {**said, "to_player": 600}),
        ("money", "remedied_beyond_rules", "b1", 500, {**said, "to_player": 500}),
        ("money", "remedied_beyond_rules", "b2", 30_000, {**said, "to_player": 50_000, "own_word": 30_000}),
    ]
    assert [r.difference_minor for r in judged.results] == [0, 0]


def test_remedies_for_bets_that_nobody_recorded() -> None:
    detail = {"cases": ["A-1"], "to_player": 500, "beyond_rules": 200}
    assert found(remedy("b9", 500, 200)) == [("remedy_without_bet", "b9", 300, (9,), detail)]
    taken = "52 stake_collected bet=b7 amount_minor=900"
    moved = {"paid": 0, "taken": 900, "returned": 0}
    assert found(taken) == [("movement_without_bet", "b7", -900, (9,), moved)]
    left = found(taken, remedy("b7", 600))
    assert left == [("movement_without_bet", "b7", -300, (9,), {**moved, "remedied": 600})]
    assert found(taken, remedy("b7", 900)) == []
    assert found(taken, remedy("b7", 50, 50)) == found(taken)


def test_remedies_that_are_astray_are_told_bet_by_bet() -> None:
    made = remedy("b9", 500, 200), remedy("b8", 5), remedy("b9", -100, case="A-2"), remedy("b9", 7, 7)
    astray = [f for f in found(*made) if f[0] == "remedy_without_bet"]
    assert astray == [
        ("remedy_without_bet", "b8", 5, (10,), {"cases": ["A-1"], "to_player": 5, "beyond_rules": 0}),
        (
            *("remedy_without_bet", "b9", 200, (9, 11, 12)),
            {"cases": ["A-1", "A-2"], "to_player": 407, "beyond_rules": 207},
        ),
    ]
    thrice = found(remedy("b2", 5, 5), remedy("b2", 6, 6), remedy("b2", 5, 5), remedy("b2", 5, 5))
    assert thrice == [("remedy_made_again", "b2", 0, (9, 11, 12), {"case": "A-1", "to_player": 5, "times": 3})]


def test_a_remedy_that_does_nothing_is_no_remedy() -> None:
    said = {"bet": "b1", "to_player_minor": 0, "beyond_rules_minor": 0, "kind": "void", "case": "A-1"}
    person = {"post": "pit_manager", "staff": "M01"}
    with pytest.raises(msgspec.ValidationError, match="both amounts are zero"):
        msgspec.convert({**said, "made_by": person}, RemedyMade)


# --- What became of the money -----------------------------------------------------------------------------------------


OVERPAID: Final = "50 payout_made bet=b1 amount_minor=360000"


def taken_back(line: str | None = "M1") -> str:
    return remedy("b1", -10_000) + (f" line={line}" if line is not None else "")


def followed(became: str, amount: int, line: str = "M1", case: str = "A-1") -> str:
    return (
        f"910 remedy_followed bet=b1 case={case} line={line} became={became} amount_minor={amount} "
        "said_by=pit_supervisor/S02"
    )


def of_b1(*facts: str) -> tuple[int, int, int, int | None]:
    """Remedied, beyond the rules, still out, and the difference."""
    result = told(OVERPAID, *facts).judge().results[0]
    made = result.recorded
    return made.remedied_minor, made.beyond_rules_minor, made.out_minor, result.difference_minor


def test_a_remedy_balances_the_books_and_is_still_out_until_its_money_moved() -> None:
    assert of_b1(taken_back()) == (-10_000, 0, -10_000, 0)
    assert of_b1(taken_back(), followed("received", 4_000)) == (-10_000, 0, -6_000, 0)
    assert of_b1(taken_back(), followed("received", 4_000), followed("received", 6_000)) == (-10_000, 0, 0, 0)


def test_a_remedy_recorded_before_money_was_followed_is_not_out() -> None:
    assert of_b1(taken_back(None)) == (-10_000, 0, 0, 0)


@pytest.mark.parametrize("became", ["waived", "uncollectable"])
def test_what_is_given_up_never_moved_and_is_beyond_the_rules(became: str) -> None:
    assert of_b1(taken_back(), followed(became, 10_000)) == (0, 10_000, 0, 0)
    assert of_b1(taken_back(), followed(became, 3_000)) == (-7_000, 3_000, -7_000, 0)
    assert of_b1(taken_back(), followed(became, 3_000), followed("received", 7_000)) == (-7_000, 3_000, 0, 0)


@pytest.mark.parametrize("became", ["waived", "uncollectable", "received"])
def test_what_is_given_up_is_found_with_its_amount(became: str) -> None:
    found = told(OVERPAID, taken_back(), followed(became, 3_000)).judge().findings
    amounts = [each.amount_minor for each in found if each.code == "remedied_beyond_rules"]
    assert amounts == ([] if became == "received" else [3_000])


def test_money_for_the_player_is_out_the_other_way() -> None:
    paid = f"{remedy('b2', 50_000)} line=M1"
    bet = told(paid).judge().results[1]
    assert (bet.recorded.out_minor, told(paid).judge().out_minor) == (50_000, 50_000)


@pytest.mark.parametrize(
    ("facts", "moves", "said"),
    [
        ((taken_back(), followed("received", 10_001)), 10_000, 10_001),
        ((taken_back(), followed("received", 6_000), followed("waived", 6_000)), 10_000, 12_000),
        ((taken_back(), followed("received", 5, line="M2")), 0, 5),
        ((taken_back(), followed("received", 5, case="A-2")), 0, 5),
    ],
)
def test_money_that_no_remedy_moves_is_found(facts: tuple[str, ...], moves: int, said: int) -> None:
    found = [each for each in told(OVERPAID, *facts).judge().findings if each.code == "remedy_money_unmatched"]
    assert [(each.subject, each.detail["moves"], each.detail["told"]) for each in found] == [("b1", moves, said)]


def test_nothing_is_found_of_money_that_moved_as_decided() -> None:
    facts = (OVERPAID, taken_back(), followed("received", 10_000))
    assert [f.code for f in told(*facts).judge().findings if f.subject == "b1"] == []
