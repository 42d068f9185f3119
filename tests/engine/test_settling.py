"""What every game's judgement shares: settlements, what was recorded against what was due, rulings, and the record."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Final
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.core.money import Direction, Rounding
from games.catalogue import shipped
from games.engine.facts import FactCorrected, Person
from games.engine.judgement import BetResult, Finding, Outcome, Recorded, Remedied, Settlement, Severity
from games.engine.priced import OfStake
from games.engine.settling import (
    back,
    lost,
    money_findings,
    movements_without_bet,
    paid_and_taken,
    record_findings,
    recorded_by_bet,
    recorded_of,
    won,
)
from games.engine.state import Correction, Movement, RoundState, Ruling
from games.engine.steps import AcceptedBet, Due, compare, competent_ruling, once
from tests.engine.choices import with_choices

BOOK = shipped().by_id("roulette.2020-06-13")
ROUNDED_UP: Final = msgspec.structs.replace(BOOK, rounding=Rounding(1000, Direction.UP))
IN_TWOS: Final = msgspec.structs.replace(BOOK, rounding=Rounding(2, Direction.UP))


def test_the_three_ways_in_which_a_bet_ends() -> None:
    clauses = ("5.1", "5.1.a")
    assert back(Outcome.VOID, 700, clauses) == Settlement(Outcome.VOID, 700, 0, 700, 0, 0, 0, 0, 1, clauses)
    assert lost(700, clauses) == Settlement(Outcome.LOST, 700, 700, 0, 700, 0, 0, 0, 1, clauses)
    priced = OfStake(35, 1)
    due = Settlement(Outcome.WON, 700, 700, 700, 0, 24_500, 0, 24_500, 1, clauses, priced)
    assert won(700, 35, 1, clauses, BOOK) == due


@pytest.mark.parametrize(
    ("stake", "profit", "unit", "down", "in_twos", "up"),
    [
        (700, 3, 2, 1_050, 1_050, 2_000),
        (701, 3, 2, 1_051, 1_052, 2_000),
        (20, 19, 20, 19, 20, 1_000),
        (1_000, 35, 1, 35_000, 35_000, 35_000),
        (1_001, 1, 1, 1_001, 1_002, 2_000),
    ],
)
def test_winnings_are_rounded_once_by_the_book_and_kept_exactly(
    stake: int, profit: int, unit: int, down: int, in_twos: int, up: int
) -> None:
    for book, winnings in ((BOOK, down), (IN_TWOS, in_twos), (ROUNDED_UP, up)):
        settled = won(stake, profit, unit, ("5.1",), book)
        exact = Fraction(stake * profit, unit)
        assert settled == Settlement(
            outcome=Outcome.WON,
            stake_minor=stake,
            in_play_minor=stake,
            returned_minor=stake,
            collected_minor=0,
            winnings_minor=winnings,
            commission_minor=0,
            exact_numerator=exact.numerator,
            exact_denominator=exact.denominator,
            clauses=("5.1",),
            priced=OfStake(profit, unit),
        )
        assert settled.exact_winnings == exact


# --- What was recorded ------------------------------------------------------------------------------------------------


def _moved(*movements: tuple[str, str, int]) -> RoundState:
    state = RoundState("round/T01/1")
    state.movements = [Movement(kind, bet, amount, at, at + 10) for at, (kind, bet, amount) in enumerate(movements)]
    return state


def _remedied(state: RoundState, bet: str, to_player: int, beyond: int = 0) -> None:
    made = {"to_player_minor": to_player, "beyond_rules_minor": beyond, "own_word_minor": None, "line": None}
    fact = SimpleNamespace(bet=bet, case="A-1", kind="other", **made)
    state.remedies = (*state.remedies, SimpleNamespace(fact=fact, order=90, version=90))  # type: ignore[arg-type]


MOVEMENTS: Final = (
    ("paid", "b1", 5),
    ("collected", "b2", 7),
    ("paid", "b1", 6),
    ("returned", "b2", 3),
    ("collected", "b2", 8),
    ("returned", "b1", 4),
    ("returned", "b1", 1),
)


def test_what_was_done_with_a_bet_is_summed_by_its_kind() -> None:
    sums = {"b1": Recorded(11, 0, 5), "b2": Recorded(0, 15, 3)}
    state = _moved(*MOVEMENTS)
    assert recorded_by_bet(state.movements) == recorded_of(state) == sums
    _remedied(state, "b2", 9, 2)
    made = Remedied("A-1", "other", 9, 2)
    assert recorded_of(state) == {"b1": Recorded(11, 0, 5), "b2": Recorded(0, 15, 3, 9, 2, (made,))}


@pytest.mark.parametrize(
    ("recorded", "paid", "taken"),
    [
        (Recorded(0, 0, 0), 0, 0),
        (Recorded(50, 0, 0), 50, 0),
        (Recorded(0, 100, 0), 0, 100),
        (Recorded(0, 0, 100), 0, 0),  # only what still lay there
        (Recorded(0, 0, 130), 30, 0),  # the rest is paid
        (Recorded(0, 100, 60), 0, 40),  # what was taken comes back first
        (Recorded(0, 100, 100), 0, 0),
        (Recorded(0, 100, 130), 30, 0),  # and then it is paid
        (Recorded(20, 40, 60), 20, 40),
        (Recorded(20, 40, 90), 20, 10),
        (Recorded(20, 40, 110), 30, 0),
    ],
)
def test_chips_handed_back_undo_a_collection_before_they_pay(recorded: Recorded, paid: int, taken: int) -> None:
    assert paid_and_taken(recorded, 100) == (paid, taken)
    assert paid - taken == recorded.net_minor(100)


# --- Held against what was due ----------------------------------------------------------------------------------------

DUE: Final = {
    "won": Settlement(Outcome.WON, 100, 100, 100, 0, 200, 0, 200, 1, ("5.1",)),
    "part": Settlement(Outcome.WON, 100, 100, 50, 50, 0, 0, 0, 1, ("5.1",)),
    "both": Settlement(Outcome.LOST, 100, 100, 50, 50, 30, 0, 30, 1, ("6.1",)),
    "lost": lost(100, ("6.1",)),
    "push": back(Outcome.PUSH, 100, ("6.2",)),
    "void": back(Outcome.VOID, 100, ("7.9",)),
    "refused": back(Outcome.REFUSED, 100, ("4.6",)),
}


def _compare(due: Settlement, recorded: Recorded, *, ended: bool = True) -> tuple[BetResult, list[Finding]]:
    """The bet b1 on red, put down by fact 7, held against what was recorded."""
    bet = AcceptedBet(bet="b1", kind="red", spot="red", stake_minor=due.stake_minor, version=7)
    result, found = compare(bet, Due(due), recorded, ended=ended)
    return result, list(found)


CODES: Final = [
    ("won", 200, 0, []),
    ("won", 0, 0, ["not_paid -200"]),
    ("won", 1, 0, ["paid_too_little -199"]),
    ("won", 199, 0, ["paid_too_little -1"]),
    ("won", 201, 0, ["paid_too_much 1"]),
    ("won", 200, 10, ["collected_wrongly -10"]),
    ("won", 0, 100, ["not_paid -200", "collected_wrongly -100"]),
    ("part", 0, 50, []),
    ("part", 5, 50, ["paid_too_much 5"]),
    ("part", 0, 0, ["not_collected 50"]),
    ("both", 30, 50, []),
    ("both", 31, 49, ["paid_too_much 1", "collected_too_little 1"]),
    ("both", 29, 51, ["paid_too_little -1", "collected_too_much -1"]),
    ("lost", 0, 100, []),
    ("lost", 7, 100, ["paid_on_lost 7"]),
    ("lost", 0, 0, ["not_collected 100"]),
    ("lost", 0, 1, ["collected_too_little 99"]),
    ("lost", 0, 99, ["collected_too_little 1"]),
    ("lost", 0, 101, ["collected_too_much -1"]),
    ("push", 9, 8, ["paid_on_push 9", "collected_on_push -8"]),
    ("void", 9, 8, ["paid_on_void 9", "collected_on_void -8"]),
    ("refused", 9, 8, ["paid_on_refused 9", "collected_on_refused -8"]),
]


@pytest.mark.parametrize(("due", "paid", "taken", "expected"), CODES)
def test_each_way_in_which_money_is_wrong_has_its_name_and_amount(
    due: str, paid: int, taken: int, expected: list[str]
) -> None:
    settlement = DUE[due]
    recorded = Recorded(paid, taken, 0)
    result, found = _compare(settlement, recorded)
    assert [f"{f.code} {f.amount_minor}" for f in found] == expected
    assert found == list(money_findings("b1", settlement, recorded, (7,)))
    assert result.difference_minor == sum(f.amount_minor for f in found)
    assert (result.bet, result.kind, result.spot, result.recorded) == ("b1", "red", "red", recorded)
    for finding in found:
        wrongly_paid = "paid" in finding.code
        of = {"paid": paid, "due": settlement.winnings_minor} if wrongly_paid else {}
        detail = of or {"taken": taken, "due": settlement.collected_minor}
        said = (finding.severity, finding.subject, finding.clauses, finding.versions, finding.detail)
        assert said == (Severity.MONEY, "b1", settlement.clauses, (7,), detail)


MINOR = st.sampled_from([0, 10, 30, 50, 100, 200]) | st.integers(0, 300)


@given(due=st.sampled_from(sorted(DUE)), recorded=st.builds(Recorded, MINOR, MINOR, MINOR), remedied=MINOR)
def test_what_is_compared_is_what_is_found_however_the_chips_moved(due: str, recorded: Recorded, remedied: int) -> None:
    """The short way by the difference leaves nothing out, and what is found sums to it."""
    if remedied:
        made = (Remedied("A-1", "pay", remedied, 0),)
        recorded = msgspec.structs.replace(recorded, remedied_minor=remedied, remedies=made)
    result, found = _compare(DUE[due], recorded)
    assert found == list(money_findings("b1", DUE[due], recorded, (7,)))
    assert result.difference_minor == sum(f.amount_minor for f in found)


def test_an_outcome_without_a_name_of_its_own_is_paid_or_taken_too_much() -> None:
    awaiting = back(Outcome.AWAITING, 100, ("7.12",))
    found = list(money_findings("b1", awaiting, Recorded(9, 8, 0), (7,)))
    assert [(f.code, f.amount_minor) for f in found] == [("paid_too_much", 9), ("collected_too_much", -8)]


def test_two_wrongs_of_the_same_amount_are_both_found() -> None:
    """The difference is nothing, and neither the payment nor the collection was right."""
    result, found = _compare(DUE["void"], Recorded(8, 8, 0))
    assert result.difference_minor == 0
    assert [f.code for f in found] == ["paid_on_void", "collected_on_void"]


def test_a_remedy_stands_in_the_detail_and_takes_off_what_it_put_right() -> None:
    made = Remedied("A-1", "pay", 50, 0)
    recorded = Recorded(0, 100, 0, 50, 0, (made,))
    result, found = _compare(DUE["won"], recorded)
    assert result.difference_minor == -250
    assert [(f.code, f.amount_minor, f.detail) for f in found] == [
        ("not_paid", -200, {"paid": 0, "due": 200, "remedied": 50}),
        ("collected_wrongly", -50, {"taken": 50, "due": 0, "remedied": 50}),
    ]


def test_nothing_recorded_is_nothing_done_and_nothing_is_wrong_before_the_end() -> None:
    open_result, found = _compare(DUE["won"], Recorded(), ended=False)
    assert (open_result.difference_minor, open_result.recorded, found) == (None, Recorded(), [])
    assert (open_result.bet, open_result.kind, open_result.settlement, open_result.spot) == (
        "b1",
        "red",
        DUE["won"],
        "red",
    )
    ended, found = _compare(DUE["won"], Recorded())
    assert (ended.difference_minor, ended.recorded, ended.settlement, ended.spot) == (
        -200,
        Recorded(),
        DUE["won"],
        "red",
    )
    assert [f.code for f in found] == ["not_paid"]


# --- Rulings ----------------------------------------------------------------------------------------------------------


def _ruled(*rulings: tuple[str, str, str, tuple[str, ...]]) -> RoundState:
    """Each (clause, post, choice, bets), with the versions 1, 2, ..."""
    state = RoundState("round/T01/1")
    state.rulings = [
        Ruling(clause, Person(post=post, staff="S01"), choice, "why", bets, at, at)
        for at, (clause, post, choice, bets) in enumerate(rulings, start=1)
    ]
    return state


DIRECTOR: Final = "director_of_table_games"


@pytest.mark.parametrize(
    ("rulings", "decided", "found"),
    [
        ([], None, []),
        ([("7.12", DIRECTOR, "void", ())], 1, []),
        (
            [("7.12", DIRECTOR, "void", ()), ("7.12", DIRECTOR, "as_spun", ())],
            2,
            [("rulings_disagree", (1, 2), {"decided": "as_spun", "post": DIRECTOR})],
        ),
        (
            [("7.12", "senior_management", "void", ()), ("7.12", DIRECTOR, "as_spun", ())],
            1,
            [("rulings_disagree", (1, 2), {"decided": "void", "post": "senior_management"})],
        ),
        ([("7.12", "senior_management", "void", ()), ("7.12", DIRECTOR, "void", ())], 1, []),
        ([("7.12", DIRECTOR, "void", ()), ("6.6", DIRECTOR, "red", ())], 1, []),
        ([("6.6", DIRECTOR, "red", ()), ("7.12", DIRECTOR, "void", ())], 2, []),
        ([("7.12", DIRECTOR, "void", ("b2",)), ("7.12", DIRECTOR, "void", ("b1", "b3"))], 2, []),
        ([("7.12", DIRECTOR, "void", ("b2",))], None, []),
        ([("7.12", DIRECTOR, "red", ()), ("7.12", DIRECTOR, "void", ())], 2, [("ruling_not_offered", 1, {})]),
        ([("7.12", DIRECTOR, "void", ()), ("7.12", DIRECTOR, "red", ())], 1, [("ruling_not_offered", 2, {})]),
        ([("7.12", "dealer", "red", ())], None, [("ruling_not_offered", 1, {})]),
        (
            [("7.12", "dealer", "void", ()), ("7.12", DIRECTOR, "void", ())],
            2,
            [("post_not_competent", 1, {"post": "dealer"})],
        ),
        (
            [("7.12", DIRECTOR, "void", ()), ("7.12", "pit_manager", "as_spun", ())],
            1,
            [("post_not_competent", 2, {"post": "pit_manager"})],
        ),
    ],
)
def test_of_posts_that_may_rule_the_highest_decides_and_among_equals_the_latest(
    rulings: list[tuple[str, str, str, tuple[str, ...]]], decided: int | None, found: list[tuple[str, Any, Any]]
) -> None:
    ruling, findings = competent_ruling(_ruled(*rulings), BOOK, "7.12", "b1", ("as_spun", "void"))
    assert (ruling.version if ruling else None) == decided

    def about(versions: int | tuple[int, ...]) -> int | None:
        return versions if isinstance(versions, int) else decided

    def rests_on(versions: int | tuple[int, ...]) -> tuple[int, ...]:
        return (versions,) if isinstance(versions, int) else versions

    assert list(once([*findings, *findings])) == [
        Finding(
            code=code,
            severity=Severity.PROCEDURE,
            subject=f"ruling:{about(versions)}",
            clauses=("7.12",),
            versions=rests_on(versions),
            detail=detail,
        )
        for code, versions, detail in found
    ]


def test_a_lower_post_decides_where_the_book_lets_it_stand_and_nobody_competent_has_ruled() -> None:
    state = _ruled(("7.12", DIRECTOR, "void", ()), ("7.12", "dealer", "split:1-2", ()))
    lets_it_stand = with_choices(BOOK, ruling_by_lower_post="stands")
    alone = _ruled(("7.12", "dealer", "split:1-2", ()))
    assert competent_ruling(alone, lets_it_stand, "7.12", "b1")[0] is alone.rulings[0]
    assert competent_ruling(state, lets_it_stand, "7.12", "b1")[0] is state.rulings[0]
    ruling, findings = competent_ruling(state, BOOK, "7.12", "b1")
    assert ruling is state.rulings[0]
    assert [f.code for f in findings] == ["post_not_competent"]


# --- The record itself ------------------------------------------------------------------------------------------------


def test_chips_of_bets_that_nobody_recorded_were_not_due() -> None:
    state = _moved(*MOVEMENTS)
    assert movements_without_bet(state, ["b1", "b2", "b3"]) == []
    b1 = {"paid": 11, "taken": 0, "returned": 5}
    b2 = {"paid": 0, "taken": 15, "returned": 3}
    assert movements_without_bet(state, ["b3"]) == [
        Finding(
            code="movement_without_bet",
            severity=Severity.MONEY,
            subject="b1",
            clauses=(),
            versions=(10, 12, 15, 16),
            amount_minor=16,
            detail=b1,
        ),
        Finding(
            code="movement_without_bet",
            severity=Severity.MONEY,
            subject="b2",
            clauses=(),
            versions=(11, 13, 14),
            amount_minor=-12,
            detail=b2,
        ),
    ]
    _remedied(state, "b2", 14, 4)
    assert [(f.amount_minor, f.detail) for f in movements_without_bet(state, ["b1"])] == [(-2, {**b2, "remedied": 10})]
    _remedied(state, "b2", 2)
    assert movements_without_bet(state, ["b1"]) == []


def test_chips_that_came_to_nothing_are_found_unless_a_case_made_it_so() -> None:
    state = _moved(("paid", "b1", 5), ("collected", "b1", 5))
    assert [f.amount_minor for f in movements_without_bet(state, [])] == [0]
    _remedied(state, "b1", 5, 5)
    (finding,) = movements_without_bet(state, [])
    assert finding.detail == {"paid": 5, "taken": 5, "returned": 0}


def test_remedies_of_bets_that_nobody_recorded_come_after_the_movements() -> None:
    state = _moved(("paid", "b7", 5))
    _remedied(state, "b1", 9)
    found = [(f.code, f.subject, f.amount_minor) for f in movements_without_bet(state, [])]
    assert found == [("movement_without_bet", "b7", 5), ("remedy_without_bet", "b1", 9)]
    assert [f.code for f in movements_without_bet(state, ["b7"])] == ["remedy_without_bet"]


def _correction(
    version: int, target: int | None, *, stale: bool, by: str = "S1", second: str = "M1", post: str = "pit_manager"
) -> Correction:
    said = FactCorrected(
        target=UUID(int=version),
        before=None,
        after=None,
        corrected_by=Person(post="pit_supervisor", staff=by),
        authorised_by=Person(post=post, staff=second),
        reason="why",
    )
    return Correction(said, version, target, stale)


@pytest.mark.parametrize(
    ("second", "post", "codes"),
    [
        ("M1", "pit_manager", []),
        ("M1", "senior_management", []),
        ("S1", "pit_manager", ["correction_by_one_person"]),
        ("M1", "pit_supervisor", ["correction_by_low_post"]),
        ("M1", "surveillance", ["correction_by_low_post"]),
        ("S1", "dealer", ["correction_by_one_person", "correction_by_low_post"]),
    ],
)
def test_a_correction_is_of_two_persons_one_of_them_a_pit_manager_or_above(
    second: str, post: str, codes: list[str]
) -> None:
    state = RoundState("round/T01/1")
    state.opened = SimpleNamespace()  # type: ignore[assignment]
    state.corrections = [_correction(5, 4, stale=False, second=second, post=post)]
    assert [(f.code, f.subject, f.versions) for f in record_findings(state, ended=False)] == [
        (code, "correction:5", (5,)) for code in codes
    ]


def test_what_is_wrong_with_a_record_whatever_the_game() -> None:
    state = RoundState("round/T01/1")
    opening = Finding(code="opening_not_recorded", severity=Severity.PROCEDURE, subject="", clauses=())
    assert record_findings(state, ended=False) == [opening]
    state.opened = SimpleNamespace()  # type: ignore[assignment]
    state.opened_version = 3
    assert record_findings(state, ended=False) == []
    not_closed = Finding(code="round_not_closed", severity=Severity.PROCEDURE, subject="", clauses=(), versions=(3,))
    assert record_findings(state, ended=True) == [not_closed]
    state.corrections = [
        _correction(5, 4, stale=True),
        _correction(6, 4, stale=False),
        _correction(7, None, stale=True),
    ]
    _remedied(state, "b1", 5)
    _remedied(state, "b1", 5)
    found = record_findings(state, ended=True)
    assert found[:2] == [
        Finding(
            code="correction_not_applicable",
            severity=Severity.PROCEDURE,
            subject="correction:5",
            clauses=(),
            versions=(5, 4),
        ),
        Finding(
            code="correction_not_applicable",
            severity=Severity.PROCEDURE,
            subject="correction:7",
            clauses=(),
            versions=(7,),
        ),
    ]
    assert [f.code for f in found[2:]] == ["remedy_made_again", "round_not_closed"]
    state.foreign = [8, 9]
    assert record_findings(state, ended=True)[2] == Finding(
        code="facts_of_another_game", severity=Severity.PROCEDURE, subject="", clauses=(), versions=(8, 9)
    )
    state.closed = 9
    assert "round_not_closed" not in [f.code for f in record_findings(state, ended=True)]
