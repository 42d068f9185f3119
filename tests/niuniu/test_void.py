"""7.1, 7.4, 7.5, 7.11, 8.1: whether a round counts, decision by decision."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalogue import shipped
from games.engine.fold import fold
from games.engine.judgement import BetResult, Finding, Judgement
from games.niuniu.facts import NiuNiuRound
from games.niuniu.judge import carry, judge
from tests.engine.choices import with_choices
from tests.niuniu.test_deal import ALL, Told, ante, arranged, one_by_one, outcomes, tell, void_said

BOOK = shipped().by_id("niuniu.2024-07-09")
DEALT = one_by_one(*ALL)
FIRST = 5 + len(DEALT)
"""Version of the first fact after a deal without fault."""
CLOSED: Told = ("round_closed", {})


def ruled(clause: str, choice: str, post: str = "pit_manager", bets: tuple[str, ...] = ()) -> Told:
    by = {"post": post, "staff": "M01"}
    return "ruling_made", {"clause": clause, "made_by": by, "choice": choice, "reason": "r", "bets": bets}


def seen(ground: str) -> Told:
    return "irregularity_seen", {"ground": ground}


def judged(*facts: Told, ended: bool = True, overtaken_after: int = 0, **choices: Any) -> Judgement:
    """A round of two boxes; what is told stands between the bets and, unless told itself, the end. ``overtaken_after``
    so many facts the table's next round opened."""
    bets: list[Told] = [("round_opened", {}), ante("box1"), ante("box2", "P2"), ("betting_closed", {})]
    closing = [CLOSED] if ended and CLOSED not in facts else []
    state = fold("round/NN01/1", tell([*bets, *facts, *closing]))
    assert isinstance(state, NiuNiuRound)
    if overtaken_after:
        state.overtaken_at = state.folded[overtaken_after - 1][0]
    return judge(state, with_choices(BOOK, **choices), ended=ended)


def standing(judgement: Judgement) -> tuple[str, list[str]]:
    return judgement.summary["standing"], judgement.summary["clauses"]


def found(judgement: Judgement, code: str) -> list[Finding]:
    return [finding for finding in judgement.findings if finding.code == code]


def first_bet(judgement: Judgement) -> BetResult:
    return judgement.results[0]


# --- 7.1: the house decides ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ((seen("7.1.2"), void_said("7.1")), ("void", ["7.1", "7.1.2", "7.11"])),
        ((seen("7.3"), seen("7.1.2"), void_said("7.1")), ("void", ["7.1", "7.1.2", "7.11"])),
        ((seen("7.3"), void_said("7.1")), ("void", ["7.1", "7.11"])),
        ((void_said("7.3"), void_said("7.1.4")), ("void", ["7.1", "7.1.4", "7.11"])),
        ((void_said("7.1.4"), void_said("7.3")), ("void", ["7.1", "7.1.4", "7.11"])),
        ((ruled("7.1.1", "void"),), ("void", ["7.1", "7.1.1", "7.11"])),
        ((void_said("7.1.1"), ruled("7.1.1", "continue")), ("settled", [])),
        ((ruled("7.1.1", "void", bets=("a-box1",)),), ("settled", [])),
    ],
)
def test_7_1_what_the_house_decided(facts: tuple[Told, ...], expected: tuple[str, list[str]]) -> None:
    assert standing(judged(*DEALT, *facts)) == expected


@pytest.mark.parametrize("facts", [(void_said("7.1.4"), void_said("7.3")), (void_said("7.3"), void_said("7.1.4"))])
def test_7_1_a_void_on_another_ground_beside_it_is_found_all_the_same(facts: tuple[Told, ...]) -> None:
    findings = found(judged(*DEALT, *facts), "void_without_ground")
    assert [f.clauses for f in findings] == [("7.3", "8.1")]


@pytest.mark.parametrize(("clause", "choice"), [("7.1", "as_dealt"), ("8.1", "continue")])
def test_7_1_and_8_1_offer_different_decisions(clause: str, choice: str) -> None:
    judgement = judged(*DEALT, void_said("7.3"), ruled(clause, choice))
    assert [f.clauses for f in found(judgement, "ruling_not_offered")] == [(clause,)]
    assert standing(judgement) == ("awaiting", ["8.1"])


