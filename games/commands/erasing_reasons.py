"""Erasing a reason itself: by those who answer for personal data, on a ground, with a record of who did it and when.

A reason (of a correction, ruling, dismissal, revocation; the ground of an erasure) is sealed under a key of its own,
which is destroyed. No event changes, and every proof stays; where the same words stand in several events (what was
asked for, and what it came to), they go from all. What was erased stays erased. Proved by
``tests/service/test_erasing_reasons.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, NamedTuple
from uuid import UUID

import msgspec

from casino import vault
from casino.commands.execution import Carried
from casino.core.commands import Command, following
from casino.core.errors import ERRORS, Problem
from casino.core.events import RecordedEvent, plain
from casino.core.interest import BARS
from casino.core.posts import Post
from casino.core.reasons import Rule
from casino.core.sealed import Sealed
from casino.ledger.application import get_ledger
from games.commands import reasons
from games.commands.execution import LONGEST, OnTable, Place, carries, check_post, reason_given
from games.commands.signature_rules import ERASURES
from games.commands.step import Reason, step
from games.engine.facts import Person
from games.facts.reason_facts import NAME, ReasonErased
from games.rows import matters

ANSWERS_FOR_IT: Final = Post.SENIOR_MANAGEMENT
"""Who erases: as in cases."""
FIELDS: Final = ("sealed_reason", "sealed_ground")

ERRORS.register_all(
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


@step(
    on="reason",
    posts=frozenset({ANSWERS_FOR_IT}),
    interest=BARS,
    weighty=True,
    addresses=ERASURES,
)
class EraseReason(Command, frozen=True):
    """Erase a sealed reason, by its reference."""

    ground: Annotated[Reason, following(Rule.SENTENCE)]
    ref: UUID | None = None


class At(NamedTuple):
    """The event that holds the reason, by its position."""

    property_code: str
    position: int


@carries(EraseReason)
class _Erasing(OnTable):
    """Erasing on its way."""

    NAMES: ClassVar = {ReasonErased: NAME}
    command: EraseReason

    def __init__(self, at: At, command: EraseReason, **given: Any) -> None:
        self.holding, self.kept = event_at(*at)
        place = Place(at.property_code, _stream(self.kept))
        super().__init__(place, msgspec.structs.replace(command, ref=self.kept.ref), **given)

    def carry_out(self) -> Carried:
        code, why = self.property_code, self.command.ground
        check_post(self.by, self.step)
        self.check_interest(matters.of_words(self.holding.stream, plain(self.holding.data)))
        if len(why) > LONGEST:
            raise Problem("reason_missing_text", "ground")
        reason_given(EraseReason, why, field="ground")
        if self.ledger.stream(self.stream) or not vault.readable(code, self.kept):
            raise Problem("reason_erased")
        fact = ReasonErased(
            ref=self.kept.ref,
            position=self.holding.position,
            erased_by=self.by,
            sealed_ground=reasons.sealed(code, why),
        )
        return Carried(self.stream, self.record(self.stream, [fact], 0), [fact], self.kept.persons)

    def overtaken(self) -> None:
        raise Problem("reason_erased")

    def follow(self) -> None:
        """Its page reads it from the record."""

    def came_to(self, first: RecordedEvent) -> bool:
        fact = first.data
        same = isinstance(fact, ReasonErased) and (fact.ref, fact.erased_by) == (self.kept.ref, self.by)
        return same and reasons.same_words(self.property_code, fact.sealed_ground, self.command.ground)


def _stream(kept: Sealed) -> str:
    return f"reason/{kept.ref}"
