"""What is said of commands on rounds and findings that wait for a second person: the events of the streams ``ask/…``.

The life of an ask is told in ``games.facts.approval_requests``. Proved by ``tests/service/test_asking.py`` and the
frozen examples in ``tests/engine/frozen``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

import msgspec

from casino.core.events import Fact, register
from casino.core.posts import PostCode
from casino.core.reasons import Cause
from casino.core.sealed import Sealed
from games.engine.facts import ClauseNumber, Code, Person
from games.engine.rules import Approval, Digest
from games.facts.finding_facts import Identity

What = Literal["correct_fact", "put_right", "dismiss", "put_in_force"]


class Asked(Fact, frozen=True):
    """Somebody asks for what only a second person makes effective; the id of this event names it. ``lowest`` is the
    post that may confirm, or any above. ``target``, ``before`` and ``after`` are those of a correction (``after`` null:
    it did not happen); ``finding``, ``clause`` and ``cause`` those of what is put right or dismissed, which alone may
    have no words. ``amount_minor`` is that of the finding, in its smallest unit; ``batch`` is the
    command by which several were asked for at once. ``document``, ``sha256`` and ``effective_from`` (null: at once) are
    those of a rule document to be put in force, with its ``choices`` by place, and the regulator's ``approval`` where
    one of them needs it."""

    what: What
    asked_by: Person
    lowest: PostCode
    sealed_reason: Sealed | None = None
    target: UUID | None = None
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    finding: Identity | None = None
    clause: ClauseNumber | None = None
    amount_minor: int | None = None
    seen_version: Annotated[int, msgspec.Meta(ge=0)] | None = None
    document: Code | None = None
    sha256: Digest | None = None
    effective_from: datetime | None = None
    choices: dict[str, Any] | None = None
    approval: Approval | None = None
    cause: Cause | None = None
    batch: UUID | None = None


class Confirmed(Fact, frozen=True):
    """A second person confirmed it in an own session; what was asked for is recorded in the same step."""

    ask: UUID
    confirmed_by: Person


class Refused(Fact, frozen=True):
    """A second person did not confirm it: it never had an effect."""

    ask: UUID
    refused_by: Person
    sealed_reason: Sealed | None = None


class Withdrawn(Fact, frozen=True):
    """Who asked takes it back."""

    ask: UUID
    withdrawn_by: Person


FACTS: Final[dict[str, type[Fact]]] = {
    "asked": Asked,
    "confirmed": Confirmed,
    "refused": Refused,
    "withdrawn": Withdrawn,
}
NAMES: Final = {fact: f"ask.{name}.v1" for name, fact in FACTS.items()}

for _name, _fact in FACTS.items():
    register(f"ask.{_name}", _fact, stream_kind="ask", from_device=False)
