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
from uuid import UUID, uuid5

import msgspec
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q

from casino.access.roles import staff_code
from casino.core.errors import Problem
from casino.ledger import reading
from casino.ledger.models import Property
from disputes.case.context import Actor
from disputes.rows.actor import actor_of
from surveillance.bundle.selection import Selection
from surveillance.files.jobs import NAMESPACE
from surveillance.reports import asking, readmodel, scope
from surveillance.reports import facts as f
from surveillance.reports.models import ReportPlan

LATER: Final = timedelta(hours=1)
MOST_AT_ONCE: Final = 7
"""Reports that one plan asks for in one look: what was missed for long comes a few at a time."""


def make(
    owner: Property,
    actor: Actor,
    *,
    every: f.Every,
    begins: date,
    games: tuple[str, ...] = (),
    tables: tuple[str, ...] = (),
    command_id: UUID,
    now: datetime,
) -> str:
    """Set a recurring report up; its code. Problems of :mod:`surveillance.reports.scope`."""
    known = reading.find("default", owner.code, command_id)
    if known is not None:
        return known[1].partition("/")[2]
    asked = scope.allowed(owner, actor, _selection(every, begins, games, tables))
    code = f"P{command_id.hex[:10].upper()}"
    fact = f.PlanMade(
        every=every,
        begins=begins,
        by=f.By(role=actor.role, staff=actor.staff),
        games=asked.games,
        tables=asked.tables,
    )
    asking.say(owner, f"reportplan/{code}", fact, identity_=command_id, by=f"person:{actor.staff}", now=now)
    readmodel.follow_to_head(owner.code)
    return code


def end(row: ReportPlan, actor: Actor, *, command_id: UUID, now: datetime) -> None:
    """No more of it. Problem reports_ended."""
    if row.ended_at is not None:
        raise Problem("reports_ended")
    fact = f.PlanEnded(by=f.By(role=actor.role, staff=actor.staff))
    asking.say(row.property, row.stream, fact, identity_=command_id, by=f"person:{actor.staff}", now=now)
    readmodel.follow_to_head(row.property.code)


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
                with transaction.atomic():
                    made.append(asking.ask(owner, actor, selection, command_id=command_id, now=now, plan=plan.code))
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
