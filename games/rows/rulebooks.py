"""The documents by which a property judges: what its record has put in force, and asking that another be.

Putting a document in force takes two persons in own sessions (``games.commands.approvals``): a director of table games
or above asks, another of that post or above confirms. What is put in force is a document that the program brings,
whole, in the event, with every choice made by who asks (``games.rows.rule_choices``); a newer program with another text
changes nothing by itself. Proved by ``tests/rules/test_rulebooks.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec

from casino.core.errors import ERRORS, Problem
from casino.core.events import NewEvent, RecordedEvent
from casino.core.posts import Post
from casino.core.text import Text
from casino.ledger.application import get_ledger
from games import catalogue
from games.engine import rules
from games.engine.document import Library, NoRuleBook, RuleBook
from games.engine.facts import Person
from games.engine.rules import RulesPutInForce
from games.facts.approval_facts import Asked
from games.facts.approval_requests import Ask
from games.rows.rule_choices import check_approved, chosen, told

LOWEST: Final = Post.DIRECTOR_OF_TABLE_GAMES
"""Who asks, and who confirms: this post or one above."""

SLACK: Final = timedelta(minutes=1)
"""Between a confirmation and its recording."""

ERRORS.register_all(
    {
        "rules_unknown": 404,
        "rules_in_force_already": 409,
        "rules_in_the_past": 422,
    }
)


def recorded(property_code: str) -> list[RecordedEvent]:
    """What the record says of the rules of every game, each game's in its order."""
    ledger = get_ledger(property_code)
    streams = [rules.stream_of(game) for game in catalogue.GAMES]
    return [ledger.decode(row) for _stream, rows in ledger.scan_streams(streams) for row in rows]


def library_of(property_code: str) -> Library:
    """The documents by which a property judges."""
    return rules.library(recorded(property_code), catalogue.shipped())


def in_force(property_code: str, game: str, at: datetime) -> RuleBook | None:
    """The document of a game in force at a property at a moment, if one was."""
    return library_of(property_code).at(game, at)


def by_id(property_code: str, document: str) -> RuleBook | None:
    """The document of this name as the property has it; None for an empty or unknown one."""
    try:
        return library_of(property_code).by_id(document) if document else None
    except NoRuleBook:
        return None


def unused(property_code: str) -> list[RuleBook]:
    """What the program brings and this property does not judge by, though it has put documents of that game in force:
    an upgrade changed nothing by itself, and somebody may have to decide."""
    events = recorded(property_code)
    games = {rules_game(event) for event in events}
    brought = [book for book in catalogue.all_books() if book.game in games]
    return rules.differing(rules.library(events, catalogue.shipped()), brought)


def rules_game(event: RecordedEvent) -> str:
    return event.stream.partition("/")[2]


def text_of(document: str) -> str:
    """The text of a document that the program brings. Problem ``rules_unknown``."""
    text = catalogue.texts().get(document)
    if text is None:
        raise Problem("rules_unknown", "document", document=document)
    return text


def check(
    property_code: str,
    document: str,
    choices: Mapping[str, Any],
    approval: str | None,
    effective_from: datetime | None,
    now: datetime,
) -> str:
    """The digest of what would be put in force, with its choices made. Problems: rules_unknown, rules_choice_missing,
    rules_choice_wrong, rules_approval_missing, rules_in_the_past, rules_in_force_already."""
    text = chosen(text_of(document), choices)
    check_approved(text, approval)
    if effective_from is not None and effective_from < now:
        raise Problem("rules_in_the_past", "effective_from")
    events = _of_game(property_code, rules.read(text).game)
    last = events[-1].data if events else None
    if isinstance(last, RulesPutInForce) and last.text == text and effective_from is None:
        raise Problem("rules_in_force_already", "document")
    return rules.digest_of(text)


def choices_asked(asked: Asked) -> list[tuple[Text, Text, bool]]:
    """How a request would have its document read: names, readings, and whether each is the letter."""
    text = catalogue.texts().get(asked.document or "")
    try:
        return [] if text is None else told(chosen(text, asked.choices or {}))
    except Problem:
        return []  # the program brings another text by now: it cannot be confirmed


def _of_game(property_code: str, game: str) -> Sequence[RecordedEvent]:
    return get_ledger(property_code).stream(rules.stream_of(game))


def effect(property_code: str, ask: Ask, by: Person, now: datetime) -> list[NewEvent]:
    """What the confirmation of a request comes to. Problem ``ask_overtaken`` where the program now brings another text
    than the one that was asked for, and rules_choice_missing where the request left choices as they were brought."""
    asked = ask.asked
    assert asked.document is not None
    text = chosen(text_of(asked.document), asked.choices or {})
    if rules.digest_of(text) != asked.sha256:
        raise Problem("ask_overtaken")
    book = rules.read(text)
    events = _of_game(property_code, book.game)
    starts_at = rules.starts_at(book, asked.effective_from, now, first=not events)
    return [
        put_in_force(
            book.game,
            text,
            starts_at,
            asked_by=asked.asked_by,
            confirmed_by=by,
            at=now,
            event_id=uuid5(ask.id, "effect"),
            version=len(events) + 1,
            ask=ask,
        )
    ]


def put_in_force(
    game: str,
    text: str,
    effective_from: datetime,
    *,
    asked_by: Person,
    confirmed_by: Person,
    at: datetime,
    event_id: UUID,
    version: int,
    ask: Ask | None = None,
    approval: str | None = None,
) -> NewEvent:
    """The event that a document is in force."""
    fact = RulesPutInForce(
        document=rules.read(text).id,
        text=text,
        sha256=rules.digest_of(text),
        effective_from=effective_from,
        asked_by=asked_by,
        confirmed_by=confirmed_by,
        sealed_reason=None if ask is None else ask.asked.sealed_reason,
        ask=None if ask is None else ask.id,
        approval=approval if ask is None else ask.asked.approval,
    )
    return NewEvent(
        id=event_id,
        stream=rules.stream_of(game),
        type=rules.TYPE,
        data=fact,
        actor=f"person:{confirmed_by.staff}",
        occurred_at=at,
        correlation=None if ask is None else str(ask.id),
        expected_version=version,
    )


# --- Held against the record -----------------------------------------------------------------------------------------


def faults(property_code: str) -> list[str]:
    """What is wrong with the documents that the record has put in force, a sentence each."""
    found = []
    for event in recorded(property_code):
        fact = event.data
        place = f"position {event.position} ({event.stream}, version {event.version})"
        if rules.digest_of(fact.text) != fact.sha256:
            found.append(f"{place}: the document's text is not the one of its digest")
        try:
            book = rules.read(fact.text)
        except (ValueError, KeyError, TypeError, msgspec.ValidationError) as error:
            found.append(f"{place}: the text is no rule document: {error}")
            continue
        if book.id != fact.document or book.game != rules_game(event):
            found.append(f"{place}: the text is {book.id}, not {fact.document}")
        if event.version > 1 and fact.effective_from < event.recorded_at - SLACK:
            found.append(f"{place}: it is in force since before it was recorded")
    return found
