"""The end of a shift of the pits: what was opened, decided, paid and closed in it, what is open at its end and waits
for the next, and who handed what over to whom; for a property or one pit.

A shift is eight hours from the start of the gaming day, in the property's time zone (``casino.core.gaming_days``). One
that still runs ends now. Cases are those that the person may see; no word and no name of a player stands in it.
Proved by ``tests/disputes/admin/test_shift.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, Final

import msgspec
from django.db.models import Count, Q, QuerySet

from casino.core.events import RecordedEvent
from casino.core.messages import Catalogue
from casino.database import together
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from disputes.case import facts as f
from disputes.case.state import Case
from disputes.rows.models import Case as CaseRow
from games.engine.replay import gaming_day
from games.rows.models import Table, Waiting, WaitingState

_WORDS: Final = Catalogue(__file__)

MOST_CASES: Final = 500
"""Cases of which the events of a shift are read."""


class When(msgspec.Struct, frozen=True, kw_only=True):
    """A shift: its gaming day, which of the day's three it is, and from when to before when."""

    day: date
    shift: int
    begins_at: datetime
    ends_at: datetime


class Paid(msgspec.Struct, frozen=True, kw_only=True):
    """A movement of a remedy that took effect: to the player, negative from the player."""

    at: datetime
    case: CaseRow
    table: str
    round: str
    stream: str
    bet: str
    currency: str
    to_player_minor: int
    by: str


class Handed(msgspec.Struct, frozen=True, kw_only=True):
    """A case that changed hands: from whom (empty: nobody had it), to whom, and since when that person says to have it
    (None: not yet)."""

    at: datetime
    case: CaseRow
    from_staff: str
    to_staff: str
    taken_at: datetime | None


class Shift(msgspec.Struct, frozen=True, kw_only=True):
    """What the page shows. ``due`` are those of ``open`` of which a clock runs out before the next shift ends.
    ``left_out``: so many cases were not gone through for ``paid`` and ``handed``."""

    when: When
    pit: str
    opened: list[CaseRow]
    decided: list[CaseRow]
    closed: list[CaseRow]
    open: list[CaseRow]
    due: list[CaseRow]
    paid: list[Paid]
    handed: list[Handed]
    waiting: list[Waiting]
    left_out: int

    @property
    def sums(self) -> dict[str, int]:
        """Currency -> what the players were paid, less what was taken back, in its smallest unit."""
        found: dict[str, int] = {}
        for paid in self.paid:
            found[paid.currency] = found.get(paid.currency, 0) + paid.to_player_minor
        return found


def when(owner: Property, day: date, shift: int) -> When:
    """A shift of a gaming day by the clocks of the property."""
    begins, ends = owner.days.shift_bounds(day, shift)
    return When(day=day, shift=shift, begins_at=begins, ends_at=ends)


def at(owner: Property, moment: datetime) -> When:
    """The shift of a moment."""
    return when(owner, gaming_day(moment, owner), owner.days.shift(moment))


def of_pit(owner: Property, pit: str) -> Q:
    """Rows with a table in a pit; all where none is named."""
    return Q(table__in=Table.objects.filter(property=owner, pit=pit).values("code")) if pit else Q()


def for_second_person(ends: datetime) -> Q:
    """What had been asked of a second person by then, and waits now."""
    return Q(state=WaitingState.WAITING, asked_at__lt=ends)


def stood(at_moment: datetime) -> Q:
    """Cases that were open at a moment."""
    return Q(opened_at__lt=at_moment) & (Q(closed_at=None) | Q(closed_at__gte=at_moment))


def shift(owner: Property, visible: QuerySet[CaseRow], which: When, pit: str, *, now: datetime) -> Shift:
    """A shift among the cases that the person may see."""
    ends = min(which.ends_at, now)
    rows = visible.filter(of_pit(owner, pit), property=owner).select_related("property").order_by("id")

    def during(column: str) -> QuerySet[CaseRow]:
        return rows.filter(**{f"{column}__gte": which.begins_at, f"{column}__lt": ends}).order_by(column, "id")

    open_ = rows.filter(stood(ends)).order_by("due_at", "id")
    opened, decided, closed = during("opened_at"), during("decided_at"), during("closed_at")
    next_ends = at(owner, which.ends_at).ends_at
    touched = rows.filter(opened_at__lt=ends, changed_at__gte=which.begins_at)
    gone_through = touched[:MOST_CASES]
    number = together.figures(touched, number=Count("pk"))
    waiting = Waiting.objects.filter(of_pit(owner, pit), for_second_person(ends), property=owner)
    waiting = waiting.select_related("property").order_by("position")
    together.fetch(open_, opened, decided, closed, gone_through, number, waiting)
    paid: list[Paid] = []
    handed: list[Handed] = []
    for row in gone_through:
        theirs: list[Handed] = []
        for each in _happened(row, which.begins_at, ends):
            if isinstance(each, Paid):
                paid.append(each)
            elif theirs and (theirs[-1].to_staff, theirs[-1].taken_at) == (each.to_staff, None):
                theirs[-1] = msgspec.structs.replace(theirs[-1], taken_at=each.taken_at)
            else:
                theirs.append(each)
        handed += theirs
    return Shift(
        when=which,
        pit=pit,
        opened=list(opened),
        decided=list(decided),
        closed=list(closed),
        open=list(open_),
        due=[row for row in open_ if row.due_at is not None and row.due_at < next_ends],
        paid=sorted(paid, key=lambda each: each.at),
        handed=sorted(handed, key=lambda each: each.at),
        waiting=list(waiting),
        left_out=sum(each["number"] for each in number) - len(gone_through),
    )


def _happened(row: CaseRow, begins: datetime, ends: datetime) -> Iterator[Paid | Handed]:
    """What the case's own events say of money and of hands, in this stretch of time: a case that is handed over, and
    then taken over by the same person, changes hands once and comes twice."""
    case, from_staff = Case(row.stream), ""
    for event in get_ledger(row.property.code).stream(row.stream):
        before = case.assigned_to or ""
        case.evolve(event)
        fact = event.data
        if isinstance(fact, f.Assigned | f.TakenOver) and (case.assigned_to or "") != before:
            from_staff = before
        if not begins <= event.recorded_at < ends:
            continue
        if isinstance(fact, f.Assigned | f.TakenOver):
            yield Handed(
                at=event.recorded_at,
                case=row,
                from_staff=from_staff,
                to_staff=case.assigned_to or "",
                taken_at=event.recorded_at if isinstance(fact, f.TakenOver) else None,
            )
        elif isinstance(fact, f.RemedyCarriedOut):
            yield from _moved(row, event)


def _moved(row: CaseRow, event: RecordedEvent) -> Iterator[Paid]:
    fact: Any = event.data
    for line in fact.lines:
        yield Paid(
            at=event.recorded_at,
            case=row,
            table=line.table or row.table,
            round=line.round or "",
            stream=line.stream or "",
            bet=line.bet or "",
            currency=row.currency or row.property.currency,
            to_player_minor=line.to_player_minor,
            by=fact.carried_out_by.staff,
        )


TITLES: Final = _WORDS.table("titles")
"""The sections, in the order of the page."""
