"""Recurring reports: after the end of each gaming day, or month, one is asked for by itself.

A gaming day ends when the next begins, in the property's zone; reports are asked for an hour later, when what was
delayed has mostly come (what comes later still stands in the next request). Each has its id made of the plan and its
day, so that nothing is asked for twice, whoever looks. Who set a plan up must still hold the right to ask. Proved by
``tests/surveillance/reports/test_plans.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final
from uuid import uuid5

import msgspec
from django.contrib.auth import get_user_model
from django.db.models import Q

from casino.access.roles import staff_code
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.events import Fact
from casino.ledger import reading
from casino.ledger.models import Property
from disputes.case.context import Actor
from disputes.rows.actor import actor_of
from surveillance.bundle.selection import Selection
from surveillance.files.jobs import NAMESPACE
from surveillance.reports import facts as f
from surveillance.reports import scope
from surveillance.reports.execution import REPORTS, OnReport, execute
from surveillance.reports.models import ReportPlan
from surveillance.reports.service import AskReport

LATER: Final = timedelta(hours=1)
MOST_AT_ONCE: Final = 7
"""Reports that one plan asks for in one look: what was missed for long comes a few at a time."""


@REPORTS.step(on="reportplan")
class MakePlan(Command, frozen=True):
    """Set a recurring report up."""

    every: f.Every
    begins: date
    games: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


@REPORTS.step(on="reportplan")
class EndPlan(Command, frozen=True):
    """No more of it."""


@REPORTS.decides(MakePlan)
def _made(_about: None, said: MakePlan, work: OnReport) -> list[Fact]:
    """Problems of :mod:`surveillance.reports.scope`."""
    asked = scope.allowed(work.owner, work.actor, _selection(said.every, said.begins, said.games, said.tables))
    work.stream = f"reportplan/P{work.command_id.hex[:10].upper()}"
    given = {"games": asked.games, "tables": asked.tables}
    return [f.PlanMade(every=said.every, begins=said.begins, by=work.by, **given)]


@REPORTS.decides(EndPlan)
def _ended(code: str, _said: EndPlan, work: OnReport) -> list[Fact]:
    """Problem reports_ended."""
    if ReportPlan.objects.get(property=work.owner, code=code).ended_at is not None:
        raise Problem("reports_ended")
    return [f.PlanEnded(by=work.by)]


def ask_due(owner: Property, now: datetime) -> list[str]:
    """Ask for what is due and was not asked for yet; the codes."""
    made = []
    for plan in ReportPlan.objects.filter(property=owner, ended_at=None).order_by("id"):
        actor = _who(owner, plan, now)
        if actor is None:
            continue
        done = 0
        for first in _due(owner, plan, now):
            command_id = uuid5(NAMESPACE, f"{owner.code}/{plan.stream}/{first.isoformat()}")
            if done >= MOST_AT_ONCE or reading.find("default", owner.code, command_id) is not None:
                continue
            selection = _selection(plan.every, first, plan.games, plan.tables)
            try:
                command = AskReport(selection=selection, plan=plan.code)
                made.append(execute(owner, None, command, actor=actor, command_id=command_id, now=now).code)
                done += 1
            except Problem:  # the right to ask has ended: the plan stands, and asks for nothing
                break
    return made


def _selection(
    every: str, first: date, games: tuple[str, ...] | list[str], tables: tuple[str, ...] | list[str]
) -> Selection:
    chosen = Selection(about="gaming_day", from_day=first, to_day=first, games=tuple(games), tables=tuple(tables))
    if every == "day":
        return chosen
    days = {"from_day": first.replace(day=1), "to_day": last_of_month(first)}
    return msgspec.structs.replace(chosen, about="month", **days)


def last_of_month(day: date) -> date:
    """The last day of its month."""
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def _due(owner: Property, plan: ReportPlan, now: datetime) -> Iterator[date]:
    """The first days of what has ended since the plan began, the oldest first."""
    running = scope.day_of(owner, now - LATER)
    assert running is not None
    day = plan.begins if plan.every == "day" else plan.begins.replace(day=1)
    while (day if plan.every == "day" else last_of_month(day)) < running:
        yield day
        day += timedelta(days=1) if plan.every == "day" else last_of_month(day) - day + timedelta(days=1)


def _who(owner: Property, plan: ReportPlan, now: datetime) -> Actor | None:
    """Who set it up, as they stand now; None for somebody who holds no role any more."""
    accounts = get_user_model().objects.filter(is_active=True)
    for user in accounts.filter(Q(username=plan.made_by) | Q(staff_code__code=plan.made_by)):
        if staff_code(user) == plan.made_by:
            try:
                return actor_of(user, owner.code, now)
            except Problem:
                return None
    return None
