"""Bets as they lay: seats and players, limits, the differential and its other reading, the memory of 7.17."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.baccarat.bets import LaidBet, within_differential
from games.engine.judgement import Judgement, Outcome
from games.engine.settling import back
from tests.baccarat.rounds import BOOK, bets, changed, codes, judged

NATURAL = "\n20 betting_closed\n30 cards player:4S banker:3H player:4H banker:4D\n45 result_announced winner=player"
TIED = "\n20 betting_closed\n30 cards player:2S banker:2H player:4H banker:4D\n45 result_announced winner=tie"
LIMITS = "player 100 5000; banker 100 5000"


def _lays(*stakes: tuple[str, int]) -> list[LaidBet]:
    return [
        LaidBet(bet=f"b{n}", kind=kind, spot=kind, stake_minor=stake, version=n, who=f"P-{n}", in_play=stake)
        for n, (kind, stake) in enumerate(stakes)
    ]


def test_within_the_differential_every_bet_plays_whole() -> None:
    lays = _lays(("player", 3000), ("banker", 2000), ("tie", 90_000))
    lays, findings = within_differential(lays, 1000, BOOK)
    assert [lay.in_play for lay in lays] == [3000, 2000, 90_000]
    assert findings == ()


def test_over_the_differential_the_larger_side_plays_in_proportion() -> None:
    lays = _lays(("player", 2000), ("player", 1000), ("banker", 500), ("tie", 90_000))
    lays, findings = within_differential(lays, 1000, BOOK)
    assert [lay.in_play for lay in lays] == [1000, 500, 500, 90_000]
    assert [f.detail for f in findings] == [{"player": 3000, "banker": 500, "differential": 1000}]


def test_the_other_reading_takes_each_area_by_itself() -> None:
    lays = _lays(("player", 3000), ("banker", 2500), ("tie", 2000), ("lucky6", 900))
    lays, findings = within_differential(lays, 1000, changed(differential_reading="each_area_pro_rata"))
    assert [lay.in_play for lay in lays] == [1000, 1000, 1000, 900]
    assert [f.subject for f in findings] == ["banker", "player", "tie"]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["player", "banker"]), st.integers(1, 10**9)), min_size=1, max_size=8),
    st.integers(1, 10**9),
)
def test_what_plays_keeps_the_differential_exactly(stakes: list[tuple[str, int]], differential: int) -> None:
    lays = _lays(*stakes)
    lays, _ = within_differential(lays, differential, BOOK)
    totals = {
        side: sum((Fraction(x.in_play) for x in lays if x.kind == side), Fraction(0)) for side in ("player", "banker")
    }
    assert abs(totals["player"] - totals["banker"]) <= differential
    over = [lay for lay in lays if lay.in_play != lay.stake_minor]
    if over:
        assert abs(totals["player"] - totals["banker"]) == differential
        assert len({Fraction(lay.in_play) / lay.stake_minor for lay in over}) == 1
        assert len({lay.kind for lay in over}) == 1


def test_7_17_comes_before_7_18_and_7_19() -> None:
    """A bet that goes back under 7.17 counts for no side; one above the maximum counts with the maximum."""
    facts = (
        "5 bet_placed bet=b1 kind=player stake_minor=9000 player=P-1\n"
        "6 bet_placed bet=b2 kind=player stake_minor=50 player=P-2\n"
        "7 bet_placed bet=b3 kind=banker stake_minor=1000 player=P-3" + NATURAL
    )
    terms = "differential_set differential_minor=3000"
    judgement = judged(facts, limits=LIMITS, terms=terms, before="under_minimum=P-2")
    due = {bet: r.settlement for bet, r in bets(judgement).items()}
    assert (due["b1"].in_play_minor, due["b1"].winnings_minor) == (4000, 4000)
    assert due["b1"].clauses == ("6.1.1.1", "5.1.1", "7.18", "7.19")
    assert due["b2"].outcome == "refused"
    assert due["b3"].in_play_minor == 1000


@pytest.mark.parametrize(("counted_on", "remembered"), [("paid_or_collected", []), ("settled", ["P-1"])])
def test_a_push_below_the_minimum_is_remembered_by_choice(counted_on: str, remembered: list[str]) -> None:
    facts = "5 bet_placed bet=b1 kind=player stake_minor=50 player=P-1" + TIED
    book = changed(below_minimum_counted_on=counted_on)
    assert judged(facts, book, limits=LIMITS).summary["below_minimum"] == remembered


def test_both_bets_below_the_minimum_of_one_round_are_the_first_time() -> None:
    facts = (
        "5 bet_placed bet=b1 kind=player stake_minor=50 player=P-1\n"
        "6 bet_placed bet=b2 kind=banker stake_minor=60 player=P-1" + NATURAL
    )
    judgement = judged(facts, limits=LIMITS)
    assert [r.settlement.outcome for r in judgement.results] == ["won", "lost"]
    assert judgement.summary["below_minimum"] == ["P-1"]


def test_a_player_nobody_named_is_not_remembered() -> None:
    facts = "5 bet_placed bet=b1 kind=player stake_minor=50" + NATURAL
    judgement = judged(facts, limits=LIMITS, before="under_minimum=P-1")
    assert bets(judgement)["b1"].settlement.outcome == "won"
    assert judgement.summary["below_minimum"] == []


def test_a_seat_stands_for_the_player_who_sits_there() -> None:
    facts = (
        "5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1 seat=3\n"
        "6 bet_placed bet=b2 kind=banker stake_minor=60 seat=3" + NATURAL
    )
    judgement = judged(facts, limits=LIMITS, before="under_minimum=P-1")
    assert bets(judgement)["b2"].settlement.outcome == "refused"


def test_a_change_moves_the_bet_before_the_call() -> None:
    facts = (
        "5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1\n"
        "6 bet_changed bet=b1 kind=banker\n7 bet_changed bet=b1 stake_minor=700\n"
        "8 bet_changed bet=b9 stake_minor=700" + NATURAL + "\n50 stake_collected bet=b1 amount_minor=700"
    )
    judgement = judged(facts)
    result = bets(judgement)["b1"]
    assert (result.kind, result.spot) == ("banker", "banker")
    assert (result.settlement.outcome, result.settlement.collected_minor) == ("lost", 700)
    assert codes(judgement) == ["change_without_bet"]


def test_7_17_a_bet_that_was_changed_is_still_its_players() -> None:
    facts = (
        "5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1\n6 bet_changed bet=b1 stake_minor=50\n" + NATURAL
    )
    due = {
        before: bets(judged(facts, limits=LIMITS, before=f"under_minimum={before}"))["b1"] for before in ("P-1", "P-2")
    }
    assert {before: result.settlement.outcome for before, result in due.items()} == {"P-1": "refused", "P-2": "won"}


def test_a_bet_recorded_twice_counts_once() -> None:
    facts = (
        "5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1\n"
        "6 bet_placed bet=b1 kind=player stake_minor=500 player=P-1"
        + NATURAL
        + "\n50 payout_made bet=b1 amount_minor=500"
    )
    judgement = judged(facts)
    assert len(judgement.results) == 1
    assert codes(judgement) == ["bet_recorded_twice"]


@pytest.mark.parametrize("stake", [100, 5000])
def test_a_stake_of_just_the_minimum_or_the_maximum_is_within_the_limits(stake: int) -> None:
    facts = f"5 bet_placed bet=b1 kind=player stake_minor={stake} player=P-1{NATURAL}"
    judgement = judged(f"{facts}\n50 payout_made bet=b1 amount_minor={stake}", limits=LIMITS)
    assert codes(judgement) == []
    assert bets(judgement)["b1"].settlement.clauses == ("6.1.1.1", "5.1.1")


WRONG_PLACE = "30 cards player:4S player:3H banker:4H banker:4D"
RIGHT_PLACE = "30 cards player:4S banker:3H player:4H banker:4D"


@pytest.mark.parametrize(
    ("cards", "clause", "then", "grounded"),
    [
        (WRONG_PLACE, "7.9", "", True),
        (WRONG_PLACE, "7.9", "42 cards_put_in_order clause=7.9", True),
        (RIGHT_PLACE, "7.9", "42 cards_put_in_order clause=7.9", True),
        (RIGHT_PLACE, "7.9", "", False),
        (RIGHT_PLACE + "\n36 irregularity_seen kind=other", "7.9", "", False),
        (RIGHT_PLACE + "\n36 cards_drawn_together first=2 count=2 order_known=true", "7.12", "", True),
        (WRONG_PLACE, "7.12", "42 cards_put_in_order clause=7.12", False),
    ],
)
def test_a_withdrawal_rests_on_cards_out_of_order_or_drawn_together(
    cards: str, clause: str, then: str, grounded: bool
) -> None:
    facts = f"""5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1
