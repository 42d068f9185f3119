"""What is asked of film that is held, and what comes of it, as events. Told with the rest in ``facts.py``.

Proved by the frozen examples in ``tests/surveillance/frozen`` and by ``tests/surveillance/test_guarding.py``.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from casino.core.events import Fact
from casino.core.sealed import Sealed
from games.engine.facts import Code, Person
from surveillance.record.parts import Digest, Name, StreamId
from surveillance.record.recorded import recorded

MOST_NAMED = 50


@recorded("hold.reached")
class HoldReached(Fact, frozen=True):
    """The hold keeps this recording until it is released, whatever is said later of where and when it was filmed."""

    hold: Code
    recording: Code
    sha256: Digest


@recorded("hold.locked")
class RecordingLocked(Fact, frozen=True):
    """This recording alone is kept, wherever it was filmed: by a person's hand, or since it is linked to an incident.
    It is a hold like others, and released like them."""

    hold: Code
    recording: Code
    sha256: Digest
    cause: Literal["person", "incident"]
    subject: StreamId | None = None
    placed_by: Person | None = None
    sealed_reason: Sealed | None = None


@recorded("change.asked")
class ChangeAsked(Fact, frozen=True):
    """A command would move film that is held, away from what it is held for or in time: it waits for a second person.
    ``sealed_command`` is all of it as it was given. ``recordings`` and ``subjects`` are those that it touches, the
    first :data:`MOST_NAMED` of each."""

    command: Name
    about: StreamId
    sealed_command: Sealed
    sealed_reason: Sealed
    asked_by: Person
    recordings: Annotated[tuple[Code, ...], msgspec.Meta(max_length=MOST_NAMED)] = ()
    subjects: Annotated[tuple[StreamId, ...], msgspec.Meta(max_length=MOST_NAMED)] = ()


@recorded("change.confirmed")
class ChangeConfirmed(Fact, frozen=True):
    """A second person says the same; what was asked is recorded with it."""

    confirmed_by: Person


@recorded("change.declined")
class ChangeDeclined(Fact, frozen=True):
    """It is not done."""

    declined_by: Person
    sealed_reason: Sealed