@pytest.mark.parametrize("clause", ["7.1", "7.1.1", "7.1.2", "7.1.3", "7.1.4"])
def test_7_1_the_right_is_to_void_the_round_and_not_single_bets(clause: str) -> None:
    judgement = judged(*DEALT, ruled(clause, "void", bets=("a-box1",)), ruled("8.1", "void", bets=("a-box1",)))
    findings = found(judgement, "ruling_not_offered")
    assert [(f.severity, f.subject, f.clauses, f.versions) for f in findings] == [
        ("procedure", f"ruling:{FIRST}", (clause,), (FIRST,))
    ]
    assert standing(judgement) == ("settled", [])
    assert found(judged(*DEALT, ruled(clause, "void")), "ruling_not_offered") == []


# --- 2.2.5: when the round was over ----------------------------------------------------------------------------------


HANDS = {"box1": "KS QS JD 4H 5C", "box2": "9D AD JS 2C 4D", "dealer": "9S AS 10H 3C 5D"}
"""Box 1 wins 95, box 2 loses 100."""
PLAYED: list[Told] = [("cards_dealt", {"to": hand, "cards": cards.split()}) for hand, cards in HANDS.items()]
PAID: Told = ("payout_made", {"bet": "a-box1", "amount_minor": 95})
TAKEN: Told = ("stake_collected", {"bet": "a-box2", "amount_minor": 100})


def moved(kind: str, bet: str, amount_minor: int) -> Told:
    return kind, {"bet": bet, "amount_minor": amount_minor}


RETURNED = moved("stake_returned", "a-box1", 100)


@pytest.mark.parametrize("said", [void_said("7.1.4"), ruled("7.1.4", "void")])
@pytest.mark.parametrize("chips", [(TAKEN, PAID), (PAID, TAKEN), (TAKEN, RETURNED, PAID)])
def test_2_2_5_once_all_was_paid_and_collected_the_round_was_over(said: Told, chips: tuple[Told, ...]) -> None:
    judgement = judged(*PLAYED, *chips, said)
    assert standing(judgement) == ("settled", [])
    assert [f.clauses for f in found(judgement, "void_too_late")] == [("2.2.5", "7.1")]
    assert [result.difference_minor for result in judgement.results] == [0, 0]


@pytest.mark.parametrize(
    "chips",
    [
        (),
        (PAID,),
        (TAKEN,),
        (moved("payout_made", "x", 95), TAKEN),
    ],
)
def test_2_2_5_while_something_is_to_be_paid_or_collected_the_round_lasts(chips: tuple[Told, ...]) -> None:
    judgement = judged(*PLAYED, *chips, void_said("7.1.4"))
    assert standing(judgement) == ("void", ["7.1", "7.1.4", "7.11"])
    assert found(judgement, "void_too_late") == []


@pytest.mark.parametrize(
    "chips",
    [
        (PAID, moved("stake_collected", "a-box2", 99)),
        (moved("payout_made", "a-box1", 94), TAKEN),
        (moved("payout_made", "a-box1", 96), TAKEN),
        (TAKEN, moved("payout_made", "a-box1", 50)),
        (PAID, moved("stake_returned", "a-box2", 100)),
        (moved("stake_collected", "a-box1", 95), TAKEN),
    ],
)
def test_2_2_5_a_bet_is_answered_rightly_or_wrongly(chips: tuple[Told, ...]) -> None:
    judgement = judged(*PLAYED, *chips, void_said("7.1.4"))
    assert standing(judgement) == ("settled", [])
    assert [f.clauses for f in found(judgement, "void_too_late")] == [("2.2.5", "7.1")]


def test_2_2_5_a_round_is_over_when_the_tables_next_one_opened() -> None:
    for said in (void_said("7.1.4"), ("irregularity_seen", {"ground": "7.4", "hand": "box1"})):
        late = judged(*PLAYED, said, overtaken_after=4 + len(PLAYED))
        assert standing(late) == ("settled", [])
        assert {"void_too_late", "irregularity_without_effect"} & {f.code for f in late.findings}


def test_2_2_5_a_void_on_no_ground_after_all_was_paid_is_no_dispute() -> None:
    judgement = judged(*PLAYED, PAID, TAKEN, void_said("7.3"))
    assert standing(judgement) == ("settled", [])
    assert [f.clauses for f in found(judgement, "void_without_ground")] == [("7.3", "8.1")]


