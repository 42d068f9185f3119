"""4.2 to 4.8, 7.1 to 7.8: one throw judged fact by fact, at the edges that the golden rounds do not show."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any
from uuid import UUID

import msgspec
import pytest

from casino.core.money import Odds
from games.rounds.fold import StoredRow, fold
from games.rounds.session import SessionBefore
from games.rounds.sicbo import SicBoRound
from games.rounds.table import TableTerms
from games.rules.book import shipped
from games.rules.judgement import Finding, Judgement
from games.rules.sicbo import carry, judge

BOOK = shipped().by_id("sicbo.2020-06-13")
AT = datetime(2026, 3, 1, 5, 0, tzinfo=UTC)
Told = tuple[str, dict[str, Any]]

OPENED: Told = ("round_opened", {})
CALL: Told = ("betting_closed", {})
CLOSED: Told = ("round_closed", {})
SHOWN: Told = ("dice_shown", {"dice": (1, 2, 3)})


def tell(facts: Iterable[Told]) -> list[StoredRow]:
    """The facts as stored rows, one second apart."""
    rows: list[StoredRow] = []
    for version, (name, data) in enumerate(facts, start=1):
        body = msgspec.json.encode({"id": str(UUID(int=version)), "data": data})
        moment = AT + timedelta(seconds=version)
        rows.append((version, "round/SB01/1", version, f"sicbo.{name}.v1", moment, moment, "device:D", body))
    return rows


def round_of(*facts: Told, before: SessionBefore | None = None, **limits: tuple[int, int]) -> SicBoRound:
    state = fold("round/SB01/1", tell([OPENED, *facts]))
    assert isinstance(state, SicBoRound)
    state.terms = TableTerms(table="SB01", limits=limits)
    state.before = before
    return state


def judged(*facts: Told, ended: bool = True) -> Judgement:
    return judge(round_of(*facts), BOOK, ended=ended)


def bet(name: str = "b", spot: str = "small", stake: int = 100, **more: Any) -> Told:
    return "bet_placed", {"bet": name, "spot": spot, "stake_minor": stake, **more}


def seen(ground: str) -> Told:
    return "irregularity_seen", {"ground": ground}


def announced(ground: str | None = None) -> Told:
    return "void_announced", {"announced_by": {"post": "dealer", "staff": "D01"}, "ground": ground}


def shaken(times: int) -> Told:
    return "dice_shaken", {"times": times}


def ruled(clause: str, choice: str, post: str, bets: tuple[str, ...] = ()) -> Told:
    by = {"post": post, "staff": "M01"}
    return "ruling_made", {"clause": clause, "made_by": by, "choice": choice, "reason": "r", "bets": bets}


def informed(post: str) -> Told:
    return "pit_manager_informed", {"person": {"post": post, "staff": "M01"}}


FAILED: Told = ("device_failed", {})
RELEASED = ruled("7.1", "release", "head_of_operations")


def found(judgement: Judgement, code: str) -> list[Finding]:
    return [finding for finding in judgement.findings if finding.code == code]


def codes(judgement: Judgement) -> list[str]:
    return [finding.code for finding in judgement.findings]


def outcomes(judgement: Judgement) -> dict[str, str]:
    return {result.bet: str(result.settlement.outcome) for result in judgement.results}


# --- 4.2 to 4.4: how bets lay ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [(CALL, SHOWN), (SHOWN, CALL), (SHOWN,), (CALL,)])
def test_4_4_a_late_bet_rests_on_what_ended_betting(before: tuple[Told, ...]) -> None:
    late = found(judged(bet("a"), *before, bet("b")), "late_bet")
    assert [(f.subject, f.clauses, f.versions) for f in late] == [("b", ("4.4",), (3 + len(before), 3))]


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


def entered(*dice: int) -> Told:
    return "result_entered", {"dice": dice}


def lit(*spots: str) -> Told:
    return "areas_lit", {"spots": spots}


def test_4_5_the_first_record_of_the_dice_counts_and_only_others_disagree() -> None:
    again: Told = ("dice_shown", {"dice": (1, 2, 3)})
    other: Told = ("dice_shown", {"dice": (6, 6, 5)})
    judgement = judged(SHOWN, again, other, CLOSED)
    assert judgement.summary["dice"] == [1, 2, 3]
    assert [f.versions for f in found(judgement, "results_disagree")] == [(2, 4)]


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
    judgement = judged(SHOWN, lit(*right), lit("big", "any_triple", *right[2:]), CLOSED)
    assert [(f.clauses, f.versions, f.detail) for f in found(judgement, "display_mismatch")] == [
        (("4.8", "7.7"), (4,), {"shown": "any_triple, big", "result": "small, total:6"})
    ]


# --- 7.2 to 7.6, 7.8: does the throw count? --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "clauses"),
    [
        ((CALL, shaken(3)), []),
        ((CALL, shaken(2)), ["7.2"]),
        ((CALL, shaken(2), shaken(1)), []),
        ((CALL,), []),
        ((CALL, shaken(0)), ["7.2"]),
        ((seen("7.3"), CALL), ["7.3"]),
        ((CALL, seen("7.3")), []),
        ((seen("7.3"),), ["7.3"]),
        ((CALL, announced("7.3")), ["7.3"]),
        ((CALL, seen("7.4")), ["7.4"]),
        ((CALL, seen("7.7")), []),
        ((CALL, seen("7.7"), seen("7.6")), ["7.6"]),
        ((CALL, seen("7.6"), seen("7.5")), ["7.6"]),
        ((CALL, shaken(1), seen("7.5")), ["7.2"]),
        ((CALL, seen("7.5"), shaken(1)), ["7.5"]),
        ((CALL, announced("7.8"), seen("7.5")), ["7.5"]),
    ],
)
def test_7_2_to_7_6_void_by_themselves(facts: tuple[Told, ...], clauses: list[str]) -> None:
    judgement = judged(bet(), *facts, SHOWN, CLOSED)
    assert judgement.summary["clauses"] == clauses
    assert judgement.summary["standing"] == ("void" if clauses else "settled")
    assert outcomes(judgement)["b"] == ("void" if clauses else "won")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ((seen("7.5"),), [(("7.5",), (3,))]),
        ((seen("7.6"), seen("7.5")), [(("7.6",), (3,))]),
        ((shaken(1), shaken(1)), [(("7.2",), (4,))]),
        ((seen("7.5"), announced("7.5")), []),
        ((seen("7.5"), announced()), []),
        ((announced("7.5"),), []),
        ((seen("7.7"),), []),
    ],
)
def test_7_2_to_7_6_a_void_nobody_announced(
    facts: tuple[Told, ...], expected: list[tuple[tuple[str, ...], tuple[int, ...]]]
) -> None:
    judgement = judged(CALL, *facts, SHOWN, CLOSED)
    assert [(f.clauses, f.versions) for f in found(judgement, "void_not_announced")] == expected


@pytest.mark.parametrize("late", [seen("7.5"), shaken(1)])
def test_7_2_to_7_6_the_cause_that_came_first_is_named_though_recorded_last(late: Told) -> None:
    rows = tell([OPENED, CALL, seen("7.4"), SHOWN, late])
    moment = (rows[2][4] or AT) - timedelta(milliseconds=1)
    state = fold("round/SB01/1", [*rows[:-1], (*rows[-1][:4], moment, *rows[-1][5:])])
    assert isinstance(state, SicBoRound)
    judgement = judge(state, BOOK, ended=False)
    ground = late[1].get("ground", "7.2")
    assert judgement.summary["clauses"] == [ground]
    assert [(f.clauses, f.versions) for f in found(judgement, "void_not_announced")] == [((ground,), (5,))]


@pytest.mark.parametrize(("ground", "said"), [("7.7", "7.7"), (None, "")])
def test_7_8_a_void_on_no_ground_waits(ground: str | None, said: str) -> None:
    judgement = judged(bet(), CALL, SHOWN, announced(ground), announced(ground), CLOSED)
    assert [(f.subject, f.clauses, f.versions, f.detail) for f in found(judgement, "void_without_ground")] == [
        (f"call:{n}", ("7.8",), (n,), {"ground": said, "post": "dealer"}) for n in (5, 6)
    ]
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == ("awaiting", ["7.8"])
    result = judgement.results[0]
    assert (result.decided_by, result.settlement.clauses, result.spot) == ("7.8", ("7.8",), "small")
    assert [(option.decision, option.settlement.outcome) for option in result.alternatives] == [
        ("as_thrown", "won"),
        ("void", "void"),
    ]


def test_7_8_a_bet_that_waits_shows_what_was_done_with_it() -> None:
    paid: Told = ("payout_made", {"bet": "b", "amount_minor": 100})
    result = judged(bet(), CALL, SHOWN, paid, announced(), CLOSED).results[0]
    assert (result.recorded.paid_minor, result.difference_minor) == (100, None)


@pytest.mark.parametrize(
    ("ruling", "standing", "clauses"),
    [
        (ruled("7.8", "void", "director_of_table_games"), "void", ["7.8"]),
        (ruled("7.8", "as_thrown", "director_of_table_games"), "settled", []),
        (ruled("7.8", "release", "director_of_table_games"), "awaiting", ["7.8"]),
        (ruled("7.8", "void", "pit_manager"), "awaiting", ["7.8"]),
        (ruled("7.8", "void", "director_of_table_games", bets=("b",)), "awaiting", ["7.8"]),
    ],
)
def test_7_8_the_director_decides_for_the_round(ruling: Told, standing: str, clauses: list[str]) -> None:
    judgement = judged(bet(), CALL, SHOWN, announced(), ruling, CLOSED)
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == (standing, clauses)


# --- 7.1: the table is held ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "reported"),
    [
        ((FAILED,), False),
        ((FAILED, informed("dealer")), False),
        ((FAILED, informed("pit_manager")), True),
        ((FAILED, informed("dealer"), informed("pit_manager")), True),
    ],
)
def test_7_1_a_failure_is_reported_to_the_pit_manager(facts: tuple[Told, ...], reported: bool) -> None:
    findings = found(judged(*facts, SHOWN, CLOSED), "failure_not_reported")
    assert [(f.clauses, f.versions) for f in findings] == ([] if reported else [(("7.1",), (2,))])


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
    ("facts", "version"),
    [
        ((), 4),
        ((RELEASED,), 0),
        ((FAILED,), 2),
        ((FAILED, RELEASED), 0),
        ((RELEASED, FAILED), 3),
        ((FAILED, FAILED), 3),
        ((FAILED, RELEASED, FAILED), 4),
        ((ruled("7.1", "release", "pit_manager"),), 4),
        ((ruled("7.1", "void", "head_of_operations"),), 4),
        ((ruled("7.8", "release", "head_of_operations"),), 4),
    ],
)
def test_7_1_held_from_the_failure_to_the_release(facts: tuple[Told, ...], version: int) -> None:
    before = SessionBefore(hold="7.1", hold_stream="round/SB01/0", hold_version=4, pack="K1")
    state = round_of(*facts, before=before)
    after = carry(before, state, judge(state, BOOK, ended=False), BOOK)
    here = "round/SB01/1" if FAILED in facts else "round/SB01/0"
    held = SessionBefore(hold="7.1", hold_stream=here, hold_version=version, pack="K1")
    assert after == (held if version else SessionBefore(pack="K1"))


@pytest.mark.parametrize("failed_at", [-1, 1])
def test_7_1_a_failure_recorded_after_the_release_holds_only_if_it_came_after_it(failed_at: int) -> None:
    opened, released, failed = tell([OPENED, RELEASED, FAILED])
    moment = (released[4] or AT) + timedelta(milliseconds=failed_at)
    state = fold("round/SB01/1", [opened, released, (*failed[:4], moment, *failed[5:])])
    assert isinstance(state, SicBoRound)
    after = carry(None, state, judge(state, BOOK, ended=False), BOOK)
    assert after.hold_version == (3 if failed_at > 0 else 0)
    assert bool(after.hold) == (failed_at > 0)


def test_7_1_a_failure_holds_though_nothing_is_recorded_before_it() -> None:
    state = fold("round/SB01/1", tell([FAILED, OPENED]))
    assert isinstance(state, SicBoRound)
    moment = state.failed[0][0]
    assert (moment, carry(None, state, judge(state, BOOK, ended=False), BOOK).hold_version) == (1, 1)


def test_7_1_what_is_no_release_is_a_finding() -> None:
    judgement = judged(FAILED, informed("pit_manager"), ruled("7.1", "void", "head_of_operations"), SHOWN, CLOSED)
    assert [(f.code, f.clauses) for f in judgement.findings] == [("ruling_not_offered", ("7.1",))]


# --- 5.1: what a later document may pay ------------------------------------------------------------------------------


def test_5_1_odds_of_a_later_document_may_be_fractions() -> None:
    later = msgspec.structs.replace(BOOK, odds={**BOOK.odds, "small": Odds.parse("20:19")})
    due = judge(round_of(bet(stake=30), CALL, SHOWN), later, ended=False).results[0].settlement
    assert (due.winnings_minor, due.exact_winnings) == (28, Fraction(57, 2))
