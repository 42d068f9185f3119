"""What each game says is chance: results of simulated rounds are read, and the watch takes them."""

from __future__ import annotations

import pytest

from games.catalogue import GAMES, shipped
from games.engine.cards_drawn import EACH_ROUND, drawn_cards, seen
from games.fairness.evidence import Evidence
from games.simulate.kinds import simulated
from tests.simulate.dealing import STARTS, folded
from tests.words.test_sums import TABLES


@pytest.mark.parametrize("game", TABLES)
def test_simulated_rounds_are_read_and_taken(game: str) -> None:
    chance = GAMES[game].chance
    assert chance is not None
    book = shipped().in_force(game, STARTS)
    evidence, taken = Evidence(), 0
    for _sent, _planted, state, judgement in folded(TABLES[game], 5, 12, None, limits=simulated(game).limits):
        drawn = chance.read(state, judgement.summary, book)
        if drawn is None:
            continue
        taken += 1
        evidence.take(chance.model, chance.outcome(drawn, taken))
        for spread in chance.spreads:
            assert all(0 <= place < len(spread.groups) for place in spread.place(drawn))
    assert taken >= 8
    assert evidence.taken == taken
    assert -5 < evidence.value(chance.model) < 8


def test_packs_of_single_rounds_are_told_apart_and_shoes_are_not() -> None:
    pack = drawn_cards(["AS", "KD"], shoe=EACH_ROUND, packs=1, ordered=False)
    shoe = drawn_cards(["AS", "KD"], shoe=3, packs=8, ordered=True)
    assert pack is not None
    assert shoe is not None
    assert seen(pack, 1).shoe != seen(pack, 2).shoe
    assert seen(shoe, 1) == seen(shoe, 2) == (3, 8, True, (0, 12))
    assert drawn_cards([], shoe=1, packs=8, ordered=True) is None
