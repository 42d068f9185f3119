"""Was there a spin, and what does a bet get: calls before and after the drop, causes, unclear chips, chips of another
table (6.6, 7.1 to 7.11)."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec
import pytest

from games.roulette.facts import RouletteRound
from games.roulette.ineffective_records import GROUNDS
from games.roulette.judge import as_it_lay, view
from games.roulette.pocket import by_the_pocket
from tests.roulette.rounds import BALL, BOOK, CAUSE, CLOSED, bet, found, no_spin, options_of, played, ruled

RED: Final = bet("b1", "red")
"""Version 2; the call for no more bets is 3, the ball 4, unless a test says otherwise."""


def _late(version: int, ground: str = "7.1", post: str = "dealer") -> tuple[Any, ...]:
    return ("call_after_drop", f"call:{version}", ("7.9", "7.12"), (version,), {"ground": ground, "post": post})


# --- Was there a spin? ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(("at", "standing"), [(30, "void"), (44, "void"), (46, "awaiting")])
def test_7_9_a_call_before_the_ball_rests_voids(ground: str, at: float, standing: str) -> None:
    post = "acting_pit_supervisor" if ground == "7.8" else "dealer"
    judgement = played(RED, CLOSED, BALL, no_spin(at, ground, post)).judge()
    void = standing == "void" or ground == "7.8"  # under 7.8 until the winners are paid
    assert judgement.summary["standing"] == ("void" if void else standing)
    assert judgement.summary["clauses"] == ([ground, "7.9", "7.10"] if void else ["7.12"])
    codes = [f[0] for f in found(judgement) if f[0] != "caller_not_named"]
    assert codes == ([] if void else ["call_after_drop"])


def test_7_9_without_a_ball_every_call_voids() -> None:
    judgement = played(RED, CLOSED, no_spin(200)).judge()
    assert judgement.summary == {"standing": "void", "pocket": None, "clauses": ["7.1", "7.9", "7.10"]}
    assert found(judgement) == []


@pytest.mark.parametrize("ground", ["", "7.9", "6.1"])
def test_7_9_a_call_without_a_ground_voids_and_is_a_finding(ground: str) -> None:
    judgement = played(RED, CLOSED, BALL, no_spin(30, ground)).judge()
    assert judgement.summary == {"standing": "void", "pocket": 9, "clauses": ["7.9", "7.10"]}
    detail = {"ground": ground, "post": "dealer"}
    assert found(judgement) == [("void_without_ground", "call:5", ("7.9", "7.10"), (5,), detail)]
    assert judgement.results[0].settlement.clauses == ("7.9", "7.10")


def test_7_9_the_first_call_that_voids_gives_the_ground() -> None:
    calls = no_spin(30, "7.2", "surveillance"), no_spin(31, "7.1", "dealer"), no_spin(50, "7.3"), no_spin(51, "7.4")
    judgement = played(RED, CLOSED, BALL, *calls).judge()
    assert judgement.summary["clauses"] == ["7.2", "7.9", "7.10"]
    by = {"ground": "7.2", "post": "surveillance"}
    assert found(judgement) == [
        ("caller_not_named", "call:5", ("7.2",), (5,), by),
        _late(7, "7.3"),
        _late(8, "7.4"),
        ("irregularity_without_effect", "call:6", ("7.9",), (6,), {}),
    ]


def test_7_12_a_late_call_by_a_post_that_may_not_and_without_a_ground() -> None:
    judgement = played(RED, CLOSED, BALL, no_spin(50, ""), no_spin(51, "7.1", "surveillance")).judge()
    assert judgement.summary["standing"] == "awaiting"
    assert found(judgement) == [
        _late(5, ""),
        ("void_without_ground", "call:5", ("7.9", "7.10"), (5,), {"ground": "", "post": "dealer"}),
        _late(6, "7.1", "surveillance"),
        ("caller_not_named", "call:6", ("7.1",), (6,), {"ground": "7.1", "post": "surveillance"}),
    ]


def test_7_12_a_cause_that_nobody_called_waits_and_each_is_a_finding() -> None:
    causes = "30 irregularity_seen ground=7.3 seen_by=surveillance/V01", "31 irregularity_seen ground=7.5"
    waiting = played(RED, CLOSED, BALL, *causes).judge()
    assert waiting.summary["standing"] == "awaiting"
    assert found(waiting) == [
        ("cause_without_call", "call:5", ("7.3", "7.12"), (5,), {"ground": "7.3", "post": "surveillance"}),
        ("cause_without_call", "call:6", ("7.5", "7.12"), (6,), {"ground": "7.5", "post": ""}),
    ]
    late = played(RED, CLOSED, BALL, *causes, no_spin(50)).judge()
    idle: list[Any] = [
        ("irregularity_without_effect", f"fact:{n}", (c,), (n,), {}) for n, c in ((5, "7.3"), (6, "7.5"))
    ]
    assert found(late) == [_late(7), *idle]
    called = played(RED, CLOSED, BALL, *causes, no_spin(32)).judge()
    assert (called.summary["standing"], found(called)) == ("void", idle)


@pytest.mark.parametrize("ground", ["6.6", "7.9", "7.11", "G.9"])
def test_7_12_only_a_cause_of_7_1_to_7_8_makes_a_spin_wait(ground: str) -> None:
    judgement = played(RED, CLOSED, BALL, f"30 irregularity_seen ground={ground}").judge()
    assert judgement.summary == {"standing": "settled", "pocket": 9, "clauses": []}
    clauses = () if ground == "G.9" else (ground,)
    idle: Any = ("irregularity_without_effect", "fact:5", clauses, (5,), {})
    assert (judgement.results[0].settlement.outcome, found(judgement)) == ("won", [idle])
    running = played(RED, CLOSED, f"30 irregularity_seen ground={ground}", ended="no").judge()
    assert running.summary["standing"] == "pending"
    both = played(RED, CLOSED, BALL, f"30 irregularity_seen ground={ground}", "31 irregularity_seen ground=7.8").judge()
    assert both.summary["standing"] == "awaiting"
    assert [f[:3] for f in found(both)] == [
        ("cause_without_call", "call:6", ("7.8", "7.12")),
        idle[:3],
    ]


# --- 7.8: until the winners are paid ----------------------------------------------------------------------------------

PAID: Final = {
    name: f"{at} payout_made bet={name} amount_minor=1000" for name, at in (("b1", 60), ("b2", 70), ("b3", 65))
}
BETS: Final = (RED, bet("b2", "low"), bet("b3", "black"), bet("b4", "straight:37"), bet("late", "red", at=30))
"""With 9: the first two win."""


@pytest.mark.parametrize(
    ("facts", "standing"),
    [
        ((), "void"),
        ((PAID["b1"],), "void"),
        ((PAID["b1"], PAID["b3"]), "void"),
        ((PAID["b1"], PAID["b2"]), "awaiting"),
        ((PAID["b1"], PAID["b2"].replace("70", "81")), "void"),
        ((PAID["b1"], PAID["b2"].replace("1000", "999")), "void"),
        ((PAID["b1"], PAID["b2"].replace("1000", "1001")), "awaiting"),
        ((PAID["b1"].replace("1000", "2000"), PAID["b2"].replace("1000", "1")), "void"),
        ((PAID["b1"], *(f"{at} payout_made bet=b2 amount_minor=500" for at in (70, 71))), "awaiting"),
        ((PAID["b1"], *(f"{at} payout_made bet=b2 amount_minor=500" for at in (70, 81))), "void"),
        ((PAID["b1"], PAID["b2"].replace("payout_made", "stake_returned")), "void"),
        ((PAID["b1"], PAID["b2"].replace("payout_made", "stake_collected")), "void"),
        (("79 round_closed",), "awaiting"),
        (("81 round_closed",), "void"),
    ],
)
def test_7_8_voids_until_every_winner_is_paid(facts: tuple[str, ...], standing: str) -> None:
    judgement = played(*BETS, CLOSED, BALL, *facts, no_spin(80, "7.8", "pit_supervisor")).judge()
    assert judgement.summary["standing"] == standing
    assert [f[0] for f in found(judgement) if f[1].startswith("call")] == (
        ["call_after_drop"] if standing == "awaiting" else []
    )


def test_7_8_a_spin_that_nobody_won_is_void_until_it_is_closed() -> None:
    call = no_spin(80, "7.8", "pit_supervisor")
    assert played(bet("b1", "black"), CLOSED, BALL, call).judge().summary["standing"] == "void"
    assert played(bet("b1", "black"), CLOSED, BALL, call, "79 round_closed").judge().summary["standing"] == "awaiting"


def test_7_8_zero_is_a_result_like_any_other() -> None:
    facts = bet("b1", "straight:0"), CLOSED, "45 ball_dropped pocket=0"
    call = no_spin(80, "7.8", "pit_supervisor")
    for amount, standing in ((35_000, "awaiting"), (34_999, "void")):
        paid = f"60 payout_made bet=b1 amount_minor={amount}"
        assert played(*facts, paid, call).judge().summary["standing"] == standing


@pytest.mark.parametrize(
    ("spot", "choice", "post", "standing"),
    [
        ("straight:8", "straight:9", "pit_supervisor", "void"),
        ("straight:9", "straight:8", "pit_supervisor", "awaiting"),
        ("straight:9", "no_bet", "pit_supervisor", "awaiting"),
        ("straight:9", "no_bet", "dealer", "void"),
        ("straight:8", "straight:9", "dealer", "awaiting"),
    ],
)
def test_7_8_an_unclear_chip_is_a_winner_where_6_6_puts_it(spot: str, choice: str, post: str, standing: str) -> None:
    ruling = ruled(choice, at=62, post=post, clause="6.6", who="b1")
    laid = bet("b1", spot, more="unclear=true"), bet("b2", "low")
    judgement = played(*laid, CLOSED, BALL, PAID["b2"], ruling, no_spin(80, "7.8", "pit_supervisor")).judge()
    assert judgement.summary["standing"] == standing


@pytest.mark.parametrize(("post", "standing"), [("senior_management", "awaiting"), ("dealer", "void")])
def test_7_8_chips_that_management_refused_to_pay_are_no_winner(post: str, standing: str) -> None:
    chips = 'chips={"colour":"blue","count":1,"value_minor":1000,"issued_at":"RL09"}'
    ruling = ruled("refuse", at=62, post=post, clause="7.11.1")
    laid = bet("b1", "red", more=chips), bet("b2", "low")
    judgement = played(*laid, CLOSED, BALL, PAID["b2"], ruling, no_spin(80, "7.8", "pit_supervisor")).judge()
    assert judgement.summary["standing"] == standing


# --- What does it get? ------------------------------------------------------------------------------------------------


def test_4_10_without_a_result_nothing_is_owed_and_its_want_is_found() -> None:
    facts = RED, bet("late", "red", at=30), CLOSED, "50 payout_made bet=b1 amount_minor=3"
    running, ended = played(*facts, ended="no").judge(), played(*facts).judge()
    assert [f[0] for f in found(running)] == ["late_bet"]
    assert found(ended)[1:] == [("no_result", "", ("4.10", "4.11"), (6,), {})]
    for judgement in (running, ended):
        first = judgement.results[0]
        assert (first.settlement.outcome, first.settlement.returned_minor) == ("pending", 1000)
        assert (first.difference_minor, first.recorded.paid_minor, first.kind, first.spot) == (None, 3, "red", "red")
    assert [r.settlement.outcome for r in ended.results] == ["pending", "refused"]
    assert [r.difference_minor for r in ended.results] == [None, 0]


def test_a_round_that_was_overtaken_without_being_closed() -> None:
    left = played(RED, CLOSED, BALL, "50 payout_made bet=b1 amount_minor=1000", closed=False)
    assert found(left.judge()) == [("round_not_closed", "", (), (1,), {})]
    assert found(played(RED, CLOSED, BALL, closed=False, ended="no").judge()) == []
    assert found(played(RED, CLOSED, closed=False).judge())[1:] == [("no_result", "", ("4.10", "4.11"), (0,), {})]


def test_money_is_held_against_what_is_due_once_the_round_has_ended() -> None:
    moved = "50 payout_made bet=b1 amount_minor=5", "51 stake_collected bet=b9 amount_minor=7"
    ended, running = (played(RED, CLOSED, BALL, *moved, ended=said).judge() for said in ("yes", "no"))
    assert [(f.code, f.subject, f.amount_minor, f.versions) for f in ended.findings] == [
        ("paid_too_little", "b1", -995, (2, 4, 5)),  # the bet, the ball that shows the result, the payment
        ("movement_without_bet", "b9", -7, (6,)),
    ]
    assert [(r.kind, r.spot, r.difference_minor, r.recorded.paid_minor) for r in ended.results] == [
        ("red", "red", -995, 5)
    ]
    assert (running.findings, running.results[0].difference_minor) == ((), None)


UNCLEAR: Final = bet("b1", "straight:8", more="unclear=true"), CLOSED, BALL


def test_6_6_an_unclear_chip_waits_between_its_spot_and_no_bet() -> None:
    judgement = played(*UNCLEAR, "50 payout_made bet=b1 amount_minor=3").judge()
    (result,) = judgement.results
    assert (result.settlement.outcome, result.settlement.clauses, result.decided_by) == ("awaiting", ("6.6",), "6.6")
    assert (result.kind, result.spot, result.recorded.paid_minor) == ("straight", "straight:8", 3)
    assert options_of(result) == [("straight:8", "lost", 0, 1000), ("no_bet", "refused", 0, 0)]
    assert result.alternatives[1].settlement.clauses == ("6.6",)
    assert found(judgement) == [("unclear_spot", "b1", ("6.6",), (2,), {"spot": "straight:8"})]


@pytest.mark.parametrize(
    ("choice", "outcome", "clauses", "won"),
    [
        ("no_bet", "refused", ("6.6",), 0),
        ("straight:9", "won", ("6.1.1.1", "5.1.a", "6.6"), 35_000),
        ("straight:7", "lost", ("6.1.1.2", "6.6"), 0),
        ("split:1-9", "refused", ("4.2", "4.8", "6.6"), 0),
        ("no-such-spot", "refused", ("4.2", "4.8", "6.6"), 0),
    ],
)
def test_6_6_the_pit_supervisor_says_where_it_lay(
    choice: str, outcome: str, clauses: tuple[str, ...], won: int
) -> None:
    ruling = ruled(choice, post="pit_supervisor", clause="6.6", who="b1")
    judgement = played(*UNCLEAR, ruling).judge()
    settlement = judgement.results[0].settlement
    assert (settlement.outcome, settlement.clauses, settlement.winnings_minor) == (outcome, clauses, won)
    impossible = [("impossible_spot", "b1", ("4.2", "4.8"), (2,), {"spot": choice})]
    assert found(judgement) == (impossible if "6.6" in clauses and "4.2" in clauses else [])
    spot = "straight:8" if choice == "no_bet" else choice
    assert (judgement.results[0].kind, judgement.results[0].spot) == (spot.partition(":")[0], spot)


def test_6_6_the_limits_and_the_order_of_payment_are_those_of_the_spot_decided() -> None:
    ruling = ruled("column:3", post="pit_supervisor", clause="6.6", who="b1")
    laid = bet("b1", "straight:9", 3000, more="unclear=true"), bet("b2", "red", 1000)
    paid = "70 payout_made bet=b1 amount_minor=6000", "71 payout_made bet=b2 amount_minor=1000"
    limits = "straight 10 2000; * 100 5000"
    assert played(*laid, CLOSED, BALL, ruling, *paid, limits=limits).judge().findings == ()
    waiting = played(*laid, CLOSED, BALL, *paid, limits=limits).judge()
    assert [f[0] for f in found(waiting)] == ["unclear_spot", "above_maximum"]


def test_6_6_no_bet_is_never_accepted_and_a_late_chip_is_late_wherever_it_lay() -> None:
    """Whatever becomes of the spin; and over a late bet there is nothing to decide."""
    no_bet = ruled("no_bet", post="pit_supervisor", clause="6.6")
    for facts in ((*UNCLEAR, no_bet), (*UNCLEAR, no_spin(30), no_bet), (*UNCLEAR, CAUSE, no_bet)):
        (result,) = played(*facts).judge().results
        assert (result.settlement.outcome, result.settlement.clauses) == ("refused", ("6.6",))
        assert (result.alternatives, result.decided_by) == ((), None)
    late = bet("b1", "straight:8", at=30, more="unclear=true"), CLOSED, BALL
    by_dealer = ruled("straight:9", post="dealer", clause="6.6")
    judgement = played(*late, by_dealer).judge()
    assert (judgement.results[0].spot, judgement.results[0].settlement.clauses) == ("straight:8", ("4.6",))
    assert [f[0] for f in found(judgement)] == ["late_bet", "ruling_without_effect"]


def test_6_6_with_7_11_1_chips_refused_where_they_were_found_to_lie() -> None:
    chips = 'unclear=true chips={"colour":"blue","count":1,"value_minor":1000,"issued_at":"RL09"}'
    rulings = (
        ruled("straight:9", post="pit_supervisor", clause="6.6"),
        ruled("refuse", 61, "shift_manager", "7.11.1"),
    )
    (result,) = played(bet("b1", "straight:8", more=chips), CLOSED, BALL, *rulings).judge().results
    assert (result.settlement.outcome, result.settlement.clauses) == ("void", ("7.11.1", "6.6"))


def test_6_6_with_7_12_where_it_lay_is_decided_and_whether_it_counts_is_not() -> None:
    ruling = ruled("straight:9", post="pit_supervisor", clause="6.6", who="b1")
    (result,) = played(*UNCLEAR, ruling, "30 irregularity_seen ground=7.3").judge().results
    assert result.decided_by == "7.12"
    assert (result.kind, result.spot) == ("straight", "straight:9")
    assert options_of(result) == [("as_spun", "won", 35_000, 0), ("void", "void", 0, 0)]
    assert result.alternatives[0].settlement.clauses == ("6.1.1.1", "5.1.a", "6.6")


def test_6_6_a_chip_that_could_be_made_out_stays_where_it_lay_unless_it_is_named() -> None:
    ruling = ruled("no_bet", post="pit_supervisor", clause="6.6")
    judgement = played(*UNCLEAR, bet("b2", "red"), ruling).judge()
    clear = next(result for result in judgement.results if result.bet == "b2")
    assert (clear.spot, clear.settlement.outcome) == ("red", "won")


def test_6_6_a_ruling_for_another_bet_decides_nothing() -> None:
    judgement = played(*UNCLEAR, ruled("no_bet", post="pit_supervisor", clause="6.6", who="b2")).judge()
    assert judgement.results[0].decided_by == "6.6"


@pytest.mark.parametrize(("profit", "unit", "won"), [(3, 2, 1500), (1, 2, 500), (1, 1, 1000)])
def test_6_1_odds_are_so_much_for_so_many_staked(profit: int, unit: int, won: int) -> None:
    state = played(RED, CLOSED, BALL).state()
    assert isinstance(state, RouletteRound)
    spin, _ = view(state, BOOK, False)
    lain, _ = as_it_lay(state.bets["b1"], spin)
    assert lain is not None
    assert lain.place is not None
    dearer = msgspec.structs.replace(lain, place=msgspec.structs.replace(lain.place, profit=profit, stake=unit))
    settlement, nothing = by_the_pocket(dearer, spin)
    assert (settlement.winnings_minor, nothing) == (won, ())


LAID: Final = {"b1": "red", "b2": "black"}


@pytest.mark.parametrize(
    ("table", "choice", "outcome"),
    [
        ("RL09", "", "won"),
        ("RL09", "pay", "won"),
        ("RL09", "refuse", "void"),
        ("T01", "refuse", "won"),
        (None, "refuse", "won"),
    ],
)
def test_7_11_chips_of_another_table_are_paid_unless_management_refuses(
    table: str | None, choice: str, outcome: str
) -> None:
    chips = {"colour": "blue", "count": 1, "value_minor": 1000} | ({"issued_at": table} if table else {})
    laid = [bet(name, spot, more="chips=" + json.dumps(chips, separators=(",", ":"))) for name, spot in LAID.items()]
    ruling = [ruled(choice, post="senior_management", clause="7.11.1")] if choice else []
    judgement = played(*laid, CLOSED, BALL, *ruling).judge()
    settled = {r.bet: r.settlement for r in judgement.results}
    assert (settled["b1"].outcome, settled["b2"].outcome) == (outcome, "lost")
    assert (settled["b1"].clauses == ("7.11.1",)) is (outcome == "void")


@pytest.mark.parametrize(
    ("post", "choice", "said"),
    [
        ("dealer", "refuse", ["post_not_competent"]),
        ("pit_manager", "pay", ["post_not_competent"]),
        ("shift_manager", "refuse", []),
        ("shift_manager", "half", ["ruling_not_offered"]),
    ],
)
def test_7_11_1_losing_chips_are_taken_and_who_may_not_refuse_is_found(post: str, choice: str, said: list[str]) -> None:
    chips = 'chips={"colour":"blue","count":1,"value_minor":1000,"issued_at":"RL09"}'
    judgement = played(bet("b1", "black", more=chips), CLOSED, BALL, ruled(choice, post=post, clause="7.11.1")).judge()
    assert (judgement.results[0].settlement.outcome, judgement.results[0].settlement.clauses) == (
        "lost",
        ("6.1.13.2", "7.11", *(() if said else ("7.11.1",))),
    )
    assert [f[0] for f in found(judgement) if f[0] != "foreign_chips"] == said


def test_4_3_a_bet_called_without_chips_is_no_bet_and_a_late_one_is_late_before_it_is_that() -> None:
    called = bet("b1", "red", more="verbal=without_chips"), bet("b2", "red", more="verbal=with_chips")
    judgement = played(*called, bet("b3", "red", at=30, more="verbal=without_chips"), CLOSED, BALL).judge()
    assert found(judgement) == [
        ("verbal_bet_without_chips", "b1", ("4.3",), (2,), {}),
        ("late_bet", "b3", ("4.6",), (4, 5), {"stake": 1000}),
        ("verbal_bet_without_chips", "b3", ("4.3",), (4,), {}),
    ]
    called_in_time = ("6.1.12.1", "5.1.j", "4.3")
    assert [r.settlement.clauses for r in judgement.results] == [("4.3",), called_in_time, ("4.6", "4.3")]


def test_4_6_a_bet_is_settled_as_it_lay_at_thecalled() -> None:
    facts = (
        *(RED, "6 bet_changed bet=b1 spot=black", "7 bet_changed bet=b1 stake_minor=300"),
        *(bet("b2", "red"), "8 bet_withdrawn bet=b2", bet("b3", "red"), CLOSED),
        *("21 bet_changed bet=b1 spot=red", "22 bet_withdrawn bet=b3"),
        *(bet("late", "red", at=30), "31 bet_changed bet=late spot=black stake_minor=7", BALL),
    )
    judgement = played(*facts).judge()
    assert [(r.bet, r.spot, r.settlement.outcome, r.settlement.stake_minor) for r in judgement.results] == [
        ("b1", "black", "lost", 300),
        ("b3", "red", "won", 1000),
        ("late", "black", "refused", 7),
    ]
    assert [f[:4] for f in found(judgement)] == [
        ("changed_after_call", "b1", ("4.6",), (9,)),
        ("withdrawn_after_call", "b3", ("4.6",), (10,)),
        ("late_bet", "late", ("4.6",), (11, 8)),
    ]


def test_4_6_while_bets_may_still_be_put_down_none_is_late() -> None:
    judgement = played(RED, closed=False, ended="no").judge()
    assert [(r.settlement.outcome, r.settlement.stake_minor) for r in judgement.results] == [("pending", 1000)]
    assert found(judgement) == []
