"""What people do about a refused message: the events of the streams ``quarantine/<number>``.

What was sent and refused stays as it came (``games.ingest.models.Quarantine``); here stands who sent it again
corrected, with whose second look, and who let it rest and why. Proved by ``tests/admin/test_quarantine_page.py`` and
the frozen examples in ``tests/engine/frozen``.
"""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from casino.core.events import Fact, register
from casino.core.posts import PostCode
from casino.core.sealed import Sealed
from games.engine.facts import Code, Person


class SendAsked(Fact, frozen=True):
    """Somebody asks that this corrected event (as it comes over the wire) be recorded in the place of what was refused;
    it waits for a second person of the post ``lowest`` or above."""

    event: dict[str, Any]
    asked_by: Person
    lowest: PostCode
    sealed_reason: Sealed
    reason: str | None = None


class SendRefused(Fact, frozen=True):
    """A second person did not confirm it, or who asked took it back: nothing was recorded."""

    ask: UUID
    refused_by: Person


class Sent(Fact, frozen=True):
    """The corrected event was recorded, under this id and type, by a person of the house."""

    event: UUID
    type: Code
    sent_by: Person
    confirmed_by: Person | None = None
    ask: UUID | None = None
    sealed_reason: Sealed | None = None
    reason: str | None = None


class DealtWith(Fact, frozen=True):
    """Somebody let the refused message rest: nothing is recorded in its place."""

    by: Person
    sealed_reason: Sealed
    reason: str | None = None


FACTS: Final[dict[str, type[Fact]]] = {
    "send_asked": SendAsked,
    "send_refused": SendRefused,
    "sent": Sent,
    "dealt_with": DealtWith,
}
NAMES: Final = {fact: f"quarantine.{name}.v1" for name, fact in FACTS.items()}

for _name, _fact in FACTS.items():
    register(f"quarantine.{_name}", _fact, stream_kind="quarantine", from_device=False)
