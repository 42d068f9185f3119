"""4.2 to 4.8, 7.1 to 7.8: one throw judged fact by fact, at the edges that the golden rounds do not show."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import msgspec
import pytest

from casino.core.money import Odds
from games.engine.fold import fold
from games.engine.session import SessionBefore
from games.sicbo.facts import SicBoRound
from games.sicbo.hold import carry
from games.sicbo.judge import judge
from tests.sicbo.rounds import (
    AT,
    BOOK,
    CALL,
    CLOSED,
    FAILED,
    OPENED,
    RELEASED,
    SHOWN,
    Told,
    announced,
    bet,
    codes,
    entered,
    found,
    informed,
    judged,
    lit,
    outcomes,
    round_of,
    ruled,
    seen,
    tell,
)

# --- 4.2 to 4.4: how bets lay ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "ended_by", "called"),
    [
        ((CALL, SHOWN), 3, True),
        ((SHOWN, CALL), 4, True),
        ((SHOWN,), 3, False),
        ((CALL,), 3, True),
        ((entered(1, 2, 3),), 3, False),
        ((entered(6, 6, 5), entered(1, 2, 3)), 3, False),
        ((entered(1, 2, 3), SHOWN), 4, False),
        ((SHOWN, entered(1, 2, 3)), 3, False),
        ((CALL, entered(1, 2, 3)), 3, True),
        ((entered(1, 2, 3), CALL), 3, False),
    ],
)
def test_4_4_a_late_bet_rests_on_what_ended_betting(before: tuple[Told, ...], ended_by: int, called: bool) -> None:
    judgement = judged(bet("a"), *before, bet("b"))
    late = found(judgement, "late_bet")
    assert [(f.subject, f.clauses, f.versions) for f in late] == [("b", ("4.4",), (3 + len(before), ended_by))]
    missing = [(f.clauses, f.versions) for f in found(judgement, "no_call_recorded")]
    too_late = [(f.clauses, f.versions) for f in found(judgement, "called_too_late")]
    late_call = next((place for place, told in enumerate(before, start=3) if told == CALL), None)
    assert missing == ([] if called or late_call else [(("4.4",), (ended_by,))])
    assert too_late == ([] if called or not late_call else [(("4.4",), (ended_by, late_call))])


@pytest.mark.parametrize(
    ("facts", "outcome"),
    [
        ((entered(1, 2, 3), bet(), SHOWN), "won"),
        ((entered(1, 2, 3), bet(), entered(1, 2, 3)), "refused"),
        ((bet(), entered(1, 2, 3)), "won"),
        ((SHOWN, bet(), CALL), "void"),
        ((SHOWN, bet()), "refused"),
    ],
)
def test_4_4_where_no_dice_were_shown_the_first_entry_ends_betting(facts: tuple[Told, ...], outcome: str) -> None:
    assert outcomes(judged(*facts, ended=False)) == {"b": outcome}


def test_4_2_and_4_4_a_refused_bet_lies_as_it_was_changed_and_is_found_once() -> None:
    change: Told = ("bet_changed", {"bet": "b", "stake_minor": 300})
    late = judged(CALL, bet(), change, SHOWN, CLOSED)
    called = judged(bet(verbal="without_chips"), CALL, change, SHOWN, CLOSED)
    for judgement, code, clause in ((late, "late_bet", "4.4"), (called, "verbal_bet_without_chips", "4.2")):
        assert codes(judgement) == [code]
        assert judgement.results[0].settlement.clauses == (clause,)
        assert judgement.results[0].settlement.returned_minor == 300


def test_4_2_and_4_4_late_and_without_chips_is_late() -> None:
    assert codes(judged(CALL, bet(verbal="without_chips"), SHOWN, CLOSED)) == ["late_bet"]


def test_a_bet_taken_back_in_time_hides_no_other() -> None:
    judgement = judged(bet("a"), bet("b"), ("bet_withdrawn", {"bet": "a"}), CALL, SHOWN, ended=False)
    assert outcomes(judgement) == {"b": "won"}


def test_4_5_changed_in_time_it_plays_where_it_lies() -> None:
    change: Told = ("bet_changed", {"bet": "b", "spot": "total:6", "stake_minor": 200})
    result = judged(bet(), change, CALL, SHOWN, ended=False).results[0]
    assert (result.kind, result.spot, result.settlement.stake_minor) == ("total", "total:6", 200)


@pytest.mark.parametrize(("written", "printed"), [("total:06", "total:6"), ("pair:2-1", "pair:1-2")])
def test_4_5_a_place_is_told_as_the_layout_prints_it(written: str, printed: str) -> None:
    moved: Told = ("bet_changed", {"bet": "b", "spot": written})
    for facts in ((bet(spot=written),), (bet(), moved)):
        result = judged(*facts, CALL, SHOWN, ended=False).results[0]
        assert (result.spot, result.settlement.outcome) == (printed, "won")
    nowhere = judged(bet(spot="total:03"), CALL, SHOWN, ended=False)
    assert [f.detail for f in found(nowhere, "impossible_spot")] == [{"spot": "total:03"}]


@pytest.mark.parametrize(("stake", "code"), [(99, ["below_minimum"]), (100, []), (500, []), (501, ["above_maximum"])])
def test_7_8_least_and_most_themselves_are_within_the_limits(stake: int, code: list[str]) -> None:
    judgement = judge(round_of(bet(stake=stake), CALL, SHOWN, small=(100, 500)), BOOK, ended=False)
    assert [(f.code, f.clauses) for f in judgement.findings] == [(each, ("7.8",)) for each in code]


def test_4_1_an_area_that_does_not_exist_goes_back_even_while_the_throw_waits() -> None:
    judgement = judged(bet(spot="single:9"), bet("c"), CALL, SHOWN, announced(), ended=False)
    assert outcomes(judgement) == {"b": "refused", "c": "awaiting"}
    assert [(f.subject, f.detail) for f in found(judgement, "impossible_spot")] == [("b", {"spot": "single:9"})]


def test_until_the_round_ends_nothing_is_missing() -> None:
    assert codes(judged(bet(), CALL, SHOWN, ended=False)) == []
    assert codes(judged(bet(), CALL, SHOWN)) == ["round_not_closed", "not_paid"]


def test_4_5_a_round_that_ended_without_dice() -> None:
    judgement = judged(bet(), CALL, CLOSED)
    assert [(f.code, f.clauses, f.versions) for f in judgement.findings] == [("no_result", ("4.5",), (4,))]
    paid: Told = ("payout_made", {"bet": "b", "amount_minor": 100})
    result = judged(bet(), CALL, paid, CLOSED).results[0]
    assert (result.settlement.outcome, result.recorded.paid_minor, result.difference_minor) == ("pending", 100, None)
    assert codes(judged(bet(), CALL, seen("7.4"), announced("7.4"), CLOSED)) == []


# --- 4.5 to 4.8, 7.7: what the dice say ------------------------------------------------------------------------------


def test_4_5_the_first_record_of_the_dice_counts_and_only_others_disagree() -> None:
    again: Told = ("dice_shown", {"dice": (1, 2, 3)})
    turned: Told = ("dice_shown", {"dice": (3, 2, 1)})
    other: Told = ("dice_shown", {"dice": (6, 6, 5)})
    judgement = judged(SHOWN, again, turned, other, CLOSED)
    assert judgement.summary["dice"] == [1, 2, 3]
    assert [f.versions for f in found(judgement, "results_disagree")] == [(2, 5)]


def test_4_7_the_entry_is_held_against_the_dice_in_any_order() -> None:
    judgement = judged(SHOWN, entered(3, 1, 2), entered(6, 5, 4), CLOSED)
    assert [(f.clauses, f.versions, f.detail) for f in found(judgement, "display_mismatch")] == [
        (("4.7", "7.7"), (4,), {"shown": "6-5-4", "result": "1-2-3"})
    ]


@pytest.mark.parametrize("earlier", [(), (entered(6, 6, 5),), (entered(6, 6, 5), entered(6, 5, 4))])
def test_4_7_where_only_entries_are_recorded_the_last_counts(earlier: tuple[Told, ...]) -> None:
    judgement = judged(*earlier, entered(1, 1, 2), CLOSED)
    assert judgement.summary["dice"] == [1, 1, 2]
    assert [f.detail["result"] for f in found(judgement, "display_mismatch")] == ["1-1-2"] * len(earlier)


def test_4_8_the_lights_are_the_areas_that_win() -> None:
    right = ("small", "total:6", "pair:1-2", "pair:1-3", "pair:2-3", "single:1", "single:2", "single:3")
    assert codes(judged(SHOWN, lit(*right), CLOSED)) == []
    written = ("small", "total:06", "pair:2-1", "pair:3-1", "pair:3-2", "single:01", "single:02", "single:03")
    assert codes(judged(SHOWN, lit(*written), CLOSED)) == []
    judgement = judged(SHOWN, lit(*right), lit("big", "any_triple", *right[2:]), CLOSED)
    assert [(f.clauses, f.versions, f.detail) for f in found(judgement, "display_mismatch")] == [
        (("4.8", "7.7"), (4,), {"shown": "any_triple, big", "result": "small, total:6"})
    ]


# --- 7.1: the table is held ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "unreported"),
    [
        ((FAILED,), [2]),
        ((FAILED, informed("dealer")), [2]),
        ((FAILED, informed("pit_manager")), []),
        ((FAILED, informed("dealer"), informed("pit_manager")), []),
        ((FAILED, informed("pit_manager"), informed("dealer")), []),
        ((informed("pit_manager"), FAILED), [3]),
        ((FAILED, informed("pit_manager"), FAILED), [4]),
        ((FAILED, FAILED), [2, 3]),
        ((FAILED, FAILED, informed("pit_manager")), []),
    ],
)
def test_7_1_each_failure_is_reported_to_the_pit_manager(facts: tuple[Told, ...], unreported: list[int]) -> None:
    findings = found(judged(*facts, SHOWN, CLOSED), "failure_not_reported")
    assert [(f.clauses, f.versions) for f in findings] == ([(("7.1",), tuple(unreported))] if unreported else [])


def test_7_1_a_round_opened_while_the_table_is_held() -> None:
    held = SessionBefore(hold="7.1", hold_stream="round/SB01/0", hold_version=4)
    findings = found(judge(round_of(CLOSED, before=held), BOOK, ended=True), "played_while_held")
    assert [(f.clauses, f.versions, f.detail) for f in findings] == [(("7.1",), (1,), {"held_since": "SB01/0"})]
    assert found(judge(round_of(CLOSED, before=SessionBefore()), BOOK, ended=True), "played_while_held") == []
    unopened = fold("round/SB01/1", [row for row in tell([OPENED, CLOSED]) if row[2] != 1])
    assert isinstance(unopened, SicBoRound)
    unopened.before = held
    assert [f.code for f in judge(unopened, BOOK, ended=False).findings] == ["opening_not_recorded"]


@pytest.mark.parametrize(
    ("facts", "failed", "released"),
    [
        ((), 4, None),
        ((RELEASED,), 4, 2),
        ((FAILED,), 2, None),
        ((FAILED, RELEASED), 2, 3),
        ((RELEASED, FAILED), 3, None),
        ((FAILED, FAILED), 3, None),
        ((FAILED, RELEASED, FAILED), 4, None),
        ((FAILED, RELEASED, RELEASED), 2, 4),
        ((RELEASED, FAILED, RELEASED), 3, 4),
        ((ruled("7.1", "release", "head_of_operations", bets=("b",)),), 4, 2),
        ((FAILED, ruled("7.1", "release", "head_of_operations", bets=("a", "b"))), 2, 3),
        ((ruled("7.1", "release", "head_of_operations", bets=("b",)), FAILED), 3, None),
        ((RELEASED, FAILED, ruled("7.1", "release", "head_of_operations", bets=("b",))), 3, 4),
        ((ruled("7.1", "release", "pit_manager", bets=("b",)),), 4, None),
        ((ruled("7.1", "release", "pit_manager"),), 4, None),
        ((ruled("7.1", "void", "head_of_operations"),), 4, None),
        ((ruled("7.8", "release", "head_of_operations"),), 4, None),
    ],
)
def test_7_1_held_from_the_failure_to_the_release(facts: tuple[Told, ...], failed: int, released: int | None) -> None:
    before = SessionBefore(hold="7.1", hold_stream="round/SB01/0", hold_version=4, pack="K1")
    state = round_of(*facts, before=before)
    after = carry(before, state, judge(state, BOOK, ended=False), BOOK)
    here = "round/SB01/1" if FAILED in facts else "round/SB01/0"
    until = None if released is None else AT + timedelta(seconds=released)
    assert after == SessionBefore(hold="7.1", hold_stream=here, hold_version=failed, released_at=until, pack="K1")


def test_7_1_a_release_where_nothing_was_held_leaves_nothing() -> None:
    state = round_of(RELEASED)
    assert carry(None, state, judge(state, BOOK, ended=False), BOOK) == SessionBefore()


@pytest.mark.parametrize(("seconds", "kept"), [(0, True), (1, False), (2, False)])
def test_7_1_a_release_covers_what_was_opened_from_its_moment_on(seconds: int, kept: bool) -> None:
    released_at = AT + timedelta(seconds=2 - seconds)
    before = SessionBefore(hold="7.1", hold_stream="round/SB01/0", hold_version=4, released_at=released_at, pack="K1")
    state = round_of(CLOSED, before=before)
    judgement = judge(state, BOOK, ended=True)
    assert bool(found(judgement, "played_while_held")) == kept
    assert carry(before, state, judgement, BOOK) == (before if kept else SessionBefore(pack="K1"))


def test_7_1_a_round_whose_opening_nobody_recorded_ends_no_hold() -> None:
    before = SessionBefore(hold="7.1", hold_stream="round/SB01/0", hold_version=4, released_at=AT)
    state = fold("round/SB01/1", tell([CLOSED]))
    assert isinstance(state, SicBoRound)
    state.before = before
    judgement = judge(state, BOOK, ended=True)
    assert found(judgement, "played_while_held") == []
    assert carry(before, state, judgement, BOOK) == before


def test_7_1_a_failure_after_a_release_holds_anew() -> None:
    before = SessionBefore(hold="7.1", hold_stream="round/SB01/0", hold_version=4, released_at=AT + timedelta(days=1))
    state = round_of(FAILED, before=before)
    after = carry(before, state, judge(state, BOOK, ended=False), BOOK)
    assert after == SessionBefore(hold="7.1", hold_stream="round/SB01/1", hold_version=2)


@pytest.mark.parametrize("told", [True, False])
def test_7_1_a_release_without_a_moment_is_of_when_it_was_recorded(told: bool) -> None:
    rows = tell([OPENED, FAILED, CLOSED, RELEASED])
    recorded_at = AT + timedelta(hours=1)
    said = recorded_at + timedelta(hours=1) if told else None  # nothing is recorded before it happened
    rows[-1] = (*rows[-1][:4], said, recorded_at, *rows[-1][6:])
    state = fold("round/SB01/1", rows)
    assert isinstance(state, SicBoRound)
    assert carry(None, state, judge(state, BOOK, ended=False), BOOK).released_at == recorded_at


@pytest.mark.parametrize("failed_at", [-1, 1])
def test_7_1_a_failure_recorded_after_the_release_holds_only_if_it_came_after_it(failed_at: int) -> None:
    opened, released, failed = tell([OPENED, RELEASED, FAILED])
    moment = (released[4] or AT) + timedelta(milliseconds=failed_at)
    state = fold("round/SB01/1", [opened, released, (*failed[:4], moment, *failed[5:])])
    assert isinstance(state, SicBoRound)
    after = carry(None, state, judge(state, BOOK, ended=False), BOOK)
    assert (after.hold, after.hold_version) == ("7.1", 3)
    assert (after.released_at is None) == (failed_at > 0)


def test_7_1_a_failure_holds_though_nothing_is_recorded_before_it() -> None:
    state = fold("round/SB01/1", tell([FAILED, OPENED]))
    assert isinstance(state, SicBoRound)
    moment = state.failed[0][0]
    assert (moment, carry(None, state, judge(state, BOOK, ended=False), BOOK).hold_version) == (1, 1)


def test_7_1_what_is_no_release_is_a_finding() -> None:
    judgement = judged(FAILED, informed("pit_manager"), ruled("7.1", "void", "head_of_operations"), SHOWN, CLOSED)
    assert [(f.code, f.clauses) for f in judgement.findings] == [("ruling_not_offered", ("7.1",))]
    lower = judged(ruled("7.1", "release", "pit_manager", bets=("a", "b")), SHOWN, CLOSED)
    assert [(f.code, f.subject) for f in lower.findings] == [("post_not_competent", "ruling:2")]


# --- 5.1: what a later document may pay ------------------------------------------------------------------------------


def test_5_1_odds_of_a_later_document_may_be_fractions() -> None:
    later = msgspec.structs.replace(BOOK, odds={**BOOK.odds, "small": Odds.parse("20:19")})
    due = judge(round_of(bet(stake=30), CALL, SHOWN), later, ended=False).results[0].settlement
    assert (due.winnings_minor, due.exact_winnings) == (28, Fraction(57, 2))
