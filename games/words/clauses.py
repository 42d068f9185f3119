"""Clauses as people and machines are told them: number, statement in both languages, the document with its game.

Two games print the same number on their documents, so a document is never shown without its game. Proved by
``tests/admin/test_round_page.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text, shaped
from games.catalogue import shipped
from games.engine.document import Choice, NoRuleBook, RuleBook
from games.engine.judgement import Judgement
from games.engine.replay import Replay
from games.judgement.read_otherwise import Otherwise, read_otherwise

_WORDS: Final = Catalogue(__file__)


class ClauseView(msgspec.Struct, frozen=True):
    """A clause that the reader can open on the spot. ``text`` is empty where the document has no such clause."""

    number: str
    text: Text
    document: Text


class ReadingView(msgspec.Struct, frozen=True):
    """A choice of the rule book, made where the document is silent or unclear: name and value, what it says, and the
    clauses that it reads."""

    name: str
    value: Any
    text: Text
    clauses: tuple[ClauseView, ...]
    otherwise: tuple[Otherwise, ...] = ()
    """What of the round another reading would move, as far as it was asked for."""


def book_of(document: str) -> RuleBook | None:
    """The shipped rule book of an id; None for an empty or unknown one."""
    try:
        return shipped().by_id(document) if document else None
    except NoRuleBook:
        return None


def document_words(book: RuleBook | None) -> Text:
    """A document by game and number: "Cò Quay (Roulette) – 01/13.06.2020"."""
    if book is None:
        return _WORDS.text("no-document-in-force")
    if not book.number:
        return book.title
    return shaped("{title} – {number}", title=book.title, number=book.number)


def views(numbers: Iterable[str], book: RuleBook | None) -> tuple[ClauseView, ...]:
    """Each clause of the list once, in its order."""
    document = document_words(book)
    found = []
    for number in dict.fromkeys(n for n in numbers if n):
        clause = book.clause(number) if book else None
        found.append(ClauseView(number, clause.text if clause else Text("", ""), document))
    return tuple(found)


def cited(judgement: Judgement) -> frozenset[str]:
    """Every clause that a judgement names: of bets, of what may still be decided, of findings, and of the round."""
    named = set(judgement.summary.get("clauses", ()))
    for result in judgement.results:
        named.update(result.settlement.clauses, (result.decided_by or "",))
        named.update(*(option.settlement.clauses for option in result.alternatives))
    named.update(*(finding.clauses for finding in judgement.findings))
    return frozenset(named) - {""}


def readings_of(replay: Replay) -> tuple[ReadingView, ...]:
    """The same of a round, with what each other reading that a guest may hold against the house would move; those that
    move something first of all."""
    moving: dict[str, tuple[Otherwise, ...]] = {}
    for each in read_otherwise(replay):
        moving[each.choice.name] = (*moving.get(each.choice.name, ()), each)
    read = readings(replay.judgement, replay.book)
    told = (msgspec.structs.replace(each, otherwise=moving.get(each.name, ())) for each in read)
    return tuple(sorted(told, key=lambda each: not each.otherwise))


def readings(judgement: Judgement, book: RuleBook | None) -> tuple[ReadingView, ...]:
    """All choices of the document, those that read a clause which the judgement names (or one above it) first. The
    others may bear on it too: the order of hands, say, is named by no settlement and decides many."""
    named = cited(judgement)

    def apart(choice: Choice) -> bool:
        return not any(number == read or number.startswith(f"{read}.") for read in choice.clauses for number in named)

    return tuple(
        ReadingView(choice.name, choice.value, choice.text, views(choice.clauses, book))
        for choice in sorted(book.choices.values() if book else (), key=apart)
    )
