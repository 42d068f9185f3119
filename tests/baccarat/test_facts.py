"""The state of a baccarat round: facts are only put in their places, and whatever is recorded is kept."""

from __future__ import annotations

import pytest

from casino.core import events
from games.baccarat.facts import BaccaratRound
from games.engine.fold import fold
from tests.baccarat.rounds import played
from tests.golden.reader import Golden, all_golden

GOLDEN = all_golden("baccarat")


def _state(facts: str) -> BaccaratRound:
    golden = played(facts)
    state = fold(golden.stream, golden.rows())
    assert isinstance(state, BaccaratRound)
    return state


def test_cards_stand_in_their_true_order() -> None:
    state = _state("31 cards banker:3H player:4H\n30 cards player:4S\n29 card_dealt card=9C to=burn exposed=false")
    assert [card.card for card in state.cards] == ["9C", "4S", "3H", "4H"]
    assert [card.to for card in state.cards] == ["burn", "player", "banker", "player"]
    assert [card.order for card in state.cards] == [2, 3, 4, 5]


def test_changes_find_their_bet_or_their_insurance() -> None:
    state = _state(
        "5 bet_placed bet=b1 kind=player stake_minor=5\n"
        "6 insurance_placed bet=i1 side=player stage=first_deal stake_minor=2\n"
        "7 insurance_placed bet=i1 side=player stage=first_deal stake_minor=2\n"
        "8 bet_withdrawn bet=i1\n9 bet_changed bet=b1 stake_minor=7\n10 bet_withdrawn bet=b7 clause=7.9"
    )
    assert [c.withdrawn for c in state.insurances["i1"].changes] == [True]
    assert state.insurances["i1"].again == (4,)
    assert [c.stake_minor for c in state.bets["b1"].changes] == [7]
    assert state.orphans == (("b7", 7),)


def test_every_fact_of_the_game_has_a_place_in_the_state() -> None:
    names = {t.name.partition(".")[2] for t in events.registered() if t.prefix == "baccarat"}
    assert all(callable(getattr(BaccaratRound, name)) for name in names)
    told = {line.name for golden in GOLDEN for line in golden.facts}
    answers = {"report_confirmed", "report_denied", "report_unanswered"}  # tests/engine/test_reported.py
    money = {"remedy_followed"}  # tests/engine/test_remedies.py
    assert names - told - {"bet_changed", "fact_corrected"} - answers - money == set()


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda g: g.path.stem)
def test_every_prefix_of_a_round_is_judged(golden: Golden) -> None:
    """A round can be looked at after each of its facts: nothing that is still to come is missed by the program."""
    for length in range(1, len(golden.facts) + 1):
        judgement = golden.judge(golden.facts[:length])
        assert judgement.summary["standing"] in ("settled", "void", "awaiting", "pending")


def test_what_a_table_offers_stands_from_its_facts_on() -> None:
    header = {"terms": "game_settings_set decks=6 seats=5; insurance_set offered=false set_by=dealer/D1"}
    golden = played("", **header)
    terms = golden.history().at(golden.opened)
    assert (terms.decks, terms.seats, terms.insurance, terms.shoe) == (6, 5, False, None)
    more = played("", terms=header["terms"] + "; game_settings_set seats=7; shoe_loaded shoe=S9 shuffled=true")
    terms = more.history().at(more.opened)
    assert (terms.decks, terms.seats, terms.shoe, terms.shoe_shuffled) == (6, 7, "S9", True)
    assert terms.insurance_set_by is not None
    assert more.history().at(None) == terms
