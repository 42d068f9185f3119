"""What people do with a finding, with their name and a sealed reason: they let it rest.

What takes two persons is asked for (``games.commands.approvals``). Proved by ``tests/audit/test_findings.py`` and
``tests/service/test_asking.py``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from casino.commands.execution import Carried, Done
from casino.core.commands import Command, following
from casino.core.errors import Problem
from casino.core.events import RecordedEvent
from casino.core.interest import BARS
from casino.core.posts import Post
from casino.core.reasons import OF_FINDINGS, Cause, Rule
from games.commands import approvals, reasons, resting
from games.commands.execution import LONGEST, carries, reason_given
from games.commands.signature_rules import DISMISSALS
from games.commands.step import WHY, Open, Reason, cause_of, step
from games.facts import findings
from games.facts.approval_facts import Asked
from games.facts.finding_facts import FindingDismissed
from games.rows import matters
from games.rows.readmodel import follow_to_head

DISMISSING: Final = frozenset(post for post in Post if findings.may_dismiss(post))
"""Pit supervisor or above, or Surveillance."""


@step(
    on="finding",
    posts=DISMISSING,
    interest=BARS,
    weighty=True,
    addresses=DISMISSALS,
)
class DismissFinding(Command, frozen=True):
    """Let a finding rest; above what the house has set it is only asked for, and waits for a second person."""

    cause: Annotated[Cause | None, cause_of(OF_FINDINGS)] = None
    reason: Annotated[Reason, WHY, following(Rule.BY_AMOUNT)] = ""
    finding: Open = ""


def is_done(done: Done) -> bool:
    """Whether what was to rest rests now; else it waits for a second person."""
    return done.stream.startswith("audit/")


def check_words(said: Any) -> None:
    """Problem ``finding_reason_missing`` where neither cause nor words say why, or too many do."""
    if not (said.reason or said.cause) or len(said.reason) > LONGEST:
        raise Problem("finding_reason_missing", "reason")


@carries(DismissFinding)
class Dismissing(approvals.AskingOfFinding):
    """A finding is let rest, where this person may alone; else it is asked for. What adds up is looked at under the
    lock of the log, under which it is recorded: of two at once the second sees the first."""

    WHAT = "dismiss"
    command: DismissFinding
    alone = False

    def asked(self) -> tuple[Asked, bool]:
        """Who may dismiss asks, pit manager or above confirms, or who answers where somebody at the top is in it."""
        return self.about_finding(Post.PIT_MANAGER), True

    def carry_out(self) -> Carried:
        row, by, said = self.row, self.by, self.command
        check_words(said)
        if by.post not in DISMISSING:
            raise Problem("finding_post_not_allowed", "by")
        self.check_interest(matters.of_finding(self.property_code, row.stream, row.subject, row.versions))
        audit = findings.load(self.ledger, row.stream)
        audit.check_free(row.identity, None)
        above = resting.sentence_needed(self.now, row)
        reason_given(DismissFinding, said.reason, cause=said.cause, above=above)
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
