"""One door to every game's judgement. A game is one rule module, listed here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.rounds.state import RoundState
from games.rules import baccarat, maubinh, niuniu, roulette, sicbo
from games.rules.book import RuleBook
from games.rules.judgement import Judgement

JUDGES: Final[dict[str, Callable[..., Judgement]]] = {
    "baccarat": baccarat.judge,
    "maubinh": maubinh.judge,
    "niuniu": niuniu.judge,
    "roulette": roulette.judge,
    "sicbo": sicbo.judge,
}


def judge(state: RoundState, book: RuleBook, *, ended: bool) -> Judgement:
    """Judge a round under a document of its game.

    ``ended`` says that no more chips will move at the table for this round; before that nothing is called unpaid.
    Raises KeyError for a game without a judgement, ValueError where the document is another game's.
    """
    if book.game != state.game:
        raise ValueError(f"document {book.id} is not a document of {state.game}")
    function: Any = JUDGES[state.game]
    result: Judgement = function(state, book, ended=ended)
    return result
