"""Commands on reports, as tests give them: by what they are about, and by keyword."""

from __future__ import annotations

from typing import Any

from casino.ledger.models import Property
from disputes.case.context import Actor
from surveillance.bundle.selection import Selection
from surveillance.reports.execution import execute
from surveillance.reports.keeping import DeleteReport
from surveillance.reports.keeping import delete as remove_files
from surveillance.reports.lookers import REPORTS_ALONE, EndToken, MakeToken, OpenTo, Reads, ShutOut
from surveillance.reports.lookers import make_token as made
from surveillance.reports.models import Report, ReportPlan
from surveillance.reports.plans import EndPlan, MakePlan
from surveillance.reports.service import AskReport, CancelReport


def ask(owner: Property, actor: Actor, selection: Selection, *, position: int | None = None, **given: Any) -> str:
    return execute(owner, None, AskReport(selection=selection, position=position), actor=actor, **given).code


def cancel(row: Report, actor: Actor, **given: Any) -> None:
    execute(row.property, row.code, CancelReport(), actor=actor, **given)
    row.refresh_from_db()


def delete(row: Report, actor: Actor, reason: str, **given: Any) -> None:
    remove_files(row, DeleteReport(reason=reason), actor=actor, **given)
    row.refresh_from_db()


def make_plan(owner: Property, actor: Actor, *, every: Any, begins: Any, **given: Any) -> str:
    return execute(owner, None, MakePlan(every=every, begins=begins), actor=actor, **given).code


def end_plan(row: ReportPlan, actor: Actor, **given: Any) -> None:
    execute(row.property, row.code, EndPlan(), actor=actor, **given)


def open_to(owner: Property, actor: Actor, staff: str, *, command_id: Any, now: Any, **scope: Any) -> None:
    execute(owner, staff, OpenTo(**scope), actor=actor, command_id=command_id, now=now)


def shut(owner: Property, actor: Actor, staff: str, **given: Any) -> None:
    execute(owner, staff, ShutOut(), actor=actor, **given)


def make_token(
    owner: Property, actor: Actor, staff: str, name: str, days: int, *, reads: Reads = REPORTS_ALONE, **given: Any
) -> str:
    return made(owner, staff, MakeToken(token=name, days=days, reads=reads), actor=actor, **given)


def end_token(owner: Property, actor: Actor, staff: str, name: str, **given: Any) -> None:
    execute(owner, staff, EndToken(token=name), actor=actor, **given)
