"""Cards as chance drew them: how games with shoes or packs store what was seen of a round, and count it.

A result is [which shoe of its table, packs in it, 1 where the order is known else 0, ranks from 0 for an ace]. Pure.
Proved by ``tests/fairness/test_games.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from casino.core.cards import RANKS, rank_of
from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.chance import Drawn, Group, Spread
from games.fairness.shoe import Seen

_WORDS: Final = Catalogue(__file__)

EACH_ROUND: Final = 0
"""In the place of the shoe: every round has a pack of its own."""
_PLACE: Final = {rank: place for place, rank in enumerate(RANKS)}


def drawn_cards(cards: Iterable[str], *, shoe: int, packs: int, ordered: bool) -> Drawn | None:
    """A result of these cards; None where there are none."""
    ranks = [_PLACE[rank_of(card)] for card in cards]
    return [shoe, packs, int(ordered), ranks] if ranks else None


def seen(drawn: Drawn, number: int) -> Seen:
    """A stored result as the watch takes it; ``number`` tells rounds with packs of their own apart."""
    shoe, packs, ordered, ranks = drawn
    return Seen(shoe or -number, packs, bool(ordered), tuple(ranks))


RANKS_SEEN: Final = Spread(
    "ranks",
    _WORDS.text("ranks_seen--ranks"),
    tuple(Group(rank, Text(rank, rank), 1 / len(RANKS)) for rank in RANKS),
    lambda drawn: list(drawn[3]),
    independent=False,
)
