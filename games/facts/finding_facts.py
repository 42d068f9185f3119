"""What is said about findings: the events of the streams ``audit/…``, made by the audit, by people and by cases.

Their life is told in ``games.facts.findings``. Proved by ``tests/audit`` and the frozen examples in
``tests/engine/frozen``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal
from uuid import UUID

import msgspec

from casino.core.events import Fact, register
from casino.core.reasons import Cause
from casino.core.sealed import Sealed
from games.engine.facts import ClauseNumber, Code, Note, Person

Identity = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}$", description="Digest of all that a finding says.")]
Position = Annotated[int, msgspec.Meta(ge=0, description="Position of the log up to which was judged.")]
CODE = r"^[a-z][a-z0-9_]{0,63}$"


class FindingOpened(Fact, frozen=True):
    """The audit found something that is not as the document says."""

    identity: Identity
    occurrence: Annotated[int, msgspec.Meta(ge=1)]
    code: Annotated[str, msgspec.Meta(pattern=CODE)]
    severity: Literal["money", "procedure", "remark"]
    subject: Annotated[str, msgspec.Meta(max_length=200)]
    clauses: tuple[str, ...]
    versions: tuple[int, ...]
    amount_minor: int
    detail: dict[str, Any]
    document: Annotated[str, msgspec.Meta(max_length=100)]
    judged_position: Position


class FindingSuperseded(Fact, frozen=True):
    """A later fact changed the judgement: this is no longer found."""

    identity: Identity
    judged_position: Position


class FindingDismissed(Fact, frozen=True):
    """A person looked at it and lets it rest, with the chosen cause, the reason, or both (above an amount a second one
    confirmed what was ``ask``ed for); or a ``case`` that had taken it up was decided without putting it right, and has
    the reasons."""

    identity: Identity
    dismissed_by: Person
    reason: Note | None = None
    case: Code | None = None
    sealed_reason: Sealed | None = None
    ask: UUID | None = None
    authorised_by: Person | None = None
    cause: Cause | None = None


class FindingCorrected(Fact, frozen=True):
    """What was wrong has been put right at the table or with the player: by a person, with the reason, whose ``ask`` a
    second one confirmed in an own session (without ``ask`` the authorisation was typed), or by the remedy of a
    ``case``, which has its own authority and reasons."""

    identity: Identity
    corrected_by: Person
    authorised_by: Person | None = None
    reason: Note | None = None
    clause: ClauseNumber | None = None
    case: Code | None = None
    sealed_reason: Sealed | None = None
    ask: UUID | None = None
    cause: Cause | None = None


class FindingLinked(Fact, frozen=True):
    """A case has taken it up: the first one, or the one into which that was merged."""

    identity: Identity
    case: Code
    linked_by: Person | None = None


class FindingReleased(Fact, frozen=True):
    """The case that had taken it up ended without a decision, or (``decided``) with one by somebody who may not let it
    rest alone: it is open again."""

    identity: Identity
    case: Code
    released_by: Person
    decided: bool | None = None


FACTS: Final[dict[str, type[Fact]]] = {
    "finding_opened": FindingOpened,
    "finding_superseded": FindingSuperseded,
    "finding_dismissed": FindingDismissed,
    "finding_corrected": FindingCorrected,
    "finding_linked": FindingLinked,
    "finding_released": FindingReleased,
}

for _name, _fact in FACTS.items():
    register(f"audit.{_name}", _fact, stream_kind="audit", from_device=False)
