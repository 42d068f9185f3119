"""4.8, 7.4, 7.5, 7.7, 7.8: which deal counts, and what a misdeal makes void, told card by card."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
import pytest

from casino.core.cards import DECK
from games.rounds.fold import StoredRow, fold
from games.rounds.niuniu import NiuNiuRound
from games.rules.book import shipped
from games.rules.judgement import Judgement
from games.rules.niuniu import judge

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


def test_a_hand_shown_short_of_what_was_dealt_is_not_judged() -> None:
    shown: Told = ("hand_shown", {"hand": "box1", "cards": ["AS", "4S", "7S", "10S"]})
    judgement = judged(*one_by_one(*ALL), shown)
    assert codes(judgement) == ["cards_shown_differ", "no_result"]
    assert outcomes(judgement)["a-box1"] == "pending"


def test_dealing_that_nobody_recorded_leaves_the_hands_shown() -> None:
    shown: list[Told] = [
        ("hand_shown", {"hand": hand, "cards": list(DECK[5 * n : 5 * n + 5])}) for n, hand in enumerate(ALL)
    ]
    judgement = judged(*shown)
    assert codes(judgement) == []
    assert judgement.summary["standing"] == "settled"
