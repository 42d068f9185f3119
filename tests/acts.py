"""Commands of people on rounds, findings and tables, as tests give them: by keyword."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from casino.clock import now as clock
from casino.core.commands import Command
from casino.core.reasons import Cause
from casino.ledger.application import get_ledger
from casino.ledger.rows import Appended
from games.commands import answering_batches, approvals, erasing_reasons, rulings
from games.commands.answering_batches import ConfirmBatch, RefuseBatch
from games.commands.dismissing import DismissFinding, Dismissing, is_done
from games.commands.equipment import SetEquipment
from games.commands.execution import Place, execute
from games.commands.finding_batches import DismissFindings
from games.commands.reports import ConfirmReport, DenyReport
from games.engine.facts import Person
from games.rows.models import Finding, Table


class AskDismissal(Dismissing):
    """A dismissal that is asked for whatever its amount."""

    carry_out = approvals.Asking.carry_out


def give(about: Any, command: Command, **given: Any) -> Appended:
    """What was recorded under the id of the command, or had been."""
    done = execute(about, command, **given)
    code = about if isinstance(about, str) else about[0] if isinstance(about, tuple) else about.property.code
    return _appended(code, given["command_id"], done.status)


def _appended(code: str, command_id: UUID, status: Any) -> Appended:
    event = get_ledger(code).find(command_id)
    assert event is not None
    return Appended(event.id, status, event.position, event.version, event.recorded_at)


def ask_correction(
    *,
    property_code: str,
    stream: str,
    target: UUID,
    after: dict[str, Any] | None,
    reason: str,
    cause: Cause | None = None,
    seen_version: int,
    **given: Any,
) -> Appended:
    command = approvals.AskCorrection(target=target, after=after, seen_version=seen_version, reason=reason, cause=cause)
    return give(Place(property_code, stream), command, **given)


def ask_put_right(
    row: Finding,
    *,
    reason: str,
    clause: str | None,
    seen_version: int | None,
    cause: Cause | None = None,
    **given: Any,
) -> Appended:
    command = approvals.AskPutRight(clause=clause, seen_version=seen_version, reason=reason, cause=cause)
    return give(row, command, **given)


def ask_dismissal(row: Finding, *, reason: str, cause: Cause | None = None, command_id: UUID, **given: Any) -> Appended:
    done = AskDismissal(row, DismissFinding(reason=reason, cause=cause), command_id=command_id, **given).run()
    return _appended(row.property.code, command_id, done.status)


def ask_put_in_force(
    property_code: str,
    *,
    document: str,
    choices: Mapping[str, Any],
    approval: str | None,
    effective_from: datetime | None,
    reason: str,
    **given: Any,
) -> Appended:
    command = approvals.AskPutInForce(
        document=document, choices=dict(choices), approval=approval, effective_from=effective_from, reason=reason
    )
    return give(property_code, command, **given)


def confirm(property_code: str, stream: str, ask: UUID, **given: Any) -> Appended:
    return give(Place(property_code, stream), approvals.ConfirmAsk(ask=ask), **given)


def refuse(property_code: str, stream: str, ask: UUID, **given: Any) -> Appended:
    return give(Place(property_code, stream), approvals.RefuseAsk(ask=ask), **given)


def withdraw(property_code: str, stream: str, ask: UUID, **given: Any) -> Appended:
    return give(Place(property_code, stream), approvals.WithdrawAsk(ask=ask), **given)


def dismiss(
    row: Finding, *, by: Person, reason: str, cause: Cause | None = None, command_id: UUID | None = None
) -> bool:
    """False where it was only asked for."""
    command = DismissFinding(reason=reason, cause=cause)
    return is_done(execute(row, command, by=by, command_id=command_id or uuid4(), now=clock()))


def dismiss_several(rows: Sequence[Finding], *, reason: str, cause: Cause | None, **given: Any) -> bool:
    """False where they were only asked for."""
    return is_done(execute(rows, DismissFindings(reason=reason, cause=cause), **given))


def answer_several(property_code: str, batch: UUID, *, confirm: bool, command_id: UUID, **given: Any) -> int:
    """How many were answered."""
    command = ConfirmBatch(batch=batch) if confirm else RefuseBatch(batch=batch)
    execute(property_code, command, command_id=command_id, **given)
    decided = [ask.decided for ask in answering_batches._asks(property_code, batch)]
    return sum(event is not None and event.correlation == str(command_id) for event in decided)


def record_ruling(
    *,
    property_code: str,
    rounds: Sequence[rulings.Ruled],
    clause: str,
    choice: str,
    reason: str,
    cause: Cause | None = None,
    **given: Any,
) -> Appended:
    command = rulings.RecordRuling(clause=clause, choice=choice, reason=reason, cause=cause)
    return give(rulings.Rulings(property_code, rounds), command, **given)


def answer_report(*, property_code: str, stream: str, report: UUID, confirm: bool, **given: Any) -> Appended:
    command = ConfirmReport(report=report) if confirm else DenyReport(report=report)
    return give(Place(property_code, stream), command, **given)


def set_equipment(table: Table, *, kind: str, code: str, at: datetime, **given: Any) -> Appended:
    place = Place(table.property.code, f"table/{table.code}")
    return give(place, SetEquipment(kind=kind, code=code, at=at), **given)


def erase(property_code: str, position: int, *, ground: str, **given: Any) -> Appended:
    return give(erasing_reasons.At(property_code, position), erasing_reasons.EraseReason(ground=ground), **given)
