"""Section 8 as one table: which command is possible at which stage, for which posts, under which clause.

Each command declares its own line of it (``disputes.case.commands``); :data:`PROCEDURE` holds them in their order. The
domain checks by it, forms, buttons, API and the documentation follow from it, and a test walks every role × every
command × every stage against it (``tests/disputes/case/test_procedure.py``). A command that depends on more than stage
and post (two persons, a party, an open item) is checked in its own function besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.posts import Post
from casino.core.text import Text
from disputes.case import commands  # noqa: F401 - each declares its step
from disputes.case.facts import Item
from disputes.case.state import Stage
from disputes.case.step import PROCEDURE, Step
from games.catalogue import newest_book

_WORDS: Final = Catalogue(__file__)

__all__ = ("ITEMS", "PAPERS", "PROCEDURE", "clause_of", "possible", "posts_for", "printed")


def posts_for(command: str, stage: Stage | None) -> tuple[Post, ...]:
    """Who may do it at this stage; nobody where it is not possible."""
    return PROCEDURE[command].posts.get(stage, ())


def possible(stage: Stage, post: str) -> list[Step]:
    """The steps of a post at a stage, in the order of the procedure."""
    return [step for step in PROCEDURE.values() if post in step.posts.get(stage, ())]


ITEMS: Final[dict[Item, tuple[str, Text]]] = {
    "rules": ("8.4.1", _WORDS.text("items--rules--8-4-1")),
    "published": ("8.4.2", _WORDS.text("items--published--8-4-2")),
    "procedures": ("8.4.3", _WORDS.text("items--procedures--8-4-3")),
    "controls": ("8.4.4", _WORDS.text("items--controls--8-4-4")),
    "statements": ("8.4.5", _WORDS.text("items--statements--8-4-5")),
    "footage": ("8.4.6", _WORDS.text("items--footage--8-4-6")),
    "other": ("8.4.7", _WORDS.text("items--other--8-4-7")),
    "law": ("8.4.8", _WORDS.text("items--law--8-4-8")),
}
"""The check-list of 8.4: code -> clause and name."""


PAPERS: Final[dict[str, str]] = {
    "acknowledgement": "8.3",
    "decision": "8.4",
    "right_to_complain": "8.5",
    "complaint_form": "8.6",
    "complaint_decision": "8.5",
    "settlement": "8.1",
    "receipt": "8.1",
}
"""Paper -> the clause that it serves."""


def printed(clause: str, game: str | None) -> tuple[str, ...]:
    """The numbers under which a game's newest document prints a clause of section 8."""
    book = newest_book(game) if game else None
    return (clause,) if book is None else book.numbers_of(clause)


def clause_of(item: str, game: str | None) -> str:
    """The number under which an item of the check-list is cited."""
    clauses: Mapping[Any, tuple[str, Text]] = ITEMS
    return printed(clauses[item][0], game)[0]
