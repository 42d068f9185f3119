"""Findings' life: found, put into a case, released, corrected, dismissed, superseded; each step is an event.

The findings of a round live in the stream ``audit/<table>/<round>``, those of a device in ``audit/<device>``. What was
found is named by its *identity* (a digest of all it says), so that auditing again finds the same ones. A finding is
``open`` until somebody acts: ``in_case`` once a case took it up, ``corrected`` when the money was put right,
``dismissed`` by a person with a reason; ``superseded`` when a later fact changed the judgement. A dismissed or
corrected finding stays so when it is found again; a superseded one that is found again is opened once more, as its next
occurrence. So is one about money that the remedy of a case had put right: it is found again only if that remedy does
not hold.

A case acts on a finding by :meth:`RoundAudit.link`, :meth:`RoundAudit.relink` (cases merged),
:meth:`RoundAudit.settle_by_case` (put right), :meth:`RoundAudit.dismiss_by_case` (decided, nothing to put right),
:meth:`RoundAudit.release` (withdrawn before any decision) and :meth:`RoundAudit.take_up_again` (the case is reopened);
the room that keeps cases collects the events and appends them together with its own, in one step: ``load``, the
commands, ``collect_events``.

The events only assign; every check stands in the commands. Proved by ``tests/audit/test_findings.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import NAMESPACE_URL, UUID, uuid5

from casino.core.errors import ERRORS, Problem
from casino.core.events import Fact, NewEvent, RecordedEvent
from casino.core.posts import Post, at_least
from casino.core.reasons import Cause
from casino.core.sealed import Sealed
from casino.ledger.application import Ledger, get_ledger
from casino.ledger.errors import ConcurrencyConflict, IdConflict
from games.engine import codes
from games.engine.facts import Person
from games.engine.judgement import Finding, Severity
from games.facts.finding_facts import (
    FindingCorrected,
    FindingDismissed,
    FindingLinked,
    FindingOpened,
    FindingReleased,
    FindingSuperseded,
)

AUDITOR: Final = "system:audit"
ATTEMPTS: Final = 8
_IDS: Final = uuid5(NAMESPACE_URL, "tableproof:audit")
STANDING: Final = ("open", "in_case")
"""States in which a finding still says that something is wrong."""

ERRORS.register_all(
    {
        "finding_unknown": 404,
        "finding_not_open": 409,
        "finding_in_other_case": 409,
        "finding_not_in_case": 409,
        "finding_reason_missing": 400,
        "finding_post_not_allowed": 403,
        "finding_needs_second_person": 403,
        "finding_changed": 409,
        "command_conflict": 409,
    }
)


class Standing:
    """One finding as its stream tells it."""

    __slots__ = (
        "case",
        "changed_at",
        "changed_by",
        "changed_position",
        "changed_version",
        "first_position",
        "judged_position",
        "occurrence",
        "opened",
        "opened_at",
        "opened_position",
        "reason",
        "settled_by",
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
        self.changed_version = event.version
        self.changed_by = event.actor
        self.reason = reason
        self.settled_by = ""

    @property
    def opens_again(self) -> bool:
        """Whether finding it once more opens it: it was gone, or a case's remedy should have put its money right."""
        by_remedy = self.status == "corrected" and self.settled_by and self.opened.severity == Severity.MONEY.value
        return self.status == "superseded" or bool(by_remedy)


