"""Letting several findings rest at once: of one kind, for one cause and with one reason.

What they come to together is what is held against every limit: above ``reason_sentence_above`` the reason is a
sentence, above what one person may let rest alone each of them is asked for and waits for a second person. All or none
is recorded. Proved by ``tests/audit/test_finding_batches.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final
from uuid import uuid5

import msgspec

from casino.commands.execution import Carried
from casino.core.commands import Command, following
from casino.core.errors import ERRORS, Problem
from casino.core.events import NewEvent, RecordedEvent
from casino.core.interest import BARS
from casino.core.posts import Post
from casino.core.reasons import OF_FINDINGS, Cause, Rule
from casino.core.sealed import Sealed
from games.commands import reasons, resting
from games.commands.dismissing import DISMISSING, check_words
from games.commands.execution import OnTable, Place, carries, reason_given
from games.commands.signature_rules import BATCHES
from games.commands.step import WHY, Open, Reason, cause_of, step
from games.facts import approval_requests, findings
from games.facts.approval_facts import Asked
from games.facts.finding_facts import FindingDismissed
from games.facts.findings import RoundAudit
from games.rows import at_the_top, matters
from games.rows.models import Finding
from games.rows.readmodel import follow_to_head

MOST: Final = 100

ERRORS.register_all({"finding_batch": 422})


def check(rows: Sequence[Finding]) -> None:
    """Problem ``finding_batch`` where these are not to be let rest at once."""
    kinds = {(row.property_id, row.code) for row in rows}
    if not 1 <= len(rows) <= MOST or len(kinds) != 1 or len({row.pk for row in rows}) != len(rows):
        raise Problem("finding_batch", "findings", most=MOST)


@step(
    on="finding",
    posts=DISMISSING,
    interest=BARS,
    weighty=True,
    rehearsed=True,
    addresses=BATCHES,
)
class DismissFindings(Command, frozen=True):
    """Let findings rest, or ask that they may: each by its stream and identity."""

    cause: Annotated[Cause | None, cause_of(OF_FINDINGS)] = None
    reason: Annotated[Reason, WHY, following(Rule.BY_AMOUNT)] = ""
    findings: tuple[tuple[Open, Open], ...] = ()


def check_reason(rows: Sequence[Finding], reason: str, cause: Cause | None, now: datetime) -> None:
    """Whether the reason says enough for what they come to together. Problems reason_missing_text,
    reason_says_nothing."""
    reason_given(DismissFindings, reason, cause=cause, above=resting.sentence_needed(now, *rows))


@carries(DismissFindings)
class _DismissingAll(OnTable):
    """Several on their way: all let rest, or a request each, that a second person looks at each."""

    command: DismissFindings
    alone = False

    def __init__(self, rows: Sequence[Finding], command: DismissFindings, **given: Any) -> None:
        check(rows)
        about = tuple(sorted((row.stream, row.identity) for row in rows))
        place = Place(rows[0].property.code, rows[0].stream)
        super().__init__(place, msgspec.structs.replace(command, findings=about), **given)
        self.rows = rows

    def concerns(self, stream: str) -> bool:
        return True

    def carry_out(self) -> Carried:
        rows, said = self.rows, self.command
        check_words(said)
        if self.by.post not in DISMISSING:
            raise Problem("finding_post_not_allowed", "by")
        audits: dict[str, RoundAudit] = {}
        for row in rows:
            self.check_interest(matters.of_finding(self.property_code, row.stream, row.subject, row.versions))
            audit = audits.setdefault(row.stream, findings.load(self.ledger, row.stream))
            audit.check_free(row.identity, None)
        check_reason(rows, said.reason, said.cause, self.now)
        self.alone = not resting.needs_two(self.now, self.by, *rows, locked=True)
        if not self.alone:
            reason_given(DismissFindings, said.reason, above=True, cause=said.cause)
        sealed = reasons.sealed_if_any(self.property_code, said.reason)
        events = self._dismissed(audits, sealed) if self.alone else self._asked(sealed)
        events[0] = msgspec.structs.replace(events[0], id=self.command_id)  # there is one such batch
        correlation = str(self.command_id)
        appended = self.ledger.append([msgspec.structs.replace(each, correlation=correlation) for each in events])
        return Carried(events[0].stream, appended[0], [events[0].data])

    def _dismissed(self, audits: Mapping[str, RoundAudit], sealed: Sealed | None) -> list[NewEvent]:
        for row in self.rows:
            audits[row.stream].dismiss(row.identity, by=self.by, sealed=sealed, cause=self.command.cause)
        return [event for audit in audits.values() for event in audit.collect_events()]

    def _asked(self, sealed: Sealed | None) -> list[NewEvent]:
        asks: list[NewEvent] = []
        for row in self.rows:
            stream = approval_requests.stream_of(row.stream)
            recorded = self.ledger.stream(stream)
            fact = Asked(
                what="dismiss",
                asked_by=self.by,
                lowest=(at_the_top.confirms(row, self.by, self.now) or Post.PIT_MANAGER).value,
                sealed_reason=sealed,
                cause=self.command.cause,
                finding=row.identity,
                amount_minor=row.amount_minor,
                batch=self.command_id,
            )
            approval_requests.check_free(approval_requests.fold(recorded), approval_requests.about(fact))
            version = len(recorded) + sum(ask.stream == stream for ask in asks) + 1
            event_id = uuid5(self.command_id, f"{row.stream} {row.identity}")
            asks.append(msgspec.structs.replace(self.event(stream, fact, version), id=event_id))
        return asks

    def overtaken(self) -> None:
        """Somebody else did something with one of them: then who chose them looks again."""
        if self.alone:
            raise Problem("finding_changed")

    def follow(self) -> None:
        if self.alone:
            follow_to_head(self.property_code)
        else:
            super().follow()

    def came_to(self, first: RecordedEvent) -> bool:
        rows, said = self.rows, self.command
        streams = {name for row in rows for name in (row.stream, approval_requests.stream_of(row.stream))}
        events = [event for name in streams for event in self.ledger.stream(name)]
        facts: list[Any] = [event.data for event in events if event.correlation == str(self.command_id)]
        kind = type(first.data)
        if kind not in (FindingDismissed, Asked) or not facts or not all(type(fact) is kind for fact in facts):
            return False
        done = kind is FindingDismissed
        about = sorted(fact.identity if done else fact.finding for fact in facts)
        people = {(fact.dismissed_by if done else fact.asked_by, fact.cause) for fact in facts}
        same = about == sorted(row.identity for row in rows) and people == {(self.by, said.cause)}
        return same and reasons.same_words(self.property_code, facts[0].sealed_reason, said.reason)
