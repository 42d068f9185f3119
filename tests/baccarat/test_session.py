"""From round to round: what a round leaves to the next, and what a new shoe or a new day ends."""

from __future__ import annotations

from games.baccarat.facts import BaccaratRound
from games.baccarat.judge import carry
from games.baccarat.no_bets import session_of
from games.catalogue import judge
from games.engine.fold import fold
from games.engine.judgement import Judgement
from games.engine.session import SessionBefore, next_gaming_day
from tests.baccarat.rounds import BOOK, changed, codes, played

BET = "5 bet_placed bet=b1 kind=player stake_minor={stake} player=P-1\n20 betting_closed\n"
NATURAL = "30 cards player:4S banker:3H player:4H banker:4D\n45 result_announced winner=player\n"
LIMITS = "player 100 5000"


def _round(facts: str, before: SessionBefore | None, shoe: str = "S1") -> tuple[Judgement, SessionBefore]:
    golden = played(facts, limits=LIMITS, terms=f"shoe_loaded shoe={shoe}")
    state = fold(golden.stream, golden.rows())
    state.terms = golden.history().at(golden.opened)
    state.before = before
    judgement = judge(state, BOOK, ended=True)
    return judgement, carry(before, state, judgement, BOOK)  # type: ignore[arg-type]


def test_a_players_one_time_below_the_minimum_is_remembered_through_the_day() -> None:
    small = BET.format(stake=50) + NATURAL
    first, after = _round(small + "50 payout_made bet=b1 amount_minor=50", SessionBefore())
    assert first.results[0].settlement.outcome == "won"
    second, later = _round(small, after)
    assert second.results[0].settlement.outcome == "refused"
    assert later.under_minimum == frozenset({"P-1"})
    fresh = next_gaming_day(later, BOOK.choice("below_minimum_counted_for"))
    third, _ = _round(small + "50 payout_made bet=b1 amount_minor=50", fresh)
    assert third.results[0].settlement.outcome == "won"


def test_nothing_known_before_is_not_an_empty_memory_forgotten() -> None:
    _, after = _round(BET.format(stake=50) + NATURAL, None)
    assert after.under_minimum == frozenset({"P-1"})


def test_a_card_too_many_opens_one_no_bet_round_and_no_more() -> None:
    wrong = BET.format(stake=500) + "30 cards player:2S banker:7H player:4H banker:KD player:9C\n"
    _, after = _round(wrong + "45 result_announced winner=banker", SessionBefore())
    assert (after.opening_cards, after.no_bet, after.pack) == (("9C",), "7.6", "S1")
    free = "2 no_bet_announced announced_by=dealer/D1 ground=7.6\n30 cards player:9C banker:3H player:KH banker:4D"
    judgement, then = _round(free, after)
    assert codes(judgement) == []
    assert (then.opening_cards, then.no_bet) == ((), "")
    judgement, _ = _round(BET.format(stake=500) + NATURAL + "50 payout_made bet=b1 amount_minor=500", then)
    assert codes(judgement) == []


def test_a_new_shoe_ends_what_the_old_one_left() -> None:
    before = SessionBefore(no_bet="7.5", opening_cards=("KS",), pack="S1", new_pack="7.10.2")
    done = BET.format(stake=500) + NATURAL + "50 payout_made bet=b1 amount_minor=500"
    assert codes(_round(done, before, shoe="S2")[0]) == []
    found = [
        "bet_in_no_bet_round",
        "no_bet_not_announced",
        "opening_card_differs",
        "pack_not_replaced",
        "paid_on_refused",
    ]
    assert codes(_round(done, before, shoe="S1")[0]) == found


def test_a_new_shoe_brings_neither_cards_nor_a_round_without_bets() -> None:
    before = SessionBefore(no_bet="7.5", opening_cards=("KS",), pack="S1", under_minimum=frozenset({"P-1"}))
    golden = played(NATURAL, terms="shoe_loaded shoe=S2")
    state = fold(golden.stream, golden.rows())
    assert isinstance(state, BaccaratRound)
    state.terms, state.before = golden.history().at(golden.opened), before
    assert session_of(state) == SessionBefore(pack="S1", under_minimum=frozenset({"P-1"}))


