"""Erasing a reason itself: by those who answer for personal data, on a ground, with a record of who did it and when.

A reason (of a correction, ruling, dismissal, revocation; the ground of an erasure) is sealed under a key of its own,
which is destroyed. No event changes, and every proof stays; where the same words stand in several events (what was
asked for, and what it came to), they go from all. What was erased stays erased. Proved by
``tests/service/test_erasing_reasons.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec
from django.db import transaction

from casino import vault
from casino.core import reasons as rule_of_reasons
from casino.core.errors import Problem, declare_errors
from casino.core.events import NewEvent, RecordedEvent, plain
from casino.core.posts import POST_NAMES, Post
from casino.core.sealed import Sealed
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.rows import Appended
from games import matters, reasons
from games.engine.facts import Person
from games.reason_facts import NAME, ReasonErased

ANSWERS_FOR_IT: Final = Post.SENIOR_MANAGEMENT
"""Who erases: as in cases."""
FIELDS: Final = ("sealed_reason", "sealed_ground")
LONGEST: Final = 500

declare_errors(
    {
        "reason_unknown": 404,
        "reason_erased": 409,
    }
)


class Erased(msgspec.Struct, frozen=True):
    """That a reason was erased: the fact, when, and the words of its ground, as far as they can be read."""

    fact: ReasonErased
    at: datetime
    ground: str


def may_erase(person: Person | None) -> bool:
    """Whether this person answers for personal data."""
    return person is not None and person.post == ANSWERS_FOR_IT


def reason_of(event: RecordedEvent) -> Sealed | None:
    """The sealed reason that an event holds by itself; None for any other."""
    found = (getattr(event.data, name, None) for name in FIELDS)
    return next((each for each in found if isinstance(each, Sealed)), None)


def held(events: Iterable[RecordedEvent]) -> frozenset[int]:
    """The positions of those that hold a sealed reason."""
    return frozenset(event.position for event in events if reason_of(event) is not None)


def event_at(property_code: str, position: int) -> tuple[RecordedEvent, Sealed]:
    """The event at a position with the reason that it holds. Problem ``reason_unknown``."""
    ledger = get_ledger(property_code)
    found = [ledger.decode(row) for row in ledger.rows(after=position - 1, limit=1)] if position > 0 else []
    kept = reason_of(found[0]) if found and found[0].position == position else None
    if kept is None:
        raise Problem("reason_unknown")
    return found[0], kept


def erased(property_code: str, kept: Sealed, language: str) -> Erased | None:
    """Who erased a reason, when and on which ground; None while it stands."""
    recorded = get_ledger(property_code).stream(_stream(kept))
    if not recorded:
        return None
    fact: ReasonErased = recorded[0].data
    ground = reasons.texts(property_code, [fact.sealed_ground], language)[fact.sealed_ground.ref]
    return Erased(fact, recorded[0].recorded_at, ground)


def erase(property_code: str, position: int, *, by: Person, ground: str, command_id: UUID, now: datetime) -> Appended:
    """Erase the reason that the event at this position holds. The same command again gets the first answer."""
    event, kept = event_at(property_code, position)
    ledger = get_ledger(property_code)
    first = next(iter(ledger.stream(_stream(kept))), None)
    if first is not None and first.id == command_id:
        said: ReasonErased = first.data
        if said.erased_by != by or not reasons.same_words(property_code, said.sealed_ground, ground):
            raise Problem("command_conflict", "command_id")
        return Appended(first.id, "duplicate", first.position, first.version, first.recorded_at)
    if not may_erase(by):
        raise Problem("post_too_low", post=POST_NAMES[ANSWERS_FOR_IT])
    matters.check("erasing_reasons.erase", by.staff, matters.of_words(event.stream, plain(event.data)))
    why = ground.strip()
    if not 1 <= len(why) <= LONGEST:
        raise Problem("reason_missing_text", "ground")
    rule_of_reasons.require("games.erasing_reasons.erase", why, "ground")
    if first is not None or not vault.readable(property_code, kept):
        raise Problem("reason_erased")
    try:
        with transaction.atomic():
            fact = ReasonErased(
                ref=kept.ref,
                position=event.position,
                erased_by=by,
                sealed_ground=reasons.sealed(property_code, why),
            )
            told = NewEvent(
                id=command_id,
                stream=_stream(kept),
                type=NAME,
                data=fact,
                actor=f"person:{by.staff}",
                occurred_at=now,
                expected_version=1,
            )
            [appended] = ledger.append([told])
            reasons.erase(property_code, kept, now=now)
    except ledger_errors.ConcurrencyConflict:
        raise Problem("reason_erased") from None
    except ledger_errors.IdConflict:
        raise Problem("command_conflict", "command_id") from None
    return appended


def _stream(kept: Sealed) -> str:
    return f"reason/{kept.ref}"
