"""Findings' life: found, put into a case, corrected, dismissed, superseded; each step is an event.

The findings of a round live in the stream ``audit/<table>/<round>``, those of a device in ``audit/<device>``. What was
found is named by its *identity* (a digest of all it says), so that auditing again finds the same ones. A finding is
``open`` until somebody acts: ``in_case`` once a case took it up, ``corrected`` when the money was put right,
``dismissed`` by a person with a reason; ``superseded`` when a later fact changed the judgement. A dismissed or
corrected finding stays so when it is found again; a superseded one that is found again is opened once more, as its next
occurrence.

The events only assign; every check stands in the commands. Proved by ``tests/audit/test_findings.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec

from casino.core.errors import Problem, add
from casino.core.events import Fact, NewEvent, RecordedEvent, register
from casino.ledger.application import Ledger, get_ledger
from casino.ledger.errors import ConcurrencyConflict, IdConflict
from games.rounds.facts import ClauseNumber, Code, Note, Person
from games.rules.judgement import Finding, Severity
from games.rules.posts import Post, at_least

Identity = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}$", description="Digest of all that a finding says.")]
Position = Annotated[int, msgspec.Meta(ge=0, description="Position of the log up to which was judged.")]
CODE = r"^[a-z][a-z0-9_]{0,63}$"

AUDITOR: Final = "system:audit"
ATTEMPTS: Final = 8
_IDS: Final = uuid5(NAMESPACE_URL, "tableproof:audit")


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
    """A person looked at it and lets it rest."""

    identity: Identity
    dismissed_by: Person
    reason: Note


class FindingCorrected(Fact, frozen=True):
    """What was wrong has been put right at the table or with the player."""

    identity: Identity
    corrected_by: Person
    authorised_by: Person
    reason: Note
    clause: ClauseNumber | None = None


class FindingLinked(Fact, frozen=True):
    """A case has taken it up."""

    identity: Identity
    case: Code
    linked_by: Person | None = None


FACTS: Final[dict[str, type[Fact]]] = {
    "finding_opened": FindingOpened,
    "finding_superseded": FindingSuperseded,
    "finding_dismissed": FindingDismissed,
    "finding_corrected": FindingCorrected,
    "finding_linked": FindingLinked,
}

for _name, _fact in FACTS.items():
    register(f"audit.{_name}", _fact, stream_kind="audit", from_device=False)

STANDING: Final = ("open", "in_case")
"""States in which a finding still says that something is wrong."""

add(
    "finding_unknown",
    404,
    vi="Không có phát hiện này.",
    en="There is no such finding.",
    about="A command names a finding that was never recorded.",
)
add(
    "finding_not_open",
    409,
    vi="Phát hiện này không còn mở (trạng thái: {status}).",
    en="The finding is no longer open (state: {status}).",
    about="Somebody acted on it before, or a later fact superseded it. Load the finding again.",
)
add(
    "finding_in_other_case",
    409,
    vi="Phát hiện này đã thuộc hồ sơ {case}.",
    en="The finding stands in the case {case} already.",
    about="A finding belongs to one case. Use that one.",
)
add(
    "finding_reason_missing",
    400,
    vi="Cần nêu lý do, từ 1 đến 500 ký tự.",
    en="A reason of 1 to 500 characters is asked for.",
    about="Dismissing and correcting a finding are recorded with their reason.",
)
add(
    "finding_post_not_allowed",
    403,
    vi="Chức vụ này không được bỏ qua phát hiện.",
    en="This post may not dismiss a finding.",
    about="A pit supervisor or above, or Surveillance, may dismiss; an acting pit supervisor may not.",
)
add(
    "finding_needs_second_person",
    403,
    vi="Ghi nhận đã sửa cần Quản lý Pit trở lên và một người khác từ Quản lý Ca trở lên phê chuẩn.",
    en="Marking as corrected takes a pit manager or above, and another person, shift manager or above, who authorises.",
    about="A second person checks the first.",
)
add(
    "command_conflict",
    409,
    vi="Mã lệnh này đã dùng cho một lệnh khác.",
    en="This command id was already used for another command.",
    about="The same command id came with other content. Make a new id for a new command.",
)


class Standing:
    """One finding as its stream tells it."""

    __slots__ = (
        "case",
        "changed_at",
        "changed_by",
        "changed_position",
        "first_position",
        "judged_position",
        "occurrence",
        "opened",
        "opened_at",
        "opened_position",
        "reason",
        "status",
    )

    def __init__(self, opened: FindingOpened, event: RecordedEvent) -> None:
        self.first_position = event.position
        self.case = ""
        self.open(opened, event)

    def open(self, opened: FindingOpened, event: RecordedEvent) -> None:
        self.opened = opened
        self.occurrence = opened.occurrence
        self.opened_at: datetime = event.recorded_at
        self.opened_position = event.position
        self.judged_position = opened.judged_position
        self.change("open", event)

    def change(self, status: str, event: RecordedEvent, reason: str = "") -> None:
        self.status = status
        self.changed_at: datetime = event.recorded_at
        self.changed_position = event.position
        self.changed_by = event.actor
        self.reason = reason


class RoundAudit:
    """The findings of one round or device: the fold of its audit stream, and the commands on it."""

    __slots__ = ("_pending", "commands", "findings", "property_code", "stream", "version")

    def __init__(self, property_code: str, stream: str, events: Iterable[RecordedEvent] = ()) -> None:
        self.property_code = property_code
        self.stream = stream
        self.version = 0
        self.findings: dict[str, Standing] = {}
        self.commands: dict[str, Any] = {}
        """What each command of a person recorded, by the id that its sender made."""
        self._pending: list[NewEvent] = []
        for event in events:
            self.evolve(event)

    # For the eventsourcing library and the ledger.

    @property
    def id(self) -> str:
        return self.stream

    def collect_events(self) -> list[NewEvent]:
        """What the commands decided since the last call, to be appended."""
        pending, self._pending = self._pending, []
        return pending

    def evolve(self, event: RecordedEvent) -> None:
        """Assign one more event."""
        self.version = event.version
        data = event.data
        if event.correlation is not None:
            self.commands[event.correlation] = data
        if isinstance(data, FindingOpened):
            known = self.findings.get(data.identity)
            if known is None:
                self.findings[data.identity] = Standing(data, event)
            else:
                known.open(data, event)
            return
        standing = self.findings[data.identity]
        if isinstance(data, FindingSuperseded):
            standing.judged_position = data.judged_position
            standing.change("superseded", event)
        elif isinstance(data, FindingDismissed):
            standing.change("dismissed", event, data.reason)
        elif isinstance(data, FindingCorrected):
            standing.change("corrected", event, data.reason)
        elif isinstance(data, FindingLinked):
            standing.case = data.case
            standing.change("in_case", event)

    # Commands

    def differs(self, found: Mapping[str, Finding]) -> bool:
        """Whether an audit that found these would have something to record."""
        return any(self._is_new(identity) for identity in found) or any(
            standing.status in STANDING and identity not in found for identity, standing in self.findings.items()
        )

    def audited(self, found: Mapping[str, Finding], *, document: str, judged_position: int) -> tuple[int, int]:
        """Take in what an audit found, by identity: (opened, superseded). Nothing where nothing changed."""
        opened = superseded = 0
        for identity, finding in found.items():
            if self._is_new(identity):
                known = self.findings.get(identity)
                occurrence = 1 if known is None else known.occurrence + 1
                fact = _opened(finding, identity, occurrence, document, judged_position)
                self._record("finding_opened", identity, occurrence, fact, AUDITOR)
                opened += 1
        for identity, standing in self.findings.items():
            if standing.status in STANDING and identity not in found:
                fact_gone = FindingSuperseded(identity=identity, judged_position=judged_position)
                self._record("finding_superseded", identity, standing.occurrence, fact_gone, AUDITOR)
                superseded += 1
        return opened, superseded

    def dismiss(self, identity: str, *, by: Person, reason: str, command_id: str | None = None) -> None:
        """Let a finding rest. The same command again (by its id) does nothing; another one under its id is refused."""
        fact = FindingDismissed(identity=identity, dismissed_by=by, reason=reason.strip())
        if command_id is not None and command_id in self.commands:
            if self.commands[command_id] != fact:
                raise Problem("command_conflict", "command_id")
            return
        standing = self._standing(identity)
        self._reason(reason)
        if not may_dismiss(by.post):
            raise Problem("finding_post_not_allowed", "by")
        self._record("finding_dismissed", identity, standing.occurrence, fact, f"person:{by.staff}", command_id)

    def correct(
        self, identity: str, *, by: Person, authorised_by: Person, reason: str, clause: str | None = None
    ) -> None:
        standing = self._standing(identity)
        self._reason(reason)
        if not may_correct(by.post, authorised_by.post) or by.staff == authorised_by.staff:
            raise Problem("finding_needs_second_person", "authorised_by")
        fact = FindingCorrected(
            identity=identity, corrected_by=by, authorised_by=authorised_by, reason=reason.strip(), clause=clause
        )
        self._record("finding_corrected", identity, standing.occurrence, fact, f"person:{by.staff}")

    def link(self, identity: str, *, case: str, by: Person | None = None) -> None:
        standing = self._standing(identity)
        if standing.status == "in_case":
            if standing.case == case:
                return
            raise Problem("finding_in_other_case", "case", case=standing.case)
        fact = FindingLinked(identity=identity, case=case, linked_by=by)
        actor = AUDITOR if by is None else f"person:{by.staff}"
        self._record("finding_linked", identity, standing.occurrence, fact, actor)

    def _is_new(self, identity: str) -> bool:
        known = self.findings.get(identity)
        return known is None or known.status == "superseded"

    def _standing(self, identity: str) -> Standing:
        standing = self.findings.get(identity)
        if standing is None:
            raise Problem("finding_unknown")
        if standing.status not in STANDING:
            raise Problem("finding_not_open", status=standing.status)
        return standing

    def _reason(self, reason: str) -> None:
        if not 1 <= len(reason.strip()) <= 500:
            raise Problem("finding_reason_missing", "reason")

    def _record(
        self, verb: str, identity: str, occurrence: int, fact: Fact, actor: str, command_id: str | None = None
    ) -> None:
        self._pending.append(
            NewEvent(
                id=event_id(self.property_code, self.stream, identity, occurrence, verb),
                stream=self.stream,
                type=f"audit.{verb}.v1",
                data=fact,
                actor=actor,
                occurred_at=None,
                correlation=command_id,
                expected_version=self.version + len(self._pending) + 1,
            )
        )


def event_id(property_code: str, stream: str, identity: str, occurrence: int, verb: str) -> UUID:
    """The same step of the same finding always has the same id, so that it cannot be recorded twice."""
    return uuid5(_IDS, f"{property_code}|{stream}|{identity}|{occurrence}|{verb}")


def _opened(finding: Finding, identity: str, occurrence: int, document: str, judged_position: int) -> FindingOpened:
    severity: Any = Severity(finding.severity).value
    return FindingOpened(
        identity=identity,
        occurrence=occurrence,
        code=finding.code,
        severity=severity,
        subject=finding.subject,
        clauses=finding.clauses,
        versions=finding.versions,
        amount_minor=finding.amount_minor,
        detail=finding.detail,
        document=document,
        judged_position=judged_position,
    )


def by_identity(findings: Iterable[Finding]) -> dict[str, Finding]:
    """Findings of one judgement by their identity."""
    return {finding.identity: finding for finding in findings}


def audit_stream(stream: str) -> str:
    """The stream of the findings of a round (``round/RL01/7`` -> ``audit/RL01/7``) or a device."""
    return f"audit/{stream.partition('/')[2]}"


def may_dismiss(post: str) -> bool:
    """Pit supervisor or above (an acting one is not enough), or Surveillance."""
    return post == Post.SURVEILLANCE or at_least(Post(post), Post.PIT_SUPERVISOR)


def may_correct(by: str, authorised_by: str) -> bool:
    """Pit manager or above, authorised by shift manager or above."""
    return at_least(Post(by), Post.PIT_MANAGER) and at_least(Post(authorised_by), Post.SHIFT_MANAGER)


def load(ledger: Ledger, stream: str) -> RoundAudit:
    """The audit of a stream (``audit/…``) as it stands; empty if nothing was ever found."""
    return RoundAudit(ledger.property_code, stream, ledger.stream(stream))


def change(property_code: str, stream: str, command: Any) -> int:
    """Load, command, append; again from the start when somebody else was quicker. The number of events recorded."""
    ledger = get_ledger(property_code)
    for attempt in range(1, ATTEMPTS + 1):
        audit = load(ledger, stream)
        command(audit)
        pending = audit.collect_events()
        try:
            return sum(answer.status == "recorded" for answer in ledger.append(pending))
        except (ConcurrencyConflict, IdConflict):
            if attempt == ATTEMPTS:
                raise
    raise AssertionError("the loop returns or raises")
