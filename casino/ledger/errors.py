"""What the ledger refuses, each with a code and a sentence.

Two families: :class:`LedgerError` for the caller, who asked for something that cannot be recorded, and
:class:`LedgerCorrupt` for the operator, when the record contradicts itself. The second is never caught and passed by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from eventsourcing.persistence import IntegrityError

if TYPE_CHECKING:
    from casino.ledger.rows import Appended


class LedgerError(Exception):
    """Base of what a caller can do something about."""

    code: ClassVar[str] = "ledger"


class UnknownProperty(LedgerError):
    """No property has this code."""

    code = "unknown_property"

    def __init__(self, property_code: str) -> None:
        self.property_code = property_code
        super().__init__(f"No property has the code {property_code!r}.")


class BatchTooLarge(LedgerError):
    """More events or bytes than one transaction takes; nothing was recorded. Send it in parts."""

    code = "batch_too_large"

    def __init__(self, what: str, found: int, limit: int) -> None:
        self.found, self.limit = found, limit
        super().__init__(f"The batch has {found:,} {what}, at most {limit:,} go into one transaction.")


class InvalidEvent(LedgerError):
    """An event that cannot be stored as it is; nothing was recorded. ``index`` counts from 0 within the batch."""

    code = "invalid_event"

    def __init__(self, index: int, field: str, why: str) -> None:
        self.index, self.field, self.why = index, field, why
        super().__init__(f"Event {index}, field {field}: {why}.")


class IdConflict(LedgerError):
    """An id that already stands for other content; nothing was recorded."""

    code = "id_conflict"

    def __init__(self, conflicts: Sequence[Appended]) -> None:
        self.conflicts = list(conflicts)
        first = self.conflicts[0]
        super().__init__(
            f"{len(self.conflicts)} of the ids already stand for other content; "
            f"the first is {first.id} at position {first.position}."
        )


class ConcurrencyConflict(LedgerError, IntegrityError):
    """The stream moved on since the command read it. The library knows it as its IntegrityError."""

    code = "concurrency_conflict"

    def __init__(self, stream: str, expected: int, found: int) -> None:
        self.stream, self.expected, self.found = stream, expected, found
        super().__init__(f"Stream {stream} would get version {found}, the command expected {expected}.")


class WrongIsolation(LedgerError):
    """Appending inside REPEATABLE READ or SERIALIZABLE would look ids up in an old snapshot."""

    code = "wrong_isolation"


class LedgerCorrupt(Exception):
    """The record contradicts itself: stop and call the operator."""

    code: ClassVar[str] = "ledger_corrupt"
