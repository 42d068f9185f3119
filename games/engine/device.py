"""A table's equipment over time: what the house says of a device, and what its sending shows.

Stream ``device/<code>``. All of these are recorded by the house or by this system, never by the device itself: that
numbers are missing, or that a clock is off, is seen from outside. Proved by ``tests/ingest/test_device_facts.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from casino.core.events import MAX_INTEGER, Fact, register
from casino.core.sealed import Sealed
from games.engine.facts import Code, Note, Person

DeviceKind = Literal["sensor", "tablet", "chip_reader", "shoe", "dice", "other"]
Number = Annotated[int, msgspec.Meta(ge=1, le=MAX_INTEGER, description="A running number of the device, from 1.")]
Skew = Annotated[
    int,
    msgspec.Meta(ge=-MAX_INTEGER, le=MAX_INTEGER, description="Server's clock minus the device's, in milliseconds."),
]


PublicKey = Annotated[
    str,
    msgspec.Meta(pattern=r"^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$(?!\n)", description="Raw Ed25519 key, in base64."),
]


TokenHash = Annotated[
    str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", description="SHA-256, as 64 lower-case hexadecimal digits.")
]


class DeviceRegistered(Fact, frozen=True):
    """The device may send from now on, for the tables to which it is bound. ``token_sha256`` where it sends with a
    token, of which that is the hash: 256 random bits, which nobody searches back. Said again for a device that was
    registered before its token was recorded."""

    device: Code
    kind: DeviceKind
    by: Person | None = None
    token_sha256: TokenHash | None = None


class DeviceKeyRegistered(Fact, frozen=True):
    """From now on the device may sign batches with this key, until it is revoked."""

    device: Code
    public_key: PublicKey
    by: Person | None = None


class DeviceRevoked(Fact, frozen=True):
    """The device's credential is no longer taken, and no signature made with its key counts for what comes later."""

    device: Code
    by: Person | None = None
    reason: Note | None = None
    sealed_reason: Sealed | None = None


class ClockOff(Fact, frozen=True):
    """The device's clock differs from the server's by more than is allowed."""

    device: Code
    skew_ms: Skew


class GapFound(Fact, frozen=True):
    """These numbers of the device, both ends included, have been missing for longer than is allowed."""

    device: Code
    first: Number
    last: Number


class GapClosed(Fact, frozen=True):
    """These numbers, reported missing before, have come after all. They may be part of what was missing."""

    device: Code
    first: Number
    last: Number


class NumberReused(Fact, frozen=True):
    """An event (``second``) came under a number that another one (``first``) had. None: that one lies further back than
    is looked for."""

    device: Code
    number: Number
    second: UUID
    first: UUID | None = None


class NotSigned(Fact, frozen=True):
    """From the event at ``position`` on, something stands in the device's name that it did not sign, at a table where
    the house demands that it does. Told once for each round, and for what is said of the table itself."""

    device: Code
    table: Code
    position: Annotated[int, msgspec.Meta(ge=1, le=MAX_INTEGER, description="Position of the first such event.")]
    round: Code | None = None


class NumberOutOfReach(Fact, frozen=True):
    """A number so far beyond the highest counted (``highest``, one before the first where none was) that what lies
    between cannot be missing. It is not counted; what came under it is recorded."""

    device: Code
    number: Number
    highest: Annotated[int, msgspec.Meta(ge=0, le=MAX_INTEGER, description="The highest number counted, or 0.")]


FACTS: dict[str, type[Fact]] = {
    "registered": DeviceRegistered,
    "key_registered": DeviceKeyRegistered,
    "revoked": DeviceRevoked,
    "clock_off": ClockOff,
    "gap_found": GapFound,
    "gap_closed": GapClosed,
    "number_reused": NumberReused,
    "number_out_of_reach": NumberOutOfReach,
    "not_signed": NotSigned,
}

for _name, _fact in FACTS.items():
    register(f"device.{_name}", _fact, stream_kind="device", from_device=False)

Interval = tuple[int, int]
"""First and last number, both included."""


def without(intervals: Iterable[Interval], taken: Interval) -> list[Interval]:
    """What is left of disjoint intervals, in order, when one is taken out."""
    first, last = taken
    left = []
    for start, end in intervals:
        if end < first or last < start:
            left.append((start, end))
            continue
        if start < first:
            left.append((start, first - 1))
        if last < end:
            left.append((last + 1, end))
    return left


def open_gaps(facts: Iterable[Fact]) -> list[Interval]:
    """The numbers reported missing that have not come, from the facts of a device's stream in their order."""
    missing: list[Interval] = []
    for fact in facts:
        if isinstance(fact, GapFound):
            missing = sorted([*without(missing, (fact.first, fact.last)), (fact.first, fact.last)])
        elif isinstance(fact, GapClosed):
            missing = without(missing, (fact.first, fact.last))
    return missing