class RoundAudit:
    """The findings of one round or device: the fold of its audit stream, and the commands on it."""

    __slots__ = ("_pending", "findings", "property_code", "stream", "version")

    def __init__(self, property_code: str, stream: str, events: Iterable[RecordedEvent] = ()) -> None:
        self.property_code = property_code
        self.stream = stream
        self.version = 0
        self.findings: dict[str, Standing] = {}
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
        elif isinstance(data, FindingDismissed | FindingCorrected):
            standing.case = data.case or standing.case
            status = "dismissed" if isinstance(data, FindingDismissed) else "corrected"
            standing.change(status, event, data.reason or "")
            standing.settled_by = data.case or ""
        elif isinstance(data, FindingLinked):
            standing.case = data.case
            standing.change("in_case", event)
        elif isinstance(data, FindingReleased):
            standing.case = ""
            standing.change("open", event)

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

    def dismiss(
        self,
        identity: str,
        *,
        by: Person,
        sealed: Sealed | None,
        cause: Cause | None = None,
        command_id: str | None = None,
        authorised_by: Person | None = None,
        ask: UUID | None = None,
    ) -> None:
        """Let a finding rest, for the cause that was chosen or the reason that was sealed; above an amount with the
        second person who confirmed what was ``ask``ed for. The same command again (by its id) does nothing."""
        fact = FindingDismissed(
            identity=identity, dismissed_by=by, sealed_reason=sealed, authorised_by=authorised_by, ask=ask, cause=cause
        )
        standing = self._of_no_case(identity)
        if not may_dismiss(by.post):
            raise Problem("finding_post_not_allowed", "by")
        actor = f"person:{(authorised_by or by).staff}"
        self._record("finding_dismissed", identity, standing.occurrence, fact, actor, command_id)

    def correct(
        self,
        identity: str,
        *,
        by: Person,
        authorised_by: Person,
        sealed: Sealed | None,
        ask: UUID,
        clause: str | None = None,
        cause: Cause | None = None,
        seen_version: int | None = None,
    ) -> None:
        """Say that what was wrong has been put right, without a case, as a second person confirmed what was ``ask``ed
        for. ``seen_version`` is that of the stream when the first one looked."""
        fact = FindingCorrected(
            identity=identity,
            corrected_by=by,
            authorised_by=authorised_by,
            clause=clause,
            sealed_reason=sealed,
            ask=ask,
            cause=cause,
        )
        if not may_correct(by.post, authorised_by.post) or by.staff == authorised_by.staff:
            raise Problem("finding_needs_second_person", "authorised_by")
        self.check_free(identity, seen_version)
        standing = self._of_no_case(identity)
        self._record("finding_corrected", identity, standing.occurrence, fact, f"person:{authorised_by.staff}")

    def check_free(self, identity: str, seen_version: int | None) -> None:
        """Whether a person may act on it without a case, as they saw it. Problems: finding_unknown, finding_not_open,
        finding_in_other_case, finding_changed."""
        standing = self._of_no_case(identity)
        if seen_version is not None and standing.changed_version > seen_version:
            raise Problem("finding_changed")

    def link(self, identity: str, *, case: str, by: Person | None = None) -> None:
        standing = self._standing(identity)
        if standing.status == "in_case":
            if standing.case == case:
                return
            raise Problem("finding_in_other_case", "case", case=standing.case)
        fact = FindingLinked(identity=identity, case=case, linked_by=by)
        actor = AUDITOR if by is None else f"person:{by.staff}"
        self._record_again("finding_linked", identity, standing.occurrence, fact, actor)

    def relink(self, identity: str, *, from_case: str, to_case: str, by: Person) -> None:
        """Hand a finding over to the case into which its own was merged. Nothing where it stands there already; one
        that was opened once more meanwhile is taken up."""
        standing = self._standing(identity)
        if standing.status == "in_case" and standing.case == to_case:
            return
        if standing.status == "in_case" and standing.case != from_case:
            raise Problem("finding_in_other_case", "case", case=standing.case)
        fact = FindingLinked(identity=identity, case=to_case, linked_by=by)
        self._record_again("finding_linked", identity, standing.occurrence, fact, f"person:{by.staff}")

    def settle_by_case(self, identity: str, *, case: str, by: Person, clause: str | None = None) -> None:
        """What a case's remedy put right is corrected, open or taken up by that case. Who may decide a remedy, and who
        must confirm it, is asked by the case; so no second person is asked for here. A finding about money that the
        audit finds all the same is opened again."""
        standing = self._standing(identity)
        if standing.status == "in_case" and standing.case != case:
            raise Problem("finding_in_other_case", "case", case=standing.case)
        fact = FindingCorrected(identity=identity, corrected_by=by, clause=clause, case=case)
        self._record("finding_corrected", identity, standing.occurrence, fact, f"person:{by.staff}")

    def dismiss_by_case(self, identity: str, *, case: str, by: Person, authorised_by: Person | None = None) -> None:
        """What a case had taken up and its decision left as it is rests with that decision; the case has the reasons,
        and asks who may let it rest. ``authorised_by`` decided the same."""
        standing = self._in_case(identity, case)
        fact = FindingDismissed(identity=identity, dismissed_by=by, case=case, authorised_by=authorised_by)
        self._record_again("finding_dismissed", identity, standing.occurrence, fact, f"person:{by.staff}")

    def release(self, identity: str, *, case: str, by: Person, decided: bool = False) -> None:
        """The case ended and nobody had decided, or who ``decided`` may not let it rest: it waits again."""
        standing = self._in_case(identity, case)
        fact = FindingReleased(identity=identity, case=case, released_by=by, decided=decided or None)
        self._record_again("finding_released", identity, standing.occurrence, fact, f"person:{by.staff}")

    def take_up_again(self, identity: str, *, case: str, by: Person) -> None:
        """A case that is reopened takes up what it had released or dismissed itself. Nothing where somebody else acted
        on it meanwhile, or where it was put right."""
        standing = self.findings.get(identity)
        if standing is None:
            raise Problem("finding_unknown")
        if standing.status == "open" or (standing.status == "dismissed" and standing.settled_by == case):
            fact = FindingLinked(identity=identity, case=case, linked_by=by)
            self._record_again("finding_linked", identity, standing.occurrence, fact, f"person:{by.staff}")

    def standing_about(self, subject: str, severity: Severity = Severity.MONEY) -> list[str]:
        """The identities of findings about a bet (or call, or ruling) that stand, and that money can put right."""
        return [
            identity
            for identity, standing in self.findings.items()
            if (standing.opened.subject, standing.opened.severity) == (subject, severity.value)
            and standing.status in STANDING
            and standing.opened.code not in codes.NOT_IN_THE_BOOKS
        ]

    def _is_new(self, identity: str) -> bool:
        known = self.findings.get(identity)
        return known is None or known.opens_again

    def _standing(self, identity: str) -> Standing:
        standing = self.findings.get(identity)
        if standing is None:
            raise Problem("finding_unknown")
        if standing.status not in STANDING:
            raise Problem("finding_not_open", status=standing.status)
        return standing

    def _of_no_case(self, identity: str) -> Standing:
        standing = self._standing(identity)
        if standing.status == "in_case":
            raise Problem("finding_in_other_case", "case", case=standing.case)
        return standing

    def _in_case(self, identity: str, case: str) -> Standing:
        standing = self._standing(identity)
        if standing.status != "in_case":
            raise Problem("finding_not_in_case", "case", case=case)
        if standing.case != case:
            raise Problem("finding_in_other_case", "case", case=standing.case)
        return standing

    def _record_again(self, verb: str, identity: str, occurrence: int, fact: Fact, actor: str) -> None:
        """Record a step that one occurrence of a finding can take more than once, with cases that are merged,
        withdrawn and reopened: its place in the stream tells it from the others."""
        place = self.version + len(self._pending) + 1
        self._record(verb, identity, occurrence, fact, actor, step=f"{verb}/{place}")

    def _record(
        self,
        verb: str,
        identity: str,
        occurrence: int,
        fact: Fact,
        actor: str,
        command_id: str | None = None,
        step: str | None = None,
    ) -> None:
        self._pending.append(
            NewEvent(
                id=event_id(self.property_code, self.stream, identity, occurrence, step or verb),
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


def may_put_right(post: str) -> bool:
    """Pit manager or above may say that something was put right; somebody else must authorise it."""
    return at_least(Post(post), Post.PIT_MANAGER)


def may_correct(by: str, authorised_by: str) -> bool:
    """Pit manager or above, authorised by shift manager or above."""
    return may_put_right(by) and at_least(Post(authorised_by), Post.SHIFT_MANAGER)


def load(ledger: Ledger, stream: str) -> RoundAudit:
    """The audit of a stream (``audit/…``) as it stands; empty if nothing was ever found."""
    return ledger.load(partial(RoundAudit, ledger.property_code), stream)


def change(property_code: str, stream: str, command: Any) -> int:
    """Load, command, save; again from the start when somebody else was quicker. The number of events recorded."""
    ledger = get_ledger(property_code)
    for attempt in range(1, ATTEMPTS + 1):
        audit = load(ledger, stream)
        command(audit)
        try:
            return sum(answer.status == "recorded" for answer in ledger.record(audit))
        except (ConcurrencyConflict, IdConflict):
            if attempt == ATTEMPTS:
                raise
    raise AssertionError("the loop returns or raises")
