"""What somebody may ask reports of, and which they see: by role, posting and, for who looks on, by the house's scope.

Shift managers and those above ask of the whole house, pit managers of the tables and pits of their postings in force,
regulators and auditors of what the house has opened to their account: games and gaming days of a property. An account
that was given a scope at any property sees nothing of the others; one that never was sees what its role sees. Proved by
``tests/surveillance/reports/test_strangers.py``.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Final, NamedTuple

import msgspec
from django.db.models import Q

from casino.access.roles import ONLOOKERS
from casino.core.errors import Problem
from casino.core.reach import reached
from casino.ledger.models import Property
from casino.site.remembering import once
from disputes.case.context import Actor
from disputes.rows.models import Case
from games.rows.models import Round, Table
from surveillance.bundle.selection import Selection
from surveillance.reports import errors as _errors  # noqa: F401 - the table
from surveillance.reports.models import Looker, Report

EVERYWHERE: Final = ("shift_manager", "assistant_director", "director_of_table_games", "senior_management")
POSTED: Final = ("pit_manager",)
ASKING: Final = (*POSTED, *EVERYWHERE, *ONLOOKERS)
"""Roles that ask for reports."""
WITH_CLIPS: Final = ("senior_management", "regulator")
"""Roles that ask for reports with sealed clips, and take them away (``surveillance.reports.clips``)."""
MANAGING: Final = ("director_of_table_games", "senior_management")
"""Roles that open the house to a regulator's account, and read what it looked at."""


class Scope(NamedTuple):
    """Games (none: all) and gaming days (None: no bound), both counted in."""

    games: frozenset[str] = frozenset()
    from_day: date | None = None
    to_day: date | None = None

    def covers_game(self, game: str) -> bool:
        return not self.games or game in self.games

    def covers_day(self, day: date | None) -> bool:
        if day is None:
            return self.from_day is None and self.to_day is None
        return (self.from_day is None or day >= self.from_day) and (self.to_day is None or day <= self.to_day)

    def rows(self, *, game: str = "game", day: str = "gaming_day") -> Q:
        """The same as a condition on rows."""
        found = Q(**{f"{game}__in": sorted(self.games)}) if self.games else Q()
        if self.from_day is not None:
            found &= Q(**{f"{day}__gte": self.from_day})
        if self.to_day is not None:
            found &= Q(**{f"{day}__lte": self.to_day})
        return found


EVERYTHING: Final = Scope()


def scope_of(staff: str, role: str, owner: Property) -> Scope | None:
    """What this account sees of a property; None for nothing. A person of the house is not scoped."""
    if role not in ONLOOKERS:
        return EVERYTHING
    rows = scopes_of(staff)
    if not rows:
        return EVERYTHING
    row = rows.get(owner.pk)
    if row is None or row.shut:
        return None
    return Scope(frozenset(row.games), row.from_day, row.to_day)


def scopes_of(staff: str) -> dict[int, Looker]:
    """What each property has opened to an account, asked once for a page; none for one that was never given a scope."""
    rows = Looker.objects.filter(staff=staff).exclude(set_by="")
    return once(("scopes", staff, reached()), lambda: {row.property_id: row for row in rows})


def allowed(owner: Property, actor: Actor, asked: Selection) -> Selection:
    """The selection, narrowed to what this person may ask of. Problems reports_not_yours, reports_clips_not_yours,
    reports_not_your_table, reports_out_of_scope."""
    if actor.role not in ASKING:
        raise Problem("reports_not_yours")
    if asked.clips and actor.role not in WITH_CLIPS:
        raise Problem("reports_clips_not_yours", "clips")
    if actor.role in POSTED:
        return _at_their_tables(owner, actor, asked)
    scope = scope_of(actor.staff, actor.role, owner)
    if scope is None:
        raise Problem("reports_out_of_scope")
    return asked if scope == EVERYTHING else _within(owner, scope, asked)


def _at_their_tables(owner: Property, actor: Actor, asked: Selection) -> Selection:
    if actor.everywhere:
        return asked
    named = tables_of(owner, asked)
    pits = dict(Table.objects.filter(property=owner).values_list("code", "pit"))
    for table in named or ("–",):
        if table not in actor.tables and (not pits.get(table) or pits[table] not in actor.pits):
            raise Problem("reports_not_your_table", "tables", table=table)
    return asked


def tables_of(owner: Property, asked: Selection) -> tuple[str, ...]:
    """The tables that a selection names; none where it is not bound to any."""
    if asked.about == "round" and asked.round is not None:
        return (asked.round.split("/")[1],)
    if asked.about == "case":
        table = Case.objects.filter(property=owner, number=asked.case).values_list("table", flat=True).first()
        return (table or "–",)
    return (asked.table,) if asked.table is not None else asked.tables


def _within(owner: Property, scope: Scope, asked: Selection) -> Selection:
    if asked.about == "round":
        row = Round.objects.filter(property=owner, stream=asked.round).first()
        if row is None or not (scope.covers_game(row.game) and scope.covers_day(row.gaming_day)):
            raise Problem("reports_out_of_scope")
        return asked
    if asked.about == "case":
        case = Case.objects.filter(property=owner, number=asked.case).first()
        if case is None or not covers_case(owner, scope, case):
            raise Problem("reports_out_of_scope")
        return asked
    games = frozenset(asked.games) & scope.games if asked.games and scope.games else asked.games or scope.games
    days = [day for day in (asked.from_day, scope.from_day) if day is not None]
    ends = [day for day in (asked.to_day, scope.to_day) if day is not None]
    first, last = max(days, default=None), min(ends, default=None)
    nothing = (asked.games and not games) or (first is not None and last is not None and first > last)
    if nothing:
        raise Problem("reports_out_of_scope")
    return msgspec.structs.replace(asked, games=tuple(sorted(games)), from_day=first, to_day=last)


def is_within(owner: Property, scope: Scope | None, row: Report) -> bool:
    """Whether what a report is about lies in a scope, all of it: one that was asked for before the scope became
    narrower may not."""
    if scope is None or scope == EVERYTHING:
        return scope is not None
    asked = msgspec.convert(row.selection, Selection, strict=False)
    try:
        return _within(owner, scope, asked) == msgspec.structs.replace(asked, games=tuple(sorted(asked.games)))
    except Problem:
        return False


def covers_case(owner: Property, scope: Scope, case: Case) -> bool:
    """Whether a case lies in a scope: by its game, and the day on which it was opened."""
    return scope.covers_game(case.game) and scope.covers_day(day_of(owner, case.opened_at))


def day_of(owner: Property, moment: datetime | None) -> date | None:
    """The gaming day of a moment."""
    if moment is None:
        return None
    return owner.days.day(moment)


# --- Reports that somebody sees ---------------------------------------------------------------------------------------


def visible(actor: Actor | None, owner: Property) -> Q:
    """Reports of a property that this person sees, as a condition on rows: those above a pit manager all, a pit manager
    and who looks on those that they asked for, and, within their scope, those of others who look on."""
    if actor is None or actor.role not in ASKING:
        return Q(pk__in=())
    theirs = Q(property=owner)
    if actor.role in EVERYWHERE:
        return theirs
    if actor.role in POSTED:
        return theirs & Q(asked_by__contains=[actor.staff])
    scope = scope_of(actor.staff, actor.role, owner)
    if scope is None:
        return Q(pk__in=())
    if scope == EVERYTHING:
        return theirs
    return theirs & Q(asked_by__contains=[actor.staff])


def may_see(actor: Actor | None, row: Report) -> bool:
    """Whether this person sees this report."""
    return Report.objects.filter(visible(actor, row.property), pk=row.pk).exists()