def test_a_hold_of_the_table_is_carried_on() -> None:
    before = SessionBefore(hold="7.1", hold_stream="round/BA01/1", hold_version=4)
    _, after = _round(BET.format(stake=500) + NATURAL, before)
    assert (after.hold, after.hold_stream, after.hold_version) == ("7.1", "round/BA01/1", 4)


def test_a_table_of_which_nothing_is_known_leaves_nothing() -> None:
    golden = played(BET.format(stake=500) + NATURAL)
    state = fold(golden.stream, golden.rows())
    after = carry(None, state, judge(state, BOOK, ended=True), BOOK)  # type: ignore[arg-type]
    assert after == SessionBefore()


def test_what_came_before_stands_where_the_table_is_not_known() -> None:
    golden = played("30 cards player:4S banker:3H player:4H banker:4D", before="no_bet=7.6 pack=S1 opening_cards=9C")
    state = golden.state()
    state.terms = None
    assert codes(judge(state, BOOK, ended=True)) == ["no_bet_not_announced", "opening_card_differs"]
    unknown = played("30 cards player:4S", before="no_bet=7.6", terms="shoe_loaded shoe=S1", ended="no")
    assert codes(unknown.judge()) == ["no_bet_not_announced"]


def test_a_round_that_was_overtaken_without_being_closed_is_found() -> None:
    golden = played(BET.format(stake=500) + NATURAL + "50 payout_made bet=b1 amount_minor=500")
    state = golden.state(golden.facts[:-1])
    assert codes(judge(state, BOOK, ended=True)) == ["round_not_closed"]
    assert codes(judge(state, BOOK, ended=False)) == []


def test_while_bets_are_being_made_nothing_is_owed() -> None:
    golden = played("5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1", ended="no")
    judgement = golden.judge(golden.facts[:-1])
    assert [r.settlement.outcome for r in judgement.results] == ["pending"]
    assert codes(judgement) == []


def test_a_shoe_that_was_not_shuffled_is_found() -> None:
    golden = played(BET.format(stake=500) + NATURAL, terms="shoe_loaded shoe=S1 shuffled=false")
    assert codes(golden.judge()) == ["not_paid", "shoe_not_shuffled"]
    seen = (
        BET.format(stake=500)
        + NATURAL
        + "46 irregularity_seen kind=unshuffled\n47 round_voided called_by=dealer/D1 ground=7.1"
    )
    assert codes(played(seen, terms="shoe_loaded shoe=S1 shuffled=false").judge()) == []


def test_a_card_cannot_come_more_often_than_there_are_decks() -> None:
    facts = (
        BET.format(stake=500) + "30 cards player:4S banker:4S player:4S banker:KD\n45 result_announced winner=player\n"
    )
    paid = facts + "50 payout_made bet=b1 amount_minor=500"
    assert codes(played(paid).judge()) == []
    assert codes(played(paid, terms="game_settings_set decks=2").judge()) == ["more_copies_than_decks"]


def test_bets_lie_at_no_more_seats_than_there_are() -> None:
    bets = "".join(f"5 bet_placed bet=b{n} kind=player stake_minor=500 seat={n}\n" for n in range(1, 7))
    paid = "".join(f"\n50 payout_made bet=b{n} amount_minor=500" for n in range(1, 7))
    facts = bets + "20 betting_closed\n" + NATURAL + paid
    assert codes(played(facts, terms="game_settings_set seats=7").judge()) == []
    assert codes(played(facts, terms="game_settings_set seats=5").judge()) == ["more_seats_than_table"]


def test_the_house_is_a_choice() -> None:
    """Who may put up the sign of 6.4.5."""
    facts = BET.format(stake=500) + NATURAL + "50 payout_made bet=b1 amount_minor=500"
    golden = played(facts, terms="insurance_set offered=false set_by=dealer/D1")
    assert codes(golden.judge()) == []
    assert codes(golden.judge(book=changed(house="pit_supervisor"))) == ["post_not_competent"]
