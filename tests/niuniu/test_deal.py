"""4.8, 7.4, 7.5, 7.7, 7.8: which deal counts, and what a misdeal makes void, told card by card."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
import pytest

from casino.core.cards import DECK
from games.catalogue import shipped
from games.engine.fold import StoredRow, fold
from games.engine.judgement import Judgement
from games.niuniu.facts import NiuNiuRound
from games.niuniu.judge import judge

BOOK = shipped().by_id("niuniu.2024-07-09")
OPENED = datetime(2026, 3, 1, 5, 0, tzinfo=UTC)
Told = tuple[str, dict[str, Any]]


def tell(facts: Iterable[Told]) -> list[StoredRow]:
    """The facts as stored rows, one second apart."""
    rows: list[StoredRow] = []
    for version, (name, data) in enumerate(facts, start=1):
        body = msgspec.json.encode({"id": str(UUID(int=version)), "data": data})
        moment = OPENED + timedelta(seconds=version)
        rows.append((version, "round/NN01/1", version, f"niuniu.{name}.v1", moment, moment, "device:D", body))
    return rows


def judged(*facts: Told, ended: bool = True) -> Judgement:
    bets: list[Told] = [("round_opened", {}), ante("box1"), ante("box2", "P2"), ("betting_closed", {})]
    closing: list[Told] = [("round_closed", {})] if ended else []
    state = fold("round/NN01/1", tell([*bets, *facts, *closing]))
    assert isinstance(state, NiuNiuRound)
    return judge(state, BOOK, ended=ended)


def ante(box: str, player: str = "P1") -> Told:
    return "bet_placed", {"bet": f"a-{box}", "box": box, "kind": "ante", "stake_minor": 100, "player": player}


def one_by_one(*hands: str, rounds: int = 5, pack: tuple[str, ...] = DECK) -> list[Told]:
    """One card at a time to each hand in turn, as many times as said."""
    cards = iter(pack)
    return [("cards_dealt", {"to": hand, "cards": [next(cards)]}) for _ in range(rounds) for hand in hands]


def arranged(hand: str, by: str = "player") -> Told:
    return "hand_arranged", {"hand": hand, "by": by}


def codes(judgement: Judgement) -> list[str]:
    money = ("not_paid", "not_collected", "not_dealt_clockwise")
    return sorted(f.code for f in judgement.findings if f.code not in money)


def outcomes(judgement: Judgement) -> dict[str, str]:
    return {result.bet: str(result.settlement.outcome) for result in judgement.results}


ALL = ("box1", "box2", "dealer")
TAKEN: Told = ("cards_taken_back", {})


def test_4_8_one_card_at_a_time_is_a_deal_like_any_other() -> None:
    judgement = judged(*one_by_one(*ALL))
    assert codes(judgement) == []
    assert judgement.summary["hands"]["box1"]["cards"] == ["AS", "4S", "7S", "10S", "KS"]
    assert judgement.summary["standing"] == "settled"


@pytest.mark.parametrize("rounds", [1, 4])
def test_a_deal_under_way_is_no_misdeal(rounds: int) -> None:
    judgement = judged(*one_by_one(*ALL, rounds=rounds), ended=False)
    assert codes(judgement) == []
    assert set(outcomes(judgement).values()) == {"pending"}


def test_a_box_not_reached_yet_is_not_passed_over() -> None:
    assert codes(judged(("cards_dealt", {"to": "box1", "cards": ["AS"]}), ended=False)) == []


def test_7_8_a_box_passed_over_in_the_first_turn_is_seen_at_once() -> None:
    judgement = judged(("cards_dealt", {"to": "box2", "cards": ["AS"]}), ended=False)
    assert codes(judgement) == ["box_without_cards"]


def test_7_4_too_many_cards_void_at_once_too_few_only_when_dealing_is_over() -> None:
    six = [*one_by_one(*ALL), ("cards_dealt", {"to": "box2", "cards": ["KD"]})]
    assert judged(*six, ended=False).summary["standing"] == "void"
    four = [fact for fact in one_by_one(*ALL) if not (fact[1]["to"] == "box2" and fact[1]["cards"] == ["2S"])]
    assert judged(*four[:-1], ended=False).summary["standing"] == "pending"
    assert judged(*four, ended=False).summary["standing"] == "void", "the dealer's hand is full"
    assert judged(*four, ended=True).summary["clauses"] == ["7.4", "7.11"]


def test_7_5_the_dealers_count_voids_even_beside_a_players() -> None:
    hands = [*one_by_one(*ALL), ("cards_dealt", {"to": "box2", "cards": ["KD"]})]
    judgement = judged(*hands, ("cards_dealt", {"to": "dealer", "cards": ["QD"]}), arranged("box1"))
    assert judgement.summary["clauses"] == ["7.5", "7.11"]


@pytest.mark.parametrize(("by", "standing"), [("player", "settled"), ("house", "void")])
def test_7_4_1_turns_on_a_players_own_arranging(by: str, standing: str) -> None:
    six: list[Told] = [*one_by_one(*ALL), ("cards_dealt", {"to": "box2", "cards": ["KD"]})]
    judgement = judged(*six, arranged("box1", by))
    assert judgement.summary["standing"] == standing
    assert outcomes(judgement)["a-box2"] == "void"


def test_7_4_1_arranged_after_it_was_seen_is_too_late() -> None:
    six: list[Told] = [*one_by_one(*ALL), ("cards_dealt", {"to": "box2", "cards": ["KD"]})]
    seen: Told = ("irregularity_seen", {"ground": "7.4", "hand": "box2"})
    assert judged(*six, seen, arranged("box1")).summary["standing"] == "void"
    assert judged(*six, arranged("box1"), seen).summary["standing"] == "settled"


def test_7_7_noticed_in_the_middle_of_the_deal() -> None:
    """The hands are not full yet when the cards are taken back: that is no wrong count."""
    begun = one_by_one("box1", "box2", "box3", "dealer", rounds=2)
    judgement = judged(*begun, TAKEN, *one_by_one(*ALL))
    assert codes(judgement) == ["dealt_to_empty_box"]
    assert judgement.summary["hands"]["box1"]["cards"] == ["AS", "4S", "7S", "10S", "KS"]
    assert judgement.summary["standing"] == "settled"


def test_7_7_dealt_again_twice() -> None:
    begun = one_by_one("box1", "box2", "box3", rounds=1)
    judgement = judged(*begun, TAKEN, *begun, TAKEN, *one_by_one(*ALL))
    assert codes(judgement) == ["dealt_to_empty_box", "dealt_to_empty_box"]
    assert judgement.summary["standing"] == "settled"


def test_7_7_cards_keep_their_order() -> None:
    begun = one_by_one("box1", "box2", "box3", rounds=2)
    other = one_by_one(*ALL, pack=DECK[1:])
    assert codes(judged(*begun, TAKEN, *other)) == ["dealt_again_out_of_order", "dealt_to_empty_box"]


def test_7_7_taken_back_and_never_dealt_again() -> None:
    judgement = judged(*one_by_one("box1", "box2", "box3", rounds=1), TAKEN)
    assert codes(judgement) == ["dealt_to_empty_box", "no_result"]
    assert set(outcomes(judgement).values()) == {"pending"}


def test_7_7_the_ground_may_be_on_record_without_the_cards() -> None:
    seen: Told = ("irregularity_seen", {"ground": "7.7", "hand": "box3"})
    assert codes(judged(*one_by_one(*ALL), seen, TAKEN, *one_by_one(*ALL))) == []
    assert codes(judged(*one_by_one(*ALL), TAKEN, *one_by_one(*ALL))) == ["dealt_again_wrongly"]


def test_taken_back_without_cause_before_the_deal_was_full_the_next_deal_counts() -> None:
    judgement = judged(*one_by_one(*ALL, rounds=2), TAKEN, *one_by_one(*ALL, pack=DECK[20:]))
    assert codes(judgement) == ["dealt_again_wrongly"]
    assert judgement.summary["hands"]["box1"]["cards"][0] == DECK[20]


def test_7_4_taken_back_all_the_same_the_round_stays_void() -> None:
    six: list[Told] = [*one_by_one(*ALL), ("cards_dealt", {"to": "box2", "cards": ["KD"]})]
    judgement = judged(*six, TAKEN, *one_by_one(*ALL))
    assert judgement.summary["standing"] == "void"
    assert codes(judgement) == ["dealt_again_wrongly", "void_not_announced", "wrong_card_count"]
    assert about_dealing(judgement) == [("dealt_again_wrongly", ("7.4",))]


def test_7_7_1_and_7_4_1_together() -> None:
    hands = [*one_by_one("box1", "box2", "box3", "dealer"), ("cards_dealt", {"to": "box2", "cards": ["KD"]})]
    judgement = judged(*hands, arranged("box1"))
    assert codes(judgement) == ["dealt_to_empty_box", "wrong_card_count"]
    assert outcomes(judgement)["a-box2"] == "void"
    assert outcomes(judgement)["a-box1"] in ("won", "lost")


def test_7_8_1_cards_that_cannot_be_retrieved() -> None:
    hands = one_by_one("box1", "dealer")
    lost: Told = ("cards_not_retrieved", {})
    judgement = judged(*hands, lost)
    assert codes(judgement) == ["box_without_cards"]
    assert outcomes(judgement)["a-box2"] == "void"
    assert codes(judged(*hands)) == ["box_without_cards", "not_dealt_again"]


def test_what_was_shown_of_an_earlier_deal_is_no_face_of_the_last_one() -> None:
    unread: list[Told] = [
        ("cards_dealt", {"to": hand, "cards": [None] * 5}) for hand in ("box1", "box2", "box3", "dealer")
    ]
    shown: Told = ("hand_shown", {"hand": "box1", "cards": ["AS", "2S", "3S", "4S", "5S"]})
    again: list[Told] = [("cards_dealt", {"to": hand, "cards": [None] * 5}) for hand in ALL]
    judgement = judged(*unread, shown, TAKEN, *again)
    assert "box1" not in judgement.summary["hands"]


@pytest.mark.parametrize(
    ("cards", "differ"),
    [("KS 10S 7S 4S AS", False), ("AS 4S 7S 10S KD", True), ("AD 4D 7D 10D KD", True), ("AS 4S 7S 10S", True)],
)
def test_4_9_a_hand_shown_is_held_against_what_was_dealt(cards: str, differ: bool) -> None:
    judgement = judged(*one_by_one(*ALL), ("hand_shown", {"hand": "box1", "cards": cards.split()}))
    details = [f.detail for f in judgement.findings if f.code == "cards_shown_differ"]
    dealt = ["AS", "4S", "7S", "10S", "KS"]
    assert details == ([{"dealt": dealt, "shown": cards.split()}] if differ else [])


@pytest.mark.parametrize(("hand", "clause"), [("box1", "7.4"), ("dealer", "7.5")])
@pytest.mark.parametrize("count", [4, 6])
def test_4_11_a_hand_that_lies_open_with_a_wrong_count_has_one(hand: str, clause: str, count: int) -> None:
    shown: Told = ("hand_shown", {"hand": hand, "cards": list(DECK[20 : 20 + count])})
    judgement = judged(*one_by_one(*ALL), shown)
    assert codes(judgement) == ["cards_shown_differ", "void_not_announced", "wrong_card_count"]
    assert judgement.summary["clauses"] == [clause, "7.11"]


def test_dealing_that_nobody_recorded_leaves_the_hands_shown() -> None:
    shown: list[Told] = [
        ("hand_shown", {"hand": hand, "cards": list(DECK[5 * n : 5 * n + 5])}) for n, hand in enumerate(ALL)
    ]
    judgement = judged(*shown)
    assert codes(judgement) == []
    assert judgement.summary["standing"] == "settled"


# --- Over, or still under way? ---------------------------------------------------------------------------------------


FOUR = [fact for fact in one_by_one(*ALL, rounds=4) if fact[1]["to"] != "dealer"]
"""Four cards before each box, none before the dealer yet."""


@pytest.mark.parametrize(
    ("fact", "wrong"),
    [
        (("hand_arranged", {"hand": "box1", "by": "house"}), ["box:1"]),
        (("hand_arranged", {"hand": "box3", "by": "house"}), []),
        (("hand_shown", {"hand": "box1", "cards": ["AS", "4S", "7S", "10S"]}), ["box:1", "box:2"]),
        (("hands_compared", {"box": "box1", "winner": "player"}), ["box:1", "box:2"]),
        (("irregularity_seen", {"ground": "7.4"}), ["box:1", "box:2"]),
        (("irregularity_seen", {"ground": "7.4.1"}), ["box:1", "box:2"]),
        (("irregularity_seen", {"ground": "7.4", "hand": "box2"}), ["box:2"]),
        (("irregularity_seen", {"ground": "7.5"}), ["hand:dealer"]),
        (("irregularity_seen", {"ground": "7.3"}), []),
        (("cards_not_retrieved", {}), []),
    ],
)
def test_7_4_too_few_cards_are_wrong_once_something_says_that_no_more_come(fact: Told, wrong: list[str]) -> None:
    judgement = judged(*FOUR, fact, ended=False)
    assert judgement.summary["standing"] == ("void" if wrong else "pending")
    assert [f.subject for f in judgement.findings if f.code == "wrong_card_count"] == wrong


@pytest.mark.parametrize("count", [4, 6])
def test_7_4_the_same_wrong_count_before_everybody_is_wrong_all_the_same(count: int) -> None:
    judgement = judged(*one_by_one(*ALL, rounds=count))
    assert codes(judgement) == ["void_not_announced", "wrong_card_count", "wrong_card_count", "wrong_card_count"]
    assert judgement.summary["clauses"] == ["7.5", "7.11"]


def test_7_5_a_dealer_with_a_single_card_has_a_wrong_count() -> None:
    boxes = [fact for fact in one_by_one(*ALL) if fact[1]["to"] != "dealer"]
    judgement = judged(*boxes, ("cards_dealt", {"to": "dealer", "cards": ["KD"]}))
    assert judgement.summary["clauses"] == ["7.5", "7.11"]
    assert codes(judgement) == ["void_not_announced", "wrong_card_count"]


def test_7_8_once_the_dealer_has_a_card_every_box_without_one_was_passed_over() -> None:
    judgement = judged(*one_by_one("box1", "dealer", rounds=1), ended=False)
    assert codes(judgement) == ["box_without_cards"]
    assert [f.subject for f in judgement.findings if f.code == "box_without_cards"] == ["box:2"]


def test_7_8_only_the_dealer_got_cards() -> None:
    judgement = judged(("cards_dealt", {"to": "dealer", "cards": list(DECK[:5])}))
    assert codes(judgement) == ["box_without_cards", "box_without_cards", "not_dealt_again"]
    assert outcomes(judgement) == {"a-box1": "void", "a-box2": "void"}


def test_7_8_the_only_box_was_passed_over() -> None:
    bets: list[Told] = [("round_opened", {}), ante("box1"), ("betting_closed", {})]
    state = fold("round/NN01/1", tell([*bets, ("cards_dealt", {"to": "dealer", "cards": list(DECK[:5])})]))
    assert isinstance(state, NiuNiuRound)
    assert codes(judge(state, BOOK, ended=False)) == ["box_without_cards"], "the cards can still be taken back"
    assert "not_dealt_again" in codes(judge(state, BOOK, ended=True))


# --- When was it found? ----------------------------------------------------------------------------------------------


def void_said(ground: str | None) -> Told:
    return "round_voided", {"voided_by": {"post": "dealer", "staff": "D01"}, "ground": ground}


@pytest.mark.parametrize(
    ("facts", "clauses"),
    [
        ((void_said("7.4"), arranged("box1")), ["7.4", "7.11"]),
        ((arranged("box1"), void_said("7.4")), []),
        ((void_said("7.4.1"), arranged("box1")), ["7.4", "7.11"]),
        ((("irregularity_seen", {"ground": "7.3"}), arranged("box1")), []),
    ],
)
def test_7_4_1_a_wrong_count_is_found_when_it_is_seen_or_announced(facts: tuple[Told, ...], clauses: list[str]) -> None:
    six: list[Told] = [*one_by_one(*ALL), ("cards_dealt", {"to": "box2", "cards": ["KD"]})]
    assert judged(*six, *facts).summary["clauses"] == clauses


def test_7_4_1_a_void_without_a_ground_says_nothing_of_the_count() -> None:
    six: list[Told] = [*one_by_one(*ALL), ("cards_dealt", {"to": "box2", "cards": ["KD"]})]
    judgement = judged(*six, void_said(None), arranged("box1"))
    assert judgement.summary["void_boxes"] == ["box2"]
    assert judgement.summary["standing"] == "awaiting"


def test_7_8_1_arranged_after_it_was_seen_is_too_late() -> None:
    seen: Told = ("irregularity_seen", {"ground": "7.8", "hand": "box2"})
    skipped = one_by_one("box1", "dealer")
    assert codes(judged(*skipped, arranged("box1"))) == ["box_without_cards"]
    assert codes(judged(*skipped, seen, arranged("box1"))) == ["box_without_cards", "not_dealt_again"]
    assert codes(judged(*skipped, arranged("box1"), seen)) == ["box_without_cards"]


# --- Taken back, rightly or not --------------------------------------------------------------------------------------


def about_dealing(judgement: Judgement) -> list[tuple[str, tuple[str, ...]]]:
    return [(f.code, f.clauses) for f in judgement.findings if f.code.startswith("dealt_again")]


@pytest.mark.parametrize(("ground", "clause"), [("7.7", "7.7"), ("7.8", "7.8"), ("7.7.1", "7.7"), ("7.8.1", "7.8")])
def test_7_7_and_7_8_the_ground_on_record_is_the_clause(ground: str, clause: str) -> None:
    seen: Told = ("irregularity_seen", {"ground": ground})
    full, other = one_by_one(*ALL), one_by_one(*ALL, pack=DECK[20:])
    assert about_dealing(judged(*full, seen, TAKEN, *other)) == [("dealt_again_out_of_order", (clause,))]
    wrongly = ("dealt_again_wrongly", (clause, f"{clause}.1"))
    assert about_dealing(judged(*full, arranged("box1"), seen, TAKEN, *full)) == [wrongly]


@pytest.mark.parametrize(
    "facts",
    [
        (("irregularity_seen", {"ground": "7.3"}), TAKEN, *one_by_one(*ALL)),
        (TAKEN, ("irregularity_seen", {"ground": "7.7"}), *one_by_one(*ALL)),
        (TAKEN, *one_by_one(*ALL), ("irregularity_seen", {"ground": "7.8"})),
    ],
)
def test_cards_are_taken_back_only_for_what_was_seen_before(facts: tuple[Told, ...]) -> None:
    assert about_dealing(judged(*one_by_one(*ALL), *facts)) == [("dealt_again_wrongly", ("7.7", "7.8"))]


def test_7_8_one_ground_found_in_time_is_enough() -> None:
    """Nobody had seen the cards of the box without a bet; the box passed over was seen before a hand was arranged."""
    seen: Told = ("irregularity_seen", {"ground": "7.8", "hand": "box2"})
    begun = one_by_one("box1", "box3", "dealer")
    in_time = judged(*begun, seen, arranged("box1"), TAKEN, *one_by_one(*ALL))
    assert codes(in_time) == ["box_without_cards", "dealt_to_empty_box"]
    too_late = judged(*begun, arranged("box1"), seen, TAKEN, *one_by_one(*ALL))
    assert about_dealing(too_late) == [("dealt_again_wrongly", ("7.7", "7.7.1"))]


def test_7_4_1_taken_back_all_the_same_the_hand_with_the_wrong_count_stays_void() -> None:
    six: list[Told] = [*one_by_one(*ALL), ("cards_dealt", {"to": "box2", "cards": ["KD"]}), arranged("box1")]
    judgement = judged(*six, TAKEN, *one_by_one(*ALL, pack=DECK[20:]))
    assert about_dealing(judgement) == [("dealt_again_wrongly", ("7.7", "7.8"))]
    assert judgement.summary["void_boxes"] == ["box2"]
    assert judgement.summary["hands"]["box1"]["cards"][0] == "AS"


def test_7_7_what_the_cards_show_comes_before_what_was_said() -> None:
    seen: Told = ("irregularity_seen", {"ground": "7.8"})
    begun = one_by_one("box1", "box2", "box3", rounds=1)
    other = one_by_one(*ALL, pack=DECK[20:])
    assert about_dealing(judged(*begun, seen, TAKEN, *other)) == [("dealt_again_out_of_order", ("7.7",))]


def test_7_7_a_card_that_nobody_read_is_in_its_order() -> None:
    begun = one_by_one("box1", "box2", "box3", rounds=1)
    unread = [*begun[:1], ("cards_dealt", {"to": "box2", "cards": [None]}), *begun[2:]]
    full = one_by_one(*ALL)
    assert about_dealing(judged(*unread, TAKEN, *full)) == []
    later = [*full[:1], ("cards_dealt", {"to": "box2", "cards": [None]}), *full[2:]]
    assert about_dealing(judged(*begun, TAKEN, *later)) == []


UNREAD: list[Told] = [("cards_dealt", {"to": hand, "cards": [None] * 5}) for hand in ALL]


def test_what_was_shown_of_a_deal_that_should_not_have_been_is_no_face_of_the_first() -> None:
    """Taken back without cause: the first deal counts, with the faces that were known of it."""
    first: Told = ("hand_shown", {"hand": "box1", "cards": ["AS", "2S", "3S", "4S", "5S"]})
    second: Told = ("hand_shown", {"hand": "box1", "cards": ["KS", "QS", "JS", "9S", "8S"]})
    judgement = judged(*UNREAD, first, TAKEN, *UNREAD, second)
    assert judgement.summary["hands"]["box1"]["cards"] == ["AS", "2S", "3S", "4S", "5S"]


@pytest.mark.parametrize("to", ["box2", "dealer"])
@pytest.mark.parametrize(
    ("seen", "code"),
    [
        (("hand_shown", {"hand": "box1", "cards": ["QH", "JH", "9H", "8H", "7H"]}), "cards_shown_differ"),
        (("hand_arranged", {"hand": "box1", "by": "house", "three": ["QH"]}), "arranged_wrongly"),
    ],
)
def test_7_4_and_7_5_only_what_was_seen_of_the_void_deal_is_held_against_its_cards(
    to: str, seen: Told, code: str
) -> None:
    """The deal before it was rightly taken back, the one after it should not have been: neither has these cards."""
    before = one_by_one("box1", "box2", "box3", "dealer", pack=DECK[20:])
    six: list[Told] = [*one_by_one(*ALL), ("cards_dealt", {"to": to, "cards": ["KD"]})]
    after = one_by_one(*ALL, pack=DECK[20:])
    judgement = judged(*before, seen, TAKEN, *six, TAKEN, *after, seen)
    assert judgement.summary["clauses"][0] == ("7.5" if to == "dealer" else "7.4")
    assert code not in codes(judgement)
    assert code in codes(judged(*before, TAKEN, *six, seen, TAKEN, *after))


def test_7_7_1_the_cards_of_a_box_without_a_bet_are_no_hand() -> None:
    """A bet after the call was never accepted: the box has none, whatever was dealt to it."""
    hands = one_by_one("box1", "box2", "box3", "dealer")
    judgement = judged(ante("box3", "P3"), *hands, arranged("box1"))
    assert codes(judgement) == ["dealt_to_empty_box", "late_bet"]
    assert sorted(judgement.summary["hands"]) == ["box1", "box2", "dealer"]
    assert outcomes(judgement)["a-box3"] == "refused"


# --- Faces known only as the hand was arranged -----------------------------------------------------------------------


def laid(hand: str, *cards: str) -> Told:
    return "hand_arranged", {"hand": hand, "by": "house", "three": cards[:3], "two": cards[3:]}


def test_4_9_cards_nobody_read_are_known_as_they_were_arranged() -> None:
    hands = {hand: DECK[5 * n : 5 * n + 5] for n, hand in enumerate(ALL)}
    for dealing in ([], UNREAD):
        judgement = judged(*dealing, *(laid(hand, *cards) for hand, cards in hands.items()))
        assert {hand: tuple(known["cards"]) for hand, known in judgement.summary["hands"].items()} == hands
        assert judgement.summary["standing"] == "settled"


def test_4_9_what_is_not_all_of_a_hand_leaves_it_unknown() -> None:
    short = laid("box1", "AS", "2S", "3S")
    assert "box1" not in judged(*UNREAD, short).summary["hands"]
    assert "box1" not in judged(*UNREAD, laid("box2", *DECK[:5]), short).summary["hands"]
    assert "box1" in judged(*UNREAD, laid("box1", *DECK[:5]), short).summary["hands"]
    one: Told = ("cards_dealt", {"to": "box1", "cards": [None]})
    assert "box1" not in judged(one, *UNREAD[1:], laid("box1", *DECK[:5])).summary["hands"]


def test_4_9_arranged_in_a_deal_that_was_taken_back() -> None:
    seen: Told = ("irregularity_seen", {"ground": "7.7"})
    judgement = judged(*UNREAD, laid("box1", *DECK[:5]), seen, TAKEN, *UNREAD)
    assert "box1" not in judgement.summary["hands"]