20 betting_closed
{cards}
40 bet_withdrawn bet=b1 clause={clause} allowed_by=shift_manager/M1
{then}"""
    judgement = judged(facts)
    assert bets(judgement)["b1"].settlement.clauses == (clause,)
    assert ("withdrawal_without_ground" in codes(judgement)) == (not grounded)


AGAIN = """5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1
20 betting_closed
30 cards player:2S player:3H banker:AH banker:2D
33 cards_put_in_order clause=7.9
40 cards {fifth}:5C
{then}
42 cards_put_in_order clause=7.9
44 cards banker:6C"""


@pytest.mark.parametrize(
    ("fifth", "then", "found"),
    [
        ("banker", "41 bet_withdrawn bet=b1 clause=7.9 allowed_by=shift_manager/M1", []),
        ("player", "41 bet_withdrawn bet=b1 clause=7.9 allowed_by=shift_manager/M1", ["withdrawal_too_late"]),
        ("banker", "43 bet_withdrawn bet=b1 clause=7.9 allowed_by=shift_manager/M1", ["withdrawal_too_late"]),
        (
            "player",
            "41 cards_drawn_together first=5 count=2 order_known=true\n"
            "41.5 bet_withdrawn bet=b1 clause=7.12 allowed_by=shift_manager/M1",
            [],
        ),
        ("banker", "32 bet_withdrawn bet=b1 clause=7.9 allowed_by=shift_manager/M1", []),
    ],
)
def test_7_9_cards_out_of_order_again_give_leave_again_until_they_are_put_in_order(
    fifth: str, then: str, found: list[str]
) -> None:
    judgement = judged(AGAIN.format(fifth=fifth, then=then))
    assert [code for code in codes(judgement) if code.startswith("withdrawal_")] == found
    assert (bets(judgement)["b1"].settlement.outcome == "void") == (not found)


def test_7_9_where_no_card_is_known_to_lie_out_of_order_any_ordering_was_the_last_moment() -> None:
    facts = ON_TIME + CALL + CARDS + "40 bet_withdrawn bet=b1 clause=7.9 allowed_by=shift_manager/M1"
    for moment in (-1, 1, 35):
        assert "withdrawal_too_late" in codes(judged(f"{moment} cards_put_in_order clause=7.9\n" + facts))


@pytest.mark.parametrize(
    ("first", "then", "standing", "pack"),
    [
        ("31 bet_withdrawn bet=b1 clause=7.9 allowed_by=shift_manager/M1", "", "void", "7.10.2"),
        ("", "", "settled", ""),
        ("", "46 bet_withdrawn bet=b1 clause=7.10.1 allowed_by=shift_manager/M1", "settled", ""),
    ],
)
def test_7_10_2_who_withdrew_before_is_not_there_to_play_on(first: str, then: str, standing: str, pack: str) -> None:
    text = f"""5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1
