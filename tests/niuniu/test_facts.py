"""Niu niu's state only assigns; the order in which independent facts arrive changes nothing that is owed."""

from __future__ import annotations

import random

import pytest
from msgspec import ValidationError, convert
from msgspec.structs import fields

from games.catalogue import shipped
from games.engine.fold import fold
from games.engine.state import Movement
from games.niuniu.facts import BetPlaced, CardsDealt, HandArranged, IrregularitySeen, NiuNiuRound
from games.niuniu.judge import judge
from tests.golden.reader import HERE, Golden, read

BOOK = shipped().by_id("niuniu.2024-07-09")
EVERY_ROW = "5.1-every-row-of-the-table"


def _golden(name: str) -> Golden:
    return read(HERE / "niuniu" / f"{name}.txt")


def _state(name: str) -> NiuNiuRound:
    golden = _golden(name)
    state = fold(golden.stream, golden.rows())
    assert isinstance(state, NiuNiuRound)
    return state


def test_facts_stand_in_their_lists() -> None:
    state = _state("7.7.1-dealt-again-all-the-same")
    assert [noted.fact.to for noted in state.dealt] == ["box1", "box2", "dealer", "box1", "dealer"]
    assert len(state.taken_back) == 1
    assert state.dealt[2].order < state.taken_back[0].order < state.dealt[3].order
    assert [noted.fact.hand for noted in state.arranged] == ["box1"]
    assert state.movements == [Movement("collected", "a", 100000, state.order - 1, state.versions - 1)]
    assert state.no_more_bets is not None


def test_a_bet_keeps_its_changes() -> None:
    state = _state("4.8-changed-after-the-call")
    change = state.bets["a"].changes[0]
    assert (change.stake_minor, change.spot, change.withdrawn) == (500_000, None, False)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "name", [EVERY_ROW, "7.4.1-another-player-had-arranged", "7.8-dealt-again", "7.1.4-interruption", "4.8-late-double"]
)
def test_what_is_owed_does_not_turn_on_the_order_of_arrival(name: str, seed: int) -> None:
    """Each fact has its moment; those of one moment that nothing tells apart stay in the order recorded."""
    golden = _golden(name)
    rows = golden.rows()
    told = judge(_state(name), BOOK, ended=True)
    moments = sorted({row[4] for row in rows if row[4] is not None})
    blocks = [[row for row in rows if row[4] == moment] for moment in moments]
    random.Random(seed).shuffle(blocks)
    shuffled = [row for block in blocks for row in block]
    arrived = [(n, row[1], n, *row[3:]) for n, row in enumerate(shuffled, start=1)]
    state = fold(golden.stream, arrived)
    assert isinstance(state, NiuNiuRound)
    again = judge(state, BOOK, ended=True)
    assert [r.settlement for r in again.results] == [r.settlement for r in told.results]
    assert again.summary == told.summary


@pytest.mark.parametrize(
    ("fact", "data"),
    [
        (BetPlaced, {"bet": "b", "box": "box0", "kind": "ante", "stake_minor": 1}),
        (BetPlaced, {"bet": "b", "box": "dealer", "kind": "ante", "stake_minor": 1}),
        (BetPlaced, {"bet": "b", "box": "box1\n", "kind": "ante", "stake_minor": 1}),
        (BetPlaced, {"bet": "b", "box": "box1", "kind": "tie", "stake_minor": 1}),
        (BetPlaced, {"bet": "b", "box": "box1", "kind": "ante", "stake_minor": 0}),
        (CardsDealt, {"to": "box1", "cards": []}),
        (CardsDealt, {"to": "box1", "cards": ["1S"]}),
        (CardsDealt, {"to": "player", "cards": ["AS"]}),
        (HandArranged, {"hand": "box1", "by": "player", "three": ["1S", "2S", "3S"]}),
        (HandArranged, {"hand": "box1", "by": "banker"}),
        (IrregularitySeen, {"ground": "seven"}),
    ],
)
def test_what_cannot_be_read_is_refused(fact: type, data: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        convert(data, fact)


def test_a_wrong_number_of_cards_is_a_fact_like_any_other() -> None:
    fact = convert({"to": "dealer", "cards": ["AS", None, "AS", "2S", "3S", "4S", "5S"]}, CardsDealt)
    assert len(fact.cards) == 7
    assert {field.name for field in fields(CardsDealt)} == {"to", "cards", "exposed"}