def test_2_2_5_a_round_in_which_nothing_was_due_lasts_until_it_is_closed() -> None:
    unread: list[Told] = [("cards_dealt", {"to": hand, "cards": [None] * 5}) for hand in HANDS]
    assert standing(judged(*unread, PAID, TAKEN, void_said("7.1.4")))[0] == "void"
    half = [*PLAYED[:1], *unread[1:2], *PLAYED[2:]]
    assert standing(judged(*half, PAID, void_said("7.1.4")))[0] == "void"
    assert standing(judged(*PLAYED, void_said("7.1.4"), PAID, TAKEN, CLOSED))[0] == "void"
    assert standing(judged(*PLAYED, CLOSED, void_said("7.1.4"), PAID, TAKEN))[0] == "settled"


def test_2_2_5_what_the_document_voids_is_void_however_it_was_paid() -> None:
    six: Told = ("cards_dealt", {"to": "dealer", "cards": ["KD"]})
    assert standing(judged(*PLAYED, six, PAID, TAKEN, void_said("7.1.4"))) == ("void", ["7.5", "7.1", "7.1.4", "7.11"])


def test_2_2_5_of_a_first_deal_that_nobody_read_nothing_is_known_to_be_due() -> None:
    unread: list[Told] = [("cards_dealt", {"to": hand, "cards": [None] * 5}) for hand in HANDS]
    again: Told = ("cards_taken_back", {})
    judgement = judged(*unread, again, *PLAYED, PAID, TAKEN, ruled("7.1.4", "void"))
    assert standing(judgement) == ("void", ["7.1", "7.1.4", "7.11"])


def test_2_2_5_a_round_that_still_runs_lasts() -> None:
    void = ("void", ["7.1", "7.1.4", "7.11"])
    assert standing(judged(*PLAYED, void_said("7.1.4"), ended=False)) == void
    assert standing(judged(*PLAYED, PAID, void_said("7.1.4"), ended=False)) == void
    assert standing(judged(*PLAYED, PAID, TAKEN, void_said("7.1.4"), ended=False)) == ("settled", [])
    six: Told = ("cards_dealt", {"to": "dealer", "cards": ["KD"]})
    assert found(judged(*PLAYED, six, void_said("7.5"), ended=False), "void_not_announced") == []


# --- 8.1: decided for single bets ------------------------------------------------------------------------------------


def test_8_1_a_decision_for_one_bet_settles_that_bet() -> None:
    judgement = judged(*PLAYED, void_said("7.3"), ruled("8.1", "void", bets=("a-box1",)))
    first, second = judgement.results
    assert (first.settlement.outcome, first.settlement.clauses) == ("void", ("8.1", "7.11"))
    assert second.settlement.outcome == "awaiting"
    assert standing(judgement) == ("awaiting", ["8.1"])
    as_dealt = judged(*PLAYED, void_said("7.3"), ruled("8.1", "as_dealt", bets=("a-box2",)))
    assert outcomes(as_dealt) == {"a-box1": "awaiting", "a-box2": "lost"}
    assert as_dealt.results[1].settlement.clauses[-1] == "8.1"


def test_8_1_once_each_bet_was_decided_the_round_is_settled() -> None:
    void, counts = ruled("8.1", "void", bets=("a-box1",)), ruled("8.1", "as_dealt", bets=("a-box2",))
    judgement = judged(*PLAYED, void_said("7.3"), void, counts)
    assert outcomes(judgement) == {"a-box1": "void", "a-box2": "lost"}
    assert standing(judgement) == ("settled", ["8.1"])


def test_8_1_the_latest_decision_that_covers_a_bet_counts() -> None:
    all_void, one = ruled("8.1", "void"), ruled("8.1", "as_dealt", bets=("a-box1",))
    judgement = judged(*PLAYED, void_said("7.3"), all_void, one)
    assert outcomes(judgement) == {"a-box1": "won", "a-box2": "void"}
    assert outcomes(judged(*PLAYED, void_said("7.3"), one, all_void)) == {"a-box1": "void", "a-box2": "void"}


def test_8_1_a_decision_for_one_bet_by_a_lower_post_decides_nothing_and_is_found_once() -> None:
    bets = ("a-box1", "a-box2")
    judgement = judged(*PLAYED, void_said("7.3"), ruled("8.1", "void", "dealer", bets=bets))
    assert outcomes(judgement) == {"a-box1": "awaiting", "a-box2": "awaiting"}
    assert len(found(judgement, "post_not_competent")) == 1
    other = judged(*PLAYED, void_said("7.3"), ruled("8.1", "half", bets=bets))
    assert len(found(other, "ruling_not_offered")) == 1


