"""The hands of a round read out: what was on the table, in sentences, each with the clauses it goes by.

A game with something to read says so in its words (``read_out``); roulette needs none. Proved by
``tests/admin/test_reading.py``.
"""

from __future__ import annotations

import msgspec

from casino.core.text import Text
from games.catalogue import GAMES
from games.engine.replay import Replay
from games.engine.steps import as_cited
from games.words.clauses import ClauseView, views


class Sentence(msgspec.Struct, frozen=True):
    """A sentence of the reading with its clauses, to be opened on the spot."""

    text: Text
    clauses: tuple[ClauseView, ...]


def read_out(replay: Replay) -> list[Sentence]:
    """The round in sentences; nothing where no rule book was in force or nothing can be read yet."""
    reader = GAMES[replay.state.game].words.read_out
    if reader is None or replay.book is None:
        return []
    book = replay.book
    lines = reader(as_cited(replay.judgement.summary, book), book)
    return [Sentence(line.text, views(map(book.printed_as, line.clauses), book)) for line in lines]
