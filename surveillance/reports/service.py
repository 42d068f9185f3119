"""Asking for reports, stopping them, and saying that a file left the house.

Each is an event of ``report/<code>``. A request fixes the position of the log; what this room writes about its own work
moves no position, so that two equal requests with nothing in between are one report. That is looked at under the lock
of the log: of two that come at once the second finds the first. Who acts is the account of the session (``Actor``); the
right to ask is asked anew by ``scope``. Proved by ``tests/surveillance/reports/test_asking.py`` and
``test_strangers.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction

from casino.core import interest
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent
from casino.ledger import reading
from casino.ledger.application import get_ledger
from casino.ledger.locking import lock_log
from casino.ledger.models import Property
from casino.ledger.rows import Appended
from disputes.case.context import Actor
from games.rows.replay import check_position
from surveillance.bundle.selection import Selection, checked, identity
from surveillance.files import jobs
from surveillance.files.models import FootageJob, JobKind
from surveillance.reports import choosing, notices, readmodel, scope
from surveillance.reports import facts as f
from surveillance.reports.execution import READS, REPORTS, OnReport
from surveillance.reports.models import Report, ReportState

interest.register("surveillance.reports", {"service.downloaded": READS})

STANDING: Final = (ReportState.REQUESTED, ReportState.FINISHED)
"""A report in these states answers an equal request."""
LOOKED_BACK: Final = 500


def prepared(owner: Property, actor: Actor, asked: Selection, position: int | None = None) -> tuple[Selection, int]:
    """The selection as it would be asked for by this person, and the position. Problems of :mod:`scope`,
    :func:`selection.checked`, reports_nothing_named, position_beyond."""
    check_position(owner.code, position)
    at = newest_position(owner.code) if position is None else position
    found = scope.allowed(owner, actor, checked(asked))
    choosing.must_exist(owner, found, at)
    return found, at


@REPORTS.step()
class AskReport(Command, frozen=True):
    """Ask for a report as the log stands (or stood at a position). An equal request at the same position is the same
    report. ``plan``: the recurring report that asks."""

    selection: Selection
    position: int | None = None
    plan: str | None = None


@REPORTS.step()
class CancelReport(Command, frozen=True):
    """Stop the work."""


@REPORTS.decides(AskReport)
def _asked(_about: None, said: AskReport, work: OnReport) -> list[Fact]:
    owner, actor = work.owner, work.actor
    chosen, at = prepared(owner, actor, said.selection, said.position)
    same = identity(chosen, at, reads_of(actor, chosen))
    row = Report.objects.filter(property=owner, identity=same, state__in=STANDING).first()
    if row is None:
        code = code_of(work.command_id)
        work.stream = f"report/{code}"
        jobs.ask(owner=owner, kind=JobKind.REPORT, about=code, key=code, now=work.now)
        return [f.ReportRequested(selection=chosen, position=at, identity=same, by=work.by, plan=said.plan)]
    work.stream = row.stream
    for failed in FootageJob.objects.filter(property=owner, kind=JobKind.REPORT_PAPERS, about=row.code):
        jobs.again(failed, now=work.now)
    return [f.ReportAskedAgain(by=work.by)]


@REPORTS.decides(CancelReport)
def _cancelled(code: str, _said: CancelReport, work: OnReport) -> list[Fact]:
    """Problem reports_ended."""
    check_state(Report.objects.get(property=work.owner, code=code), (ReportState.REQUESTED,))
    return [f.ReportCancelled(by=work.by)]


def code_of(command_id: UUID) -> str:
    """The code of the report that a command begins."""
    return f"R{command_id.hex[:10].upper()}"


def reads_of(actor: Actor, selection: Selection) -> str:
    """Whose right to sealed texts counts: a role's where there is a case, nobody's where there is none."""
    return actor.role if selection.about == "case" else ""


def newest_position(property_code: str) -> int:
    """The last position at which something was recorded that is not this room's own bookkeeping."""
    head, _at = get_ledger(property_code).head()
    while head > 0:
        first = max(0, head - LOOKED_BACK)
        for row in reversed(reading.rows("default", property_code, after=first, limit=head - first, stop=head)):
            if row[1].partition("/")[0] not in f.KINDS:
                return int(row[0])
        head = first
    return 0


def downloaded(row: Report, actor: Actor, what: f.What, sha256: str, *, command_id: UUID, now: datetime) -> None:
    """Say that a file leaves the house, before it does."""
    fact = f.ReportDownloaded(what=what, sha256=sha256, by=f.By(role=actor.role, staff=actor.staff))
    say(row.property, row.stream, fact, identity_=command_id, by=f"person:{actor.staff}", now=now)
    readmodel.follow_to_head(row.property.code)


def ended(row: Report, fact: f.ReportFinished | f.ReportFailed | f.ReportDeleted, *, what: str, now: datetime) -> None:
    """What the work came to, said once however often it is begun: not of a report that was stopped meanwhile."""
    wanted = (ReportState.REQUESTED,) if not isinstance(fact, f.ReportDeleted) else (ReportState.FINISHED,)
    with transaction.atomic():
        check_state(row, wanted)
        identity_ = uuid5(jobs.NAMESPACE, f"{row.property.code}/{row.stream}/{what}/{row.version}")
        say(row.property, row.stream, fact, identity_=identity_, by="system:reports", now=now)
        readmodel.follow_to_head(row.property.code)
        if not isinstance(fact, f.ReportDeleted):
            notices.tell(row, f.NAMES[type(fact)].rpartition(".")[0], now)


def check_state(row: Report, states: tuple[str, ...]) -> None:
    """Under the lock of the log: the report stands as it was thought to. Problem reports_ended."""
    lock_log(row.property_id)
    readmodel.follow_to_head(row.property.code)
    row.refresh_from_db()
    if row.state not in states:
        raise Problem("reports_ended")


def say(owner: Property, stream: str, fact: Fact, *, identity_: UUID, by: str, now: datetime) -> Appended:
    """Record a fact of this room."""
    event = NewEvent(
        id=identity_,
        stream=stream,
        type=f.NAMES[type(fact)],
        data=fact,
        actor=by,
        occurred_at=now,
        correlation=str(identity_),
    )
    return get_ledger(owner.code).append([event])[0]