def test_8_1_a_decision_for_one_bet_where_nothing_waits_changes_nothing() -> None:
    judgement = judged(*PLAYED, ruled("8.1", "void", bets=("a-box1",)))
    assert outcomes(judgement) == {"a-box1": "won", "a-box2": "lost"}
    right = judged(*PLAYED, void_said("7.1.4"), ruled("8.1", "as_dealt", bets=("a-box1",)))
    assert outcomes(right) == {"a-box1": "void", "a-box2": "void"}


# --- 7.4, 7.5: a wrong count that only the announcement records ------------------------------------------------------


BOXES = [fact for fact in DEALT if fact[1]["to"] != "dealer"]
ONE_BOX = [fact for fact in DEALT if fact[1]["to"] != "box2"]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ((void_said("7.4"),), ("void", ["7.4", "7.11"])),
        ((void_said("7.5"),), ("void", ["7.5", "7.11"])),
        ((*BOXES, void_said("7.5")), ("void", ["7.5", "7.11"])),
        ((*BOXES, void_said("7.4")), ("awaiting", ["8.1"])),
        ((*DEALT, void_said("7.4")), ("awaiting", ["8.1"])),
        ((*DEALT, void_said("7.5")), ("awaiting", ["8.1"])),
        ((*BOXES, void_said("7.3")), ("awaiting", ["8.1"])),
        ((void_said("7.3"), void_said("7.4")), ("void", ["7.4", "7.11"])),
        ((*ONE_BOX, arranged("box1"), void_said("7.4")), ("awaiting", ["8.1"])),
        ((*ONE_BOX, void_said("7.4")), ("awaiting", ["8.1"])),
        ((CLOSED, void_said("7.4")), ("pending", [])),
    ],
)
def test_7_4_and_7_5_the_announcement_counts_where_the_cards_are_not_on_record(
    facts: tuple[Told, ...], expected: tuple[str, list[str]]
) -> None:
    assert standing(judged(*facts)) == expected


def test_7_4_an_announced_wrong_count_is_no_void_without_ground() -> None:
    assert found(judged(void_said("7.4")), "void_without_ground") == []
    findings = found(judged(void_said("7.4"), void_said("7.3")), "void_without_ground")
    assert [(f.clauses, f.versions) for f in findings] == [(("7.3", "8.1"), (6,))]


def test_7_4_only_boxes_with_a_bet_that_plays_are_counted() -> None:
    """The late bet's box has no cards: no reason to believe the announcement."""
    late = ante("box3", "P3")
    assert standing(judged(late, *DEALT, void_said("7.4"))) == ("awaiting", ["8.1"])


# --- A void on no ground of the document -----------------------------------------------------------------------------


SIX = [*DEALT, ("cards_dealt", {"to": "box2", "cards": ["KD"]}), arranged("box1")]


@pytest.mark.parametrize(
    ("facts", "clauses", "expected"),
    [
        ((*DEALT, void_said("7.3")), [("7.3", "8.1")], "awaiting"),
        ((*DEALT, void_said(None)), [("8.1",)], "awaiting"),
        ((*DEALT, void_said("7.4")), [("7.4", "8.1")], "awaiting"),
        ((*SIX, void_said("7.4")), [("7.4.1",)], "settled"),
        ((*SIX, void_said("7.4.1")), [("7.4.1",)], "settled"),
        ((*SIX, void_said("7.3")), [("7.3", "8.1")], "awaiting"),
        ((*SIX, void_said("7.3"), void_said("7.4")), [("7.3", "8.1"), ("7.4.1",)], "awaiting"),
        ((*DEALT, CLOSED, void_said("7.3")), [("7.3", "8.1")], "settled"),
        ((*DEALT, void_said("7.3"), CLOSED, void_said("7.3")), [("7.3", "8.1")] * 2, "awaiting"),
    ],
)
def test_a_void_on_no_ground_is_a_dispute_unless_the_document_answers_it(
    facts: tuple[Told, ...], clauses: list[tuple[str, ...]], expected: str
) -> None:
    judgement = judged(*facts)
    assert [f.clauses for f in found(judgement, "void_without_ground")] == clauses
    assert judgement.summary["standing"] == expected


