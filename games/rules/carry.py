"""One door to what a round leaves to the next one at its table. A game whose rounds leave nothing is not listed.

Each game's ``carry`` is pure and stands in its rule module; here they only meet under one signature. Proved by the
tests of each game's session (``tests/rules/test_*_session.py``) and by ``tests/replay/test_sessions.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.rounds.session import SessionBefore
from games.rounds.state import RoundState
from games.rules import baccarat, niuniu, sicbo
from games.rules.book import RuleBook
from games.rules.judgement import Judgement

Carry = Callable[[SessionBefore, Any, Judgement, RuleBook], SessionBefore]

CARRIES: Final[dict[str, Carry]] = {
    "baccarat": lambda before, state, judgement, _book: baccarat.carry(before, state, judgement),
    "niuniu": lambda before, state, judgement, _book: niuniu.carry(before, state, judgement),
    "sicbo": sicbo.carry,
}


def carry(before: SessionBefore, state: RoundState, judgement: Judgement, book: RuleBook) -> SessionBefore:
    """The table's session after a round of this game, judged by this book."""
    function = CARRIES.get(state.game)
    return before if function is None else function(before, state, judgement, book)
