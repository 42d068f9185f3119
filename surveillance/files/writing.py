"""Writing to the chain of custody of a recording, and reading it as it stands in the ledger.

Every event has an id made by whoever asks, so that the same thing is recorded once. Afterwards the read models are
brought up, so that the next page shows it. Proved by ``tests/surveillance/files``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from casino.core import reasons as rule_of_reasons
from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent
from casino.core.reasons import Rule
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.rows import Appended
from games.commands import reasons
from games.engine.facts import Person
from surveillance.record import errors as _errors  # noqa: F401  (fills the error table)
from surveillance.record import facts as f
from surveillance.record import state
from surveillance.record.parts import Viewer
from surveillance.rows import readmodel

ATTEMPTS = 5


def stream_of(code: str) -> str:
    """The stream of a recording's code."""
    return f"recording/{code}"


def load(property_code: str, code: str) -> state.Recording:
    """The recording by its events. Problem footage_unknown."""
    try:
        found = get_ledger(property_code).load(state.Recording, stream_of(code))
    except ledger_errors.InvalidEvent:
        found = state.Recording(stream_of(code))
    if found.arrived is None:
        raise Problem("footage_unknown", what=f"recording/{code}")
    return found


def say(
    property_code: str,
    code: str,
    fact: Fact,
    *,
    identity: UUID,
    by: Person | Viewer | None,
    now: datetime,
    follow: bool = True,
    correlation: str | None = None,
) -> Appended:
    """Record this of the recording; the same identity with the same words is the first answer again. ``correlation`` is
    the id of the command that it came from, where that was another request. Problem
    footage_unknown, footage_gone for what may no longer be said of a recording whose bytes are gone."""
    ledger = get_ledger(property_code)
    for _ in range(ATTEMPTS):
        held = load(property_code, code)
        if held.deleted is not None and not isinstance(fact, f.RecordingViewed | f.RecordingHandedOut):
            raise Problem("footage_gone", recording=code)
        event = NewEvent(
            id=identity,
            stream=held.stream,
            type=f.NAMES[type(fact)],
            data=fact,
            actor=f"person:{by.staff}" if by else "system:footage",
            occurred_at=now,
            correlation=correlation,
        )
        known = ledger.find(identity)
        if known is not None:
            # Sealed words are sealed anew each time, so that the same event begun again is not compared.
            return Appended(event.id, "duplicate", known.position, known.version, known.recorded_at)
        try:
            with transaction.atomic():
                [said] = ledger.append([event])
        except ledger_errors.ConcurrencyConflict:
            continue
        if follow:
            readmodel.follow_to_head(property_code)
        return said
    raise Problem("try_again")


RULES: Final = rule_of_reasons.register(
    "surveillance.files",
    {"leaving.download": Rule.SHORT, "exports.ask_export": Rule.SHORT, "exports.ask_copy": Rule.SAID},
)
"""Why footage leaves the house; a copy says to whom instead."""


def reason(command: str, words: str) -> str:
    """A reason that somebody gave, as it may be sealed: without what surrounds it, as it is signed. Problem
    footage_reason for none, reason_says_nothing for a mark."""
    said = words.strip()
    if not said:
        raise Problem("footage_reason", "reason")
    rule_of_reasons.require(f"surveillance.files.{command}", said, "reason")
    return said[:500]


sealed = reasons.sealed
"""Words of a person, sealed under a key of their own (inside a transaction)."""
