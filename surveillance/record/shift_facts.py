"""What is signed when a shift of Surveillance changes hands, as events. Told with the rest in ``facts.py``.

Proved by the frozen examples in ``tests/surveillance/frozen`` and by ``tests/surveillance/test_shift_signed.py``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Final

import msgspec

from casino.core.canonical import canonical_bytes
from casino.core.events import Fact
from games.engine.facts import Person
from surveillance.record.parts import Digest, Part, StreamId
from surveillance.record.recorded import recorded

MOST: Final = 5_000
"""Lines of a report that is signed."""


class ShiftSaid(Part, frozen=True):
    """What a line says under a name, in codes; moments in UTC."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    value: str


class ShiftLine(Part, frozen=True):
    """A line of the report: in which of its lists, what it is about and what it says."""

    among: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    stream: StreamId
    label: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    says: tuple[ShiftSaid, ...]


def digest_of(property_code: str, begins_at: datetime, ends_at: datetime, lines: Sequence[ShiftLine]) -> str:
    """SHA-256 of what is signed, as canonical JSON (RFC 8785): the house, the interval in UTC, the lines in order."""
    said = {
        "begins_at": begins_at.astimezone(UTC).isoformat(),
        "ends_at": ends_at.astimezone(UTC).isoformat(),
        "lines": msgspec.to_builtins(list(lines)),
        "property": property_code,
    }
    return hashlib.sha256(canonical_bytes(said)).hexdigest()


@recorded("handover.given")
class ShiftHandedOver(Fact, frozen=True):
    """Who ends the shift signs its report: the lines, as they stood in front of them, and their digest."""

    begins_at: datetime
    ends_at: datetime
    digest: Digest
    lines: Annotated[tuple[ShiftLine, ...], msgspec.Meta(max_length=MOST)]
    handed_by: Person


@recorded("handover.taken")
class ShiftTakenOver(Fact, frozen=True):
    """Another person signs the same lines, in a session of their own."""

    digest: Digest
    taken_by: Person
