"""What people do with a finding: one function a command, each an event with the person's name and sealed reason.

After each the read model is brought up, so that the next page shows what was written. Raises
:class:`casino.core.errors.Problem` and records nothing where the state or the post does not allow it. What takes two
persons is asked for (``games.second``). Proved by ``tests/audit/test_findings.py`` and
``tests/service/test_asking.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.reasons import Cause
from casino.ledger.application import get_ledger
from games import findings, matters, reasons, second
from games.engine.facts import Person
from games.findings import RoundAudit, change
from games.models import Finding
from games.readmodel import follow_to_head
from games.service import reason_given

LONGEST = 500


def dismiss(
    finding: Finding, *, by: Person, reason: str, cause: Cause | None = None, command_id: UUID | None = None
) -> bool:
    """Let a finding rest: pit supervisor or above, or Surveillance. Above what the house has set it is only
    asked for, and waits for a second person: then the answer is False. Up to ``reason_sentence_above`` a chosen
    ``cause`` needs no words. ``command_id`` of the client: the same again does nothing."""
    why = reason.strip()
    if (not why and cause is None) or len(why) > LONGEST:
        raise Problem("finding_reason_missing", "reason")
    command_key = None if command_id is None else str(command_id)
    if command_key is not None and _repeated(finding, command_key, by, why, cause):
        return True
    if not _dismissed_alone(finding, by, why, cause, command_key, now := clock()):
        command = command_id or uuid4()
        second.ask_dismissal(finding, by=by, reason=why, cause=cause, command_id=command, now=now)
        return False
    follow_to_head(finding.property.code)
    return True


def _dismissed_alone(
    finding: Finding, by: Person, why: str, cause: Cause | None, command_key: str | None, now: datetime
) -> bool:
    """Let it rest, where this person may alone; False, and nothing done, where a second one is needed. What adds up is
    looked at under the lock of the log, under which it is recorded: of two at once the second sees the first."""
    if not findings.may_dismiss(by.post):
        raise Problem("finding_post_not_allowed", "by")
    property_code = finding.property.code
    about = matters.of_finding(property_code, finding.stream, finding.subject, finding.versions)
    matters.check("finding_service.dismiss", by.staff, about)
    findings.load(get_ledger(property_code), finding.stream).check_free(finding.identity, None)
    reason_given("finding_service.dismiss", why, cause=cause, above=second.sentence_needed(now, finding))
    with transaction.atomic():
        if second.dismissal_needs_two(now, by, finding, locked=True):
            return False
        sealed = reasons.sealed_if_any(property_code, why)
        given: dict[str, Any] = {"by": by, "sealed": sealed, "cause": cause, "command_id": command_key}
        _do(finding, lambda audit: audit.dismiss(finding.identity, **given))
    return True


def _repeated(finding: Finding, command: str, by: Person, why: str, cause: Cause | None) -> bool:
    """Whether this very command was carried out before. Problem ``command_conflict`` where another was."""
    property_code = finding.property.code
    known = findings.load(get_ledger(property_code), finding.stream).dismissed_before(command)
    if known is None:
        return False
    words = known.reason == why or reasons.same_words(property_code, known.sealed_reason, why)
    if (known.identity, known.dismissed_by, known.cause) != (finding.identity, by, cause) or not words:
        raise Problem("command_conflict", "command_id")
    return True


def link(finding: Finding, *, case: str, by: Person | None = None) -> None:
    """Put a finding into a case."""
    _do(finding, lambda audit: audit.link(finding.identity, case=case, by=by))
    follow_to_head(finding.property.code)


def _do(finding: Finding, command: Callable[[RoundAudit], None]) -> None:
    change(finding.property.code, finding.stream, command)