@pytest.mark.parametrize(
    ("choice", "expected"),
    [("await_ruling", ("awaiting", ["8.1"])), ("void", ("void", ["7.11"])), ("as_dealt", ("settled", []))],
)
def test_a_void_on_no_ground_is_judged_by_the_choice(choice: str, expected: tuple[str, list[str]]) -> None:
    assert standing(judged(*DEALT, void_said("7.3"), void_without_ground=choice)) == expected


@pytest.mark.parametrize("choice", ["await_ruling", "void", "as_dealt"])
def test_8_1_the_ruling_goes_before_the_choice(choice: str) -> None:
    void = judged(*DEALT, void_said("7.3"), ruled("8.1", "void"), void_without_ground=choice)
    assert standing(void) == ("void", ["8.1", "7.11"])
    counts = judged(*DEALT, void_said("7.3"), ruled("8.1", "as_dealt"), void_without_ground=choice)
    assert standing(counts) == ("settled", ["8.1"])


def test_8_1_a_deal_that_was_to_be_made_again_waits_whatever_a_void_without_ground_does() -> None:
    skipped = one_by_one("box1", "dealer")
    judgement = judged(*skipped, not_dealt_again="await_ruling", void_without_ground="void")
    assert standing(judgement) == ("awaiting", ["8.1"])


# --- What a bet that waits shows -------------------------------------------------------------------------------------


def test_8_1_a_bet_that_waits_shows_both_decisions_and_what_was_done() -> None:
    paid: Told = ("payout_made", {"bet": "a-box1", "amount_minor": 95})
    result = first_bet(judged(*DEALT, paid, void_said("7.3")))
    assert [option.decision for option in result.alternatives] == ["as_dealt", "void"]
    assert result.recorded.paid_minor == 95
    assert (result.settlement.clauses, result.decided_by, result.spot) == (("8.1",), "8.1", "box1:ante")


def test_8_1_without_the_cards_only_the_void_can_be_told_in_money() -> None:
    result = first_bet(judged(void_said("7.3")))
    assert result.settlement.outcome == "awaiting"
    assert [option.decision for option in result.alternatives] == ["void"]


# --- No result at all ------------------------------------------------------------------------------------------------


def test_2_2_5_a_round_that_ended_without_a_result() -> None:
    assert found(judged(), "no_result") != []
    assert found(judged(ended=False), "no_result") == []


@pytest.mark.parametrize(("dealt", "findings"), [(True, ["no_result"]), (False, [])])
def test_2_2_5_without_bets_only_a_deal_needs_a_result(dealt: bool, findings: list[str]) -> None:
    cards: Told = ("cards_dealt", {"to": "dealer", "cards": [None] * 5})
    state = fold("round/NN01/1", tell([("round_opened", {}), *([cards] if dealt else []), CLOSED]))
    assert isinstance(state, NiuNiuRound)
    assert [f.code for f in judge(state, BOOK, ended=True).findings] == findings


def test_what_is_wrong_only_once_the_round_is_over() -> None:
    bets: list[Told] = [("round_opened", {}), ante("box1"), ("betting_closed", {})]
    cards: Told = ("cards_dealt", {"to": "box1", "cards": ["AS"]})
    state = fold("round/NN01/1", tell([*bets, cards]))
    assert isinstance(state, NiuNiuRound)
    assert [f.code for f in judge(state, BOOK, ended=False).findings] == []
    over = judge(state, BOOK, ended=True)
    assert [f.code for f in over.findings] == ["round_not_closed", "wrong_card_count", "void_not_announced"]
    assert outcomes(over) == {"a-box1": "void"}


# --- 7.2: what it leaves ---------------------------------------------------------------------------------------------


def test_7_2_of_a_table_about_which_nothing_is_known_no_pack_is_remembered() -> None:
    bets: list[Told] = [("round_opened", {}), ante("box1"), ("betting_closed", {}), void_said("7.1.1"), CLOSED]
    state = fold("round/NN01/1", tell(bets))
    assert isinstance(state, NiuNiuRound)
    assert state.terms is None
    judgement = judge(state, BOOK, ended=True)
    assert standing(judgement) == ("void", ["7.1", "7.1.1", "7.11"])
    assert judgement.summary["removed_pack"] == ""
    after = carry(None, state, judgement, BOOK)
    assert (after.pack, after.removed_packs) == (None, frozenset())