6 bet_placed bet=b2 kind=banker stake_minor=500 player=P-2
20 betting_closed
30 cards player:4S player:4H banker:3H banker:4D
{first}
33 cards_put_in_order clause=7.9
34 irregularity_seen kind=wrong_delivery
35 bet_withdrawn bet=b2 clause=7.10.2 allowed_by=shift_manager/M1
{"45 result_announced winner=player" if standing == "settled" else "45 round_voided called_by=dealer/D1 ground=7.10.2"}
{then}"""
    judgement = judged(text)
    assert (judgement.summary["standing"], judgement.summary["new_pack"]) == (standing, pack)
    assert "void_without_ground" not in codes(judgement)
    assert "void_not_announced" not in codes(judgement)


def test_7_10_2_all_who_withdraw_under_another_clause_void_nothing() -> None:
    text = ON_TIME + CALL + CARDS + "40 cards_drawn_together first=2 count=2 order_known=true\n"
    judgement = judged(text + "41 bet_withdrawn bet=b1 clause=7.12 allowed_by=shift_manager/M1")
    assert (judgement.summary["standing"], judgement.summary["new_pack"]) == ("settled", "")


# --- What is said of bets that do not lie as they should -------------------------------------------------------------

ON_TIME = "5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1\n"
CALL = "20 betting_closed\n"
CARDS = "30 cards player:4S banker:3H player:4H banker:4D\n"

Told = tuple[str, str, tuple[str, ...], tuple[int, ...], dict[str, Any]]


def told(judgement: Judgement) -> list[Told]:
    """Every finding of procedure: code, subject, clauses, versions and detail."""
    found = [f for f in judgement.findings if f.severity == "procedure" and f.code != "result_not_announced"]
    return [(f.code, f.subject, f.clauses, f.versions, f.detail) for f in found]


@pytest.mark.parametrize(
    ("facts", "refused", "found"),
    [
        (
            ON_TIME + CALL + "25 bet_placed bet=b2 kind=tie stake_minor=7 player=P-2\n" + CARDS,
            ("4.6",),
            [("late_bet", "b2", ("4.6",), (4, 3), {"stake": 7})],
        ),
        (
            ON_TIME + CALL + CARDS + "35 bet_placed bet=b2 kind=tie stake_minor=7 player=P-2\n",
            ("4.6",),
            [("late_bet", "b2", ("4.6",), (8, 3), {"stake": 7})],
        ),
        (
            ON_TIME + CARDS + "35 bet_placed bet=b2 kind=tie stake_minor=7 player=P-2\n",
            ("4.2",),
            [("no_call_recorded", "", ("4.6",), (3,), {}), ("late_bet", "b2", ("4.2",), (7, 3), {"stake": 7})],
        ),
        (
            ON_TIME + CARDS + "35 bet_placed bet=b2 kind=tie stake_minor=7 player=P-2\n40 betting_closed\n",
            ("4.2",),
            [("called_too_late", "", ("4.6",), (3, 8), {}), ("late_bet", "b2", ("4.2",), (7, 3), {"stake": 7})],
        ),
    ],
)
def test_4_2_4_6_a_bet_after_the_call_or_the_first_card_was_never_accepted(
    facts: str, refused: tuple[str, ...], found: list[Told]
) -> None:
    judgement = judged(facts)
    assert told(judgement) == found
    assert bets(judgement)["b2"].settlement == back(Outcome.REFUSED, 7, refused)
    assert bets(judgement)["b1"].settlement.outcome == "won"


def test_a_late_bet_counts_with_its_own_changes_and_may_be_taken_back() -> None:
    late = "22 bet_placed bet=b2 kind=tie stake_minor=7 player=P-2\n23 bet_changed bet=b2 stake_minor=9\n"
    gone = "22 bet_placed bet=b3 kind=tie stake_minor=7 player=P-2\n23 bet_withdrawn bet=b3\n"
    judgement = judged(ON_TIME + CALL + late + gone + CARDS)
    assert bets(judgement)["b2"].settlement == back(Outcome.REFUSED, 9, ("4.6",))
    assert "b3" not in bets(judgement)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("bet_changed bet=b1 stake_minor=9", "changed_after_call"),
        ("bet_withdrawn bet=b1", "withdrawn_after_call"),
        ("bet_withdrawn bet=b1 clause=7.22", "withdrawn_after_call"),
    ],
)
def test_4_6_a_change_after_the_call_changes_nothing(change: str, code: str) -> None:
    judgement = judged(ON_TIME + CALL + f"25 {change}\n" + CARDS)
    assert told(judgement) == [(code, "b1", ("4.6",), (4,), {})]
    assert bets(judgement)["b1"].settlement.winnings_minor == 500
    judgement = judged(ON_TIME + CARDS + f"35 {change}\n")
    assert told(judgement) == [("no_call_recorded", "", ("4.6",), (3,), {}), (code, "b1", ("4.2",), (7,), {})]


def test_before_the_call_a_withdrawal_under_a_clause_is_a_plain_one() -> None:
    out = "10 bet_withdrawn bet=b1 clause=7.10.2\n"
    judgement = judged(ON_TIME + out + CALL + CARDS)
    assert (judgement.results, told(judgement)) == ((), [])
    assert judged(ON_TIME + out, ended="no").results == ()


@pytest.mark.parametrize(
    ("before", "announced", "face_up", "outcome", "clauses"),
    [
        ("", "", "", "won", ("6.1.1.1", "5.1.1")),
        ("", "3 no_bet_announced\n", "", "refused", ("7.8",)),
        ("no_bet=7.6", "3 no_bet_announced\n", "", "refused", ("7.6", "7.8")),
        ("no_bet=7.5", "3 no_bet_announced\n", "", "refused", ("7.5", "7.8")),
        ("", "", " face_up=true", "void", ("7.5", "7.8")),
        ("no_bet=7.6", "", " face_up=true", "refused", ("7.6", "7.8")),
        ("no_bet=7.5", "", " face_up=true", "refused", ("7.5", "7.8")),
        ("", "3 no_bet_announced\n", " face_up=true", "void", ("7.5", "7.8")),
    ],
)
def test_7_8_in_a_no_bet_round_every_bet_goes_back(
    before: str, announced: str, face_up: str, outcome: str, clauses: tuple[str, ...]
) -> None:
    first = f"30 card_dealt card=4S to=player{face_up}\n31 cards banker:3H player:4H banker:4D\n"
    judgement = judged(announced + ON_TIME + CALL + first, before=before)
    settlement = bets(judgement)["b1"].settlement
    assert (settlement.outcome, settlement.clauses) == (outcome, clauses)
    found = [said for said in told(judgement) if said[0] == "bet_in_no_bet_round"]
    version = 3 if announced else 2
    expected: Any = [("bet_in_no_bet_round", "b1", clauses, (version,), {})] if outcome == "refused" else []
    assert found == expected


def test_7_8_a_bet_that_does_not_play_anyhow_does_not_come_off() -> None:
    late = "25 bet_placed bet=b2 kind=tie stake_minor=7 player=P-2\n"
    judgement = judged("3 no_bet_announced\n" + CALL + late + CARDS)
    assert told(judgement) == [("late_bet", "b2", ("4.6",), (4, 3), {"stake": 7})]
    assert bets(judgement)["b2"].settlement.clauses == ("4.6",)


@pytest.mark.parametrize(
    ("stake", "before", "code", "clauses", "detail"),
    [
        (99, "", "below_minimum", ("4.4", "7.17"), {"stake": 99, "minimum": 100}),
        (99, "under_minimum=P-1", "below_minimum_again", ("7.17",), {"stake": 99, "minimum": 100}),
        (5001, "", "above_maximum", ("4.4", "7.18"), {"stake": 5001, "maximum": 5000}),
    ],
)
def test_4_4_what_is_said_of_a_stake_outside_the_limits(
    stake: int, before: str, code: str, clauses: tuple[str, ...], detail: dict[str, int]
) -> None:
    facts = ON_TIME.replace("500", str(stake)) + CALL + CARDS
    assert told(judged(facts, limits=LIMITS, before=before)) == [(code, "b1", clauses, (2,), detail)]


def test_4_4_a_bet_that_does_not_play_is_held_to_no_limit() -> None:
    facts = CALL + "25 bet_placed bet=b2 kind=player stake_minor={} player=P-2\n" + CARDS
    for stake in (5, 50_000):
        assert [said[0] for said in told(judged(facts.format(stake), limits=LIMITS))] == ["late_bet"]


def test_4_4_only_kinds_with_a_limit_are_held_to_one() -> None:
    facts = ON_TIME + "6 bet_placed bet=b2 kind=tie stake_minor=5 player=P-1\n" + CALL + CARDS
    assert told(judged(facts, limits=LIMITS)) == []
    first = "3 bet_placed bet=b2 kind=tie stake_minor=5\n4 bet_placed bet=b3 kind=player stake_minor=5\n"
    found = told(judged(first + ON_TIME + CALL + CARDS, limits=LIMITS))
    assert [(said[0], said[1]) for said in found] == [("below_minimum", "b3")]


@pytest.mark.parametrize(
    ("player", "banker", "over"),
    [
        (3000, 2000, False),
        (3001, 2000, True),
        (2000, 3000, False),
        (2000, 3001, True),
        (1001, 0, True),
        (500, 500, False),
    ],
)
def test_4_3_the_differential_is_the_most_allowed(player: int, banker: int, over: bool) -> None:
    lays = [*_lays(("player", player), ("banker", banker))]
    lays, findings = within_differential(lays, 1000, BOOK)
    assert bool(findings) == over
    assert any(lay.extra for lay in lays) == over


@pytest.mark.parametrize(
    ("reading", "over", "detail"),
    [
        ("larger_side_pro_rata", "player", {"player": 3001, "banker": 2000, "differential": 1000}),
        ("each_area_pro_rata", "player", {"total": 3001, "differential": 3000}),
    ],
)
def test_4_3_what_is_said_of_bets_over_the_differential(reading: str, over: str, detail: dict[str, int]) -> None:
    lays = _lays(("player", 3000), ("banker", 2000), ("player", 1), ("tie", 3000))
    lays, findings = within_differential(lays, detail["differential"], changed(differential_reading=reading))
    expected = ("over_differential", "procedure", over, ("4.3", "7.19"), (0, 2), 0, detail)
    assert [msgspec.structs.astuple(found) for found in findings] == [expected]
    assert [lay.extra for lay in lays] == [("7.19",), (), ("7.19",), ()]


def test_7_19_1_what_does_not_play_or_lies_below_the_minimum_stands_outside() -> None:
    lays = _lays(("player", 1500), ("player", 5000), ("player", 5000), ("banker", 500))
    lays[1:3] = [replace(lays[1], below=True), replace(lays[2], refused=("4.6",))]
    lays, findings = within_differential(lays, 1000, BOOK)
    assert findings == ()
    assert all(lay.extra == () for lay in lays)


@pytest.mark.parametrize("reading", ["larger_side_pro_rata", "each_area_pro_rata"])
def test_7_19_1_decides_what_is_below_the_minimum_where_the_others_play_in_part(reading: str) -> None:
    lays = _lays(("player", 4000), ("player", 50), ("player", 50), ("banker", 50), ("player", 50))
    lays[1:4] = [replace(lay, below=True, extra=("7.17",)) for lay in lays[1:4]]
    lays[2] = replace(lays[2], refused=("4.6",))
    lays, _ = within_differential(lays, 1000, changed(differential_reading=reading))
    assert [lay.extra for lay in lays] == [("7.19",), ("7.17", "7.19.1"), ("7.17",), ("7.17",), ("7.19",)]
    assert lays[1].in_play == 50


@pytest.mark.parametrize(("differential", "won"), [(300, 300), (500, 500)])
def test_the_differential_holds_at_a_table_without_limits(differential: int, won: int) -> None:
    terms = f"differential_set differential_minor={differential}"
    assert bets(judged(ON_TIME + CALL + CARDS, terms=terms))["b1"].settlement.winnings_minor == won


@pytest.mark.parametrize("before", ["", "under_minimum=#3,#4"])
def test_7_17_a_seat_of_which_nobody_is_named_is_not_remembered(before: str) -> None:
    """Whoever sits there next is another player: always a first time."""
    facts = "".join(
        f"5 bet_placed bet=b{n} kind=player stake_minor=50 seat={seat}\n" for n, seat in enumerate((3, 3, 4))
    )
    judgement = judged(facts + CALL + CARDS, limits=LIMITS, before=before)
    assert [r.settlement.outcome for r in judgement.results] == ["won"] * 3
    assert judgement.summary["below_minimum"] == []


def test_4_2_what_is_no_chips_is_no_bet_and_goes_back() -> None:
    laid = """5 bet_placed bet=b1 kind=player stake_minor=1000 player=P-1 with_chips={}
20 betting_closed
30 cards player:4S banker:3H player:4H banker:4D
45 result_announced winner=player"""
    judgement = judged(laid.format("false"))
    assert (bets(judgement)["b1"].settlement.outcome, bets(judgement)["b1"].settlement.clauses) == ("refused", ("4.2",))
    assert codes(judgement) == ["bet_without_chips"]
    assert bets(judged(laid.format("true")))["b1"].settlement.outcome == "won"
