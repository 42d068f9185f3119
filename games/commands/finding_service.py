"""What people do with a finding, with their name and a sealed reason: they let it rest.

What takes two persons is asked for (``games.commands.second``). Proved by ``tests/audit/test_findings.py`` and
``tests/service/test_asking.py``.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID, uuid4

from casino.clock import now as clock
from casino.commands.execution import Carried
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.events import RecordedEvent
from casino.core.reasons import Cause
from games.commands import reasons, resting, second
from games.commands.service import reason_given
from games.engine.facts import Person
from games.facts import findings
from games.facts.finding_facts import FindingDismissed
from games.rows import matters
from games.rows.models import Finding
from games.rows.readmodel import follow_to_head

LONGEST: Final = 500


class DismissFinding(Command, frozen=True):
    """Let a finding rest, or ask that it may."""

    finding: str
    reason: str
    cause: Cause | None


def dismiss(
    finding: Finding, *, by: Person, reason: str, cause: Cause | None = None, command_id: UUID | None = None
) -> bool:
    """Let a finding rest: pit supervisor or above, or Surveillance. Above what the house has set it is only
    asked for, and waits for a second person: then the answer is False. Up to ``reason_sentence_above`` a chosen
    ``cause`` needs no words. ``command_id`` of the client: the same again does nothing."""
    why = reason.strip()
    if (not why and cause is None) or len(why) > LONGEST:
        raise Problem("finding_reason_missing", "reason")
    command = DismissFinding(finding=finding.identity, reason=why, cause=cause)
    done = _Dismissing(finding, command, by=by, command_id=command_id or uuid4(), now=clock()).run()
    return done.stream == finding.stream


class _Dismissing(second.AskingDismissal):
    """A finding is let rest, where this person may alone; else it is asked for. What adds up is looked at under the
    lock of the log, under which it is recorded: of two at once the second sees the first."""

    command: DismissFinding
    alone = False

    def carry_out(self) -> Carried:
        row, by, said = self.row, self.by, self.command
        if not findings.may_dismiss(by.post):
            raise Problem("finding_post_not_allowed", "by")
        about = matters.of_finding(self.property_code, row.stream, row.subject, row.versions)
        matters.check("finding_service.dismiss", self.staff, about)
        audit = findings.load(self.ledger, row.stream)
        audit.check_free(row.identity, None)
        above = resting.sentence_needed(self.now, row)
        reason_given("finding_service.dismiss", said.reason, cause=said.cause, above=above)
        self.alone = not resting.needs_two(self.now, by, row, locked=True)
        if not self.alone:
            return super().carry_out()
        sealed = reasons.sealed_if_any(self.property_code, said.reason)
        audit.dismiss(row.identity, by=by, sealed=sealed, cause=said.cause, command_id=str(self.command_id))
        [event] = audit.collect_events()
        [appended] = self.ledger.record(event)
        return Carried(row.stream, appended, [event.data])

    def busy(self) -> Problem:
        return Problem("finding_changed")

    def follow(self) -> None:
        if self.alone:
            follow_to_head(self.property_code)
        else:
            super().follow()

    def first_event(self) -> RecordedEvent | None:
        """What lets a finding rest has an id of its own, by which it is recorded once."""
        own = self.ledger.stream(self.stream)
        correlated = (event for event in own if event.correlation == str(self.command_id))
        return next(correlated, None) or super().first_event()

    def came_to(self, first: RecordedEvent) -> bool:
        fact, said = first.data, self.command
        if not isinstance(fact, FindingDismissed):
            return super().came_to(first)
        same = (fact.identity, fact.dismissed_by, fact.cause) == (said.finding, self.by, said.cause)
        words = fact.reason == said.reason or reasons.same_words(self.property_code, fact.sealed_reason, said.reason)
        return same and words
