"""Letting several findings rest at once: of one kind, for one cause and with one reason.

What they come to together is what is held against every limit: above ``reason_sentence_above`` the reason is a
sentence, above what one person may let rest alone each of them is asked for and waits for a second person. All or none
is recorded. ``command_id`` is made by the form or the client: the same again does nothing. Proved by
``tests/audit/test_finding_batches.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import msgspec
from django.db import transaction

from casino.core.errors import Problem, declare_errors
from casino.core.reasons import Cause
from casino.ledger.application import get_ledger
from casino.ledger.errors import ConcurrencyConflict, IdConflict
from games import asking, findings, matters, reasons, second
from games.ask_facts import Asked
from games.engine.facts import Person
from games.finding_facts import FindingDismissed
from games.findings import RoundAudit
from games.models import Finding
from games.readmodel import follow_to_head
from games.service import reason_given

MOST: Final = 100
LONGEST: Final = 500

declare_errors({"finding_batch": 422})


def check(rows: Sequence[Finding]) -> None:
    """Problem ``finding_batch`` where these are not to be let rest at once."""
    kinds = {(row.property_id, row.code) for row in rows}
    if not 1 <= len(rows) <= MOST or len(kinds) != 1 or len({row.pk for row in rows}) != len(rows):
        raise Problem("finding_batch", "findings", most=MOST)


def check_reason(rows: Sequence[Finding], reason: str, cause: Cause | None, now: datetime) -> None:
    """Whether the reason says enough for what they come to together. Problems reason_missing_text,
    reason_says_nothing."""
    reason_given("finding_batches.dismiss", reason, cause=cause, above=second.sentence_needed(now, *rows))


def dismiss(
    rows: Sequence[Finding], *, by: Person, reason: str, cause: Cause | None, command_id: UUID, now: datetime
) -> bool:
    """Let them rest: who may dismiss each of them. False where a second person is needed: then each is asked for.
    Problems finding_batch, finding_reason_missing, and those of a single one."""
    check(rows)
    why = reason.strip()
    if (not why and cause is None) or len(why) > LONGEST:
        raise Problem("finding_reason_missing", "reason")
    repeated = _repeated(rows, str(command_id), by, why, cause)
    if repeated is not None:
        return repeated
    if not findings.may_dismiss(by.post):
        raise Problem("finding_post_not_allowed", "by")
    code = rows[0].property.code
    ledger = get_ledger(code)
    audits: dict[str, RoundAudit] = {}
    for row in rows:
        matters.check(
            "finding_batches.dismiss", by.staff, matters.of_finding(code, row.stream, row.subject, row.versions)
        )
        audit = audits.setdefault(row.stream, findings.load(ledger, row.stream))
        audit.check_free(row.identity, None)
    check_reason(rows, why, cause, now)
    with transaction.atomic():
        alone = not second.dismissal_needs_two(now, by, *rows, locked=True)
        if alone:
            given: dict[str, Any] = {"by": by, "sealed": reasons.sealed_if_any(code, why), "cause": cause}
            for row in rows:
                audits[row.stream].dismiss(row.identity, command_id=str(command_id), **given)
            try:
                dismissed = [event for audit in audits.values() for event in audit.collect_events()]
                dismissed[0] = msgspec.structs.replace(dismissed[0], id=command_id)  # there is one such batch
                ledger.append(dismissed)
            except (ConcurrencyConflict, IdConflict):
                raise Problem("finding_changed") from None
    if alone:
        follow_to_head(code)
    else:
        second.ask_dismissals(rows, by=by, reason=why, cause=cause, command_id=command_id, now=now)
    return alone


def _repeated(rows: Sequence[Finding], command: str, by: Person, why: str, cause: Cause | None) -> bool | None:
    """The first answer, where this very command was given before: whether it was carried out. Problem
    ``command_conflict`` where another was."""
    code = rows[0].property.code
    ledger = get_ledger(code)
    streams = {name for row in rows for name in (row.stream, asking.stream_of(row.stream))}
    said = [event for name in streams for event in ledger.stream(name) if event.correlation == command]
    if not said:
        if ledger.find(UUID(command)) is not None:  # it was about other findings
            raise Problem("command_conflict", "command_id")
        return None
    facts: list[Any] = [event.data for event in said]
    done = all(isinstance(fact, FindingDismissed) for fact in facts)
    if not done and not all(isinstance(fact, Asked) for fact in facts):
        raise Problem("command_conflict", "command_id")
    about = {fact.identity if done else fact.finding for fact in facts}
    people = {(fact.dismissed_by if done else fact.asked_by, fact.cause) for fact in facts}
    same = about == {row.identity for row in rows} and len(said) == len(rows) and people == {(by, cause)}
    if not same or not reasons.same_words(code, facts[0].sealed_reason, why):
        raise Problem("command_conflict", "command_id")
    return done
