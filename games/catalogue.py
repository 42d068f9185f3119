"""The games of this house: the one table in which each has its entry.

A game is a folder with a descriptor (``games.engine.game``) and a line here; ingest, replay, audit, pages, papers,
simulator and the table of clauses find it by this table. Pure. Proved by ``tests/architecture/test_games.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import games.engine.device
import games.engine.table  # noqa: F401 - their event types are part of every game's
from games.baccarat.game import BACCARAT
from games.engine import codes, weighing
from games.engine.document import Library, RuleBook, documents_in, texts_in
from games.engine.game import Game
from games.engine.judgement import Judgement, Severity
from games.engine.schema import check
from games.engine.session import SessionBefore
from games.engine.state import RoundState
from games.engine.steps import Asked
from games.engine.unfit import Unfit
from games.maubinh.game import MAUBINH
from games.niuniu.game import NIUNIU
from games.roulette.game import ROULETTE
from games.sicbo.game import SICBO

GAMES: Final[dict[str, Game]] = {
    game.code: game
    for game in (
        BACCARAT,
        MAUBINH,
        NIUNIU,
        ROULETTE,
        SICBO,
    )
}
"""Every game by the name that its events carry."""

CODES: Final[dict[str, Severity]] = {
    **codes.SHARED,
    **{code: severity for game in GAMES.values() for code, severity in game.codes.items()},
}
"""Every code a finding can carry, with its severity: the one list that screens, filters and tests go by."""


def judge(state: RoundState, book: RuleBook, *, ended: bool) -> Judgement:
    """Judge a round under a document of its game.

    ``ended`` says that no more chips will move at the table for this round; before that nothing is called unpaid.
    Raises KeyError for a game that is not listed, ValueError where the document is another game's.
    """
    return judge_all([Asked(state, book, ended)])[0]


def judge_all(rounds: Sequence[Asked]) -> list[Judgement]:
    """Judge rounds, those of one game together (:func:`games.engine.steps.judge_all`). Raises as :func:`judge`."""
    of_game: dict[str, list[int]] = {}
    for place, (state, book, _ended) in enumerate(rounds):
        if book.game != state.game:
            raise ValueError(f"document {book.id} is not a document of {state.game}")
        of_game.setdefault(state.game, []).append(place)
    judgements: dict[int, Judgement] = {}
    for game, places in of_game.items():
        judged = weighing.judge_all(GAMES[game].steps, [rounds[place] for place in places])
        judgements.update(zip(places, judged, strict=True))
    return [judgements[place] for place in range(len(rounds))]


def read(book: RuleBook) -> RuleBook:
    """The document, once it was held against what its game knows. Raises :class:`games.engine.unfit.Unfit`."""
    if book.game not in GAMES:
        raise Unfit("no_game", "game", name=book.game)
    check(book, GAMES[book.game].schema)
    return book


def carries(game: str) -> bool:
    """Whether a round of this game leaves something to the next one at its table."""
    return GAMES[game].carry is not None


def carry(before: SessionBefore, state: RoundState, judgement: Judgement, book: RuleBook) -> SessionBefore:
    """The table's session after a round, judged by this book; unchanged where the game's rounds leave nothing."""
    function = GAMES[state.game].carry
    return before if function is None else function(before, state, judgement, book)


@cache
def all_books() -> tuple[RuleBook, ...]:
    """Every document shipped, by game and date of effect. ValueError for one in another game's folder, and for one that
    its game does not take."""
    books = [(game.code, book) for game in GAMES.values() for book in documents_in(game.package)]
    for code, book in books:
        if book.game != code:
            raise ValueError(f"the folder of {code} holds a document of {book.game}")
        try:
            read(book)
        except Unfit as unfit:
            raise ValueError(f"{GAMES[code].package}, documents/{book.effective_from}.toml: {unfit}") from unfit
    return tuple(sorted((book for _code, book in books), key=lambda book: (book.game, book.effective_from)))


@cache
def texts() -> Mapping[str, str]:
    """The text of every document shipped, by its name."""
    return {name: text for game in GAMES.values() for name, text in texts_in(game.package).items()}


@cache
def newest_book(game: str) -> RuleBook | None:
    """The newest document shipped of a game; None for a game that is not listed."""
    return next((book for book in reversed(all_books()) if book.game == game), None)


@cache
def shipped() -> Library:
    """The library of the documents in this repository."""
    return Library(all_books())
