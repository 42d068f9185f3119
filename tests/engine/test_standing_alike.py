"""Where the order of facts alone says that bets come to the same (``games.engine.refolding.stands_alike``), they do.

The facts of every golden round are received sender by sender, and in any order. Every one of them is taken as received
by itself, together with the opening, and with the others of its kind; what is said to be alike is judged both ways.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from games.catalogue import GAMES
from games.engine.refolding import NONE, refolded, stands_alike
from games.engine.state import RoundState
from games.engine.weighing import NOTHING, Counted, _moved, _settled, weigh
from tests.golden.reader import Golden, Line, all_golden


def arrivals(golden: Golden) -> Iterator[list[Line]]:
    yield sorted(golden.facts, key=lambda line: line.sender)
    yield sorted(golden.facts, key=lambda line: line.sender, reverse=True)
    yield random.Random(golden.path.name).sample(golden.facts, len(golden.facts))


def some_of(state: RoundState) -> Iterator[frozenset[int]]:
    kinds: dict[str, set[int]] = {}
    for item in state.folded:
        kinds.setdefault(item[5].event_type.name.partition(".")[2], set()).add(item[2])
    openings = kinds.get("round_opened", set())
    for kind in kinds.values():
        yield frozenset(kind)
        yield frozenset(kind | openings)
        yield from (frozenset((version,)) for version in kind)


@pytest.mark.parametrize("game", GAMES)
def test_what_stands_alike_comes_to_the_same(game: str) -> None:
    found: Counter[str] = Counter()
    for golden in all_golden(game):
        for arrival in arrivals(golden):
            state, book, ended = golden.state(arrival), golden.book(), golden.header.get("ended", "yes") == "yes"
            refolded(state, as_received=frozenset((state.rows[0][2],)))  # from now on its facts can be compared
            steps, claims = GAMES[game].steps, weigh(state)
            as_claimed = _settled(steps, state, book, ended, claims, NOTHING, NONE, amounts=True).judgement
            for versions in some_of(state):
                counted = Counted(versions, NONE)
                other = _settled(steps, state, book, ended, claims, counted, NONE, amounts=True).judgement
                alike, moved = stands_alike(state, versions), bool(_moved(as_claimed, other))
                found[f"{'alike' if alike else 'other'} {'moved' if moved else 'same'}"] += 1
                assert not (alike and moved), (golden.path, sorted(versions))
    assert found["alike same"] > 100
    assert found["other moved"] > 0
