"""Figures of disputes: open cases by stage and age, times to decision, amounts, clauses, tables, shifts; and by week.

Every number says which cases it counts, as the parameters of the list of cases (``Ask``): the list then holds exactly
that many (``disputes.admin.counted``), by conditions of its own in the database. Counted over rows that the asking
person may see. Proved by ``tests/disputes/admin/test_figures.py`` and ``test_figure_links.py``.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any, Final

import msgspec
from django.db.models import QuerySet, Sum

from casino.core.messages import Catalogue
from casino.core.money import amount
from casino.core.text import Text, shaped
from casino.ledger.models import Property
from disputes.case.allowed import STAGE_NAMES
from disputes.case.state import Stage
from disputes.rows.models import Case as CaseRow
from games import words
from games.rows.models import Finding, Round
from games.words import shared

_WORDS: Final = Catalogue(__file__)

MOST: Final = 10
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
AGES: Final = (
    (HOUR, _WORDS.text("ages--under-1-hour")),
    (DAY, _WORDS.text("ages--under-1-day")),
    (3 * DAY, _WORDS.text("ages--under-3-days")),
    (timedelta.max, _WORDS.text("ages--longer")),
)
SPANS: Final = (
    (HOUR / 2, _WORDS.text("spans--under-30-minutes")),
    (2 * HOUR, _WORDS.text("spans--under-2-hours")),
    (DAY, _WORDS.text("spans--under-1-day")),
    (3 * DAY, _WORDS.text("spans--under-3-days")),
    (7 * DAY, _WORDS.text("spans--under-7-days")),
    (timedelta.max, _WORDS.text("spans--longer")),
)
AMOUNTS: Final = (500_000, 2_000_000, 5_000_000, 10_000_000, 50_000_000)
"""Upper ends of the classes of amounts, in the smallest unit of any currency."""
WEEKS: Final = 8
FEW: Final = 5
"""Below this a number of a week is single cases, and no trend."""
NOTHING_FOUND: Final = "-"
"""The cause of a case into which no finding was taken."""

Ask = Mapping[str, str]
"""What the list of cases is asked for: parameters of its address."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What is counted of a case. ``shift`` is that in which it was opened, by its hours: ``06:00–14:00``."""

    property: int
    number: str
    stage: str
    opened_at: datetime
    decided_at: datetime | None
    currency: str
    amount_minor: int | None
    table: str
    clauses: tuple[str, ...]
    rounds: tuple[str, ...]
    shift: str


class Line(msgspec.Struct, frozen=True):
    """One bar: its name, its parts in order, which cases each part counts, and how many rounds they are about."""

    name: Text
    parts: tuple[int, ...]
    asks: tuple[Ask, ...] = ()
    rounds: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        return sum(self.parts)


class Money(msgspec.Struct, frozen=True):
    """Sums of one currency, in its smallest unit: in dispute, and what the players were given or had to give back."""

    currency: str
    disputed_minor: int
    remedied_minor: int


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the page shows. ``median_to_decision`` is None where nothing was decided."""

    cases: int
    rounds: int
    open: int
    overdue: int
    stages: tuple[Line, ...]
    times: tuple[Line, ...]
    median_to_decision: timedelta | None
    amounts: tuple[Line, ...]
    money: tuple[Money, ...]
    clauses: tuple[Line, ...]
    tables: tuple[Line, ...]
    shifts: tuple[Line, ...]


# What an address asks for


def between(low: datetime | None, high: datetime | None) -> str:
    """From a moment to before another, as an address names it; either end may be open."""
    return "..".join("" if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z") for at in (low, high))


def both(one: str, other: str) -> str:
    """The moments that lie in both stretches."""
    lows, highs = zip(*(value.split("..", 1) for value in (one, other)), strict=True)
    low = max((datetime.fromisoformat(at) for at in lows if at), default=None)
    high = min((datetime.fromisoformat(at) for at in highs if at), default=None)
    return between(low, high)


def joined(base: Ask, ask: Ask) -> dict[str, str]:
    """Both at once: what lies in both stretches of time, and everything else of either."""
    found = {**base, **ask}
    if "opened" in base and "opened" in ask:
        found["opened"] = both(base["opened"], ask["opened"])
    return found


# Counting


def read(rows: QuerySet[CaseRow]) -> list[Row]:
    """What is counted of these cases."""
    owners = {owner.pk: owner for owner in Property.objects.all()}
    names = ("property_id", "number", "stage", "opened_at", "decided_at", "currency", "amount_minor", "table")
    found = []
    for *values, clauses, rounds in rows.order_by().values_list(*names, "clauses", "rounds"):
        given = dict(zip(("property", *names[1:]), values, strict=True))
        owner = owners[given["property"]]
        shift = shift_opened(given["opened_at"], owner)
        found.append(Row(**given, clauses=tuple(clauses), rounds=tuple(rounds), shift=shift))
    return found


def shift_opened(moment: datetime, owner: Property) -> str:
    """The shift of a moment, by its hours."""
    return owner.days.shift_hours(owner.days.day(moment), owner.days.shift(moment))


class Counting:
    """Cases that were read, and the rounds of theirs that the person may see."""

    def __init__(self, rows: Iterable[Row], visible_rounds: QuerySet[Round]) -> None:
        self.rows = list(rows)
        streams = {stream for row in self.rows for stream in row.rounds}
        known = visible_rounds.filter(stream__in=streams).order_by().values_list("property_id", "stream", "dealer")
        self.dealers = {(owner, stream): dealer for owner, stream, dealer in known}

    def rounds(self, rows: Iterable[Row]) -> int:
        """How many rounds these cases are about, each once."""
        return len({(row.property, stream) for row in rows for stream in row.rounds} & self.dealers.keys())

    def line(self, name: Text, groups: Sequence[Sequence[Row]], asks: Sequence[Ask]) -> Line:
        return Line(name, tuple(map(len, groups)), tuple(asks), tuple(self.rounds(group) for group in groups))

    def dealers_of(self, row: Row) -> list[str]:
        """Who dealt its rounds, each once."""
        dealt = (self.dealers.get((row.property, stream), "") for stream in row.rounds)
        return sorted({dealer for dealer in dealt if dealer})


def figures(rows: QuerySet[CaseRow], *, now: datetime, visible_rounds: QuerySet[Round] | None = None) -> Figures:
    """The figures of these cases at a moment."""
    count = Counting(read(rows), Round.objects.all() if visible_rounds is None else visible_rounds)
    spans: list[Any] = [row.decided_at - row.opened_at for row in count.rows if row.decided_at is not None]
    opened = [row for row in count.rows if row.stage != Stage.CLOSED]
    return Figures(
        cases=len(count.rows),
        rounds=count.rounds(count.rows),
        open=len(opened),
        overdue=rows.filter(due_at__lt=now).count(),
        stages=_stages(count, opened, now),
        times=_times(count),
        median_to_decision=median(spans) if spans else None,
        amounts=_amounts(count),
        money=_money(rows),
        clauses=_most(count, "clause", lambda row: row.clauses),
        tables=_most(count, "table", lambda row: (row.table,) if row.table else ()),
        shifts=_shifts(count),
    )


def _stages(count: Counting, opened: list[Row], now: datetime) -> tuple[Line, ...]:
    lines = []
    for stage in Stage:
        here = [row for row in opened if row.stage == stage.value]
        if not here:
            continue
        groups, asks, low = [], [], timedelta()
        for end, _name in AGES:
            groups.append(
                [
                    row
                    for row in here
                    if (low == timedelta() or now - row.opened_at >= low) and now - row.opened_at < end
                ]
            )
            # Younger than ``end``: opened after it; what was opened at the very moment belongs to the older ones.
            since = None if end == timedelta.max else now - end + timedelta(microseconds=1)
            until = None if low == timedelta() else now - low + timedelta(microseconds=1)
            asks.append({"stage": stage.value, "opened": between(since, until)})
            low = end
        lines.append(count.line(STAGE_NAMES[stage], groups, asks))
    return tuple(lines)


def _times(count: Counting) -> tuple[Line, ...]:
    lines, low = [], timedelta()
    for end, name in SPANS:
        group = [r for r in count.rows if r.decided_at is not None and low <= r.decided_at - r.opened_at < end]
        high = "" if end == timedelta.max else str(int(end.total_seconds()))
        lines.append(count.line(name, [group], [{"taken": f"{int(low.total_seconds())}..{high}"}]))
        low = end
    return tuple(lines)


def _amounts(count: Counting) -> tuple[Line, ...]:
    """The classes of each currency apart: what is little in one is much in another."""
    lines = []
    edges = [0, *AMOUNTS, None]
    for currency in sorted({row.currency for row in count.rows if row.amount_minor is not None}):
        names = _classes(currency)
        for name, low, high in zip(names, edges, edges[1:], strict=False):
            group = [
                row
                for row in count.rows
                if row.currency == currency and row.amount_minor is not None
                if (low or 0) <= row.amount_minor and (high is None or row.amount_minor < high)
            ]
            lines.append(count.line(name, [group], [{"disputed": f"{currency}:{low}..{'' if high is None else high}"}]))
    return tuple(lines)


def _classes(currency: str) -> list[Text]:
    ends = [amount(end, currency) for end in AMOUNTS]
    names = [_WORDS.text("under-end", end=end) for end in ends]
    return [*names, _WORDS.text("ends-or-more", ends=ends[-1])]


def _money(rows: QuerySet[CaseRow]) -> tuple[Money, ...]:
    sums = rows.order_by().values_list("currency").annotate(a=Sum("amount_minor"), b=Sum("paid_minor"))
    found = sums.values_list("currency", "a", "b").order_by("currency")
    return tuple(Money(currency, disputed or 0, remedied or 0) for currency, disputed, remedied in found)


def _most(count: Counting, parameter: str, of: Callable[[Row], Iterable[str]]) -> tuple[Line, ...]:
    """The values that most cases have."""
    counter = Counter(value for row in count.rows for value in set(of(row)))
    most = sorted(counter, key=lambda value: (-counter[value], value))[:MOST]
    return tuple(
        count.line(_name(parameter, value), [[row for row in count.rows if value in of(row)]], [{parameter: value}])
        for value in most
    )


def _shifts(count: Counting) -> tuple[Line, ...]:
    """By eight hours from the start of the gaming day, in the property's time zone."""
    lines = []
    for shift in sorted({row.shift for row in count.rows}):
        group = [row for row in count.rows if row.shift == shift]
        lines.append(count.line(Text(shift, shift), [group], [{"shift": shift}]))
    return tuple(lines)


# By week


class Trend(msgspec.Struct, frozen=True, kw_only=True):
    """Cases opened by week, the oldest first: altogether, and by what was asked for."""

    weeks: tuple[datetime, ...]
    total: Line
    lines: tuple[Line, ...]
    left_out: int


BY: Final = _WORDS.table("by")


def trend(
    rows: QuerySet[CaseRow], by: str, *, until: datetime, owner: Property, visible_rounds: QuerySet[Round]
) -> Trend:
    """The last weeks before a moment, by one of BY. A week begins with Monday's gaming day."""
    weeks = _weeks(until, owner)
    count = Counting(read(rows.filter(opened_at__gte=weeks[0], opened_at__lt=weeks[-1])), visible_rounds)
    parts = [[row for row in count.rows if low <= row.opened_at < high] for low, high in itertools.pairwise(weeks)]
    stretches = [{"opened": between(low, high)} for low, high in itertools.pairwise(weeks)]
    of = _values(count, by)
    counter = Counter(value for row in count.rows for value in of(row))
    most = sorted(counter, key=lambda value: (-counter[value], value))
    lines = []
    for value in most[:MOST]:
        groups = [[row for row in part if value in of(row)] for part in parts]
        lines.append(count.line(_name(by, value), groups, [{**stretch, by: value} for stretch in stretches]))
    total = count.line(_WORDS.text("total"), parts, stretches)
    return Trend(weeks=tuple(weeks[:-1]), total=total, lines=tuple(lines), left_out=max(len(most) - MOST, 0))


def _weeks(until: datetime, owner: Property) -> list[datetime]:
    """The beginnings of the weeks, and the end of the last."""
    last = owner.days.day(until - timedelta(microseconds=1))
    monday = last - timedelta(days=last.weekday())
    return [owner.days.begins(monday + timedelta(weeks=n)) for n in range(1 - WEEKS, 2)]


def _values(count: Counting, by: str) -> Callable[[Row], Iterable[str]]:
    if by == "cause":
        found: dict[tuple[int, str], set[str]] = {}
        numbers = [row.number for row in count.rows]
        rows = Finding.objects.filter(case__in=numbers).order_by().values_list("property_id", "case", "code")
        for owner, case, code in rows:
            found.setdefault((owner, case), set()).add(code)
        return lambda row: sorted(found.get((row.property, row.number), {NOTHING_FOUND}))
    if by == "dealer":
        return count.dealers_of
    if by == "clause":
        return lambda row: row.clauses
    if by == "shift":
        return lambda row: (row.shift,)
    return lambda row: (row.table,) if row.table else ()


def _name(by: str, value: str) -> Text:
    if by == "cause":
        return _WORDS.text("no-finding") if value == NOTHING_FOUND else words.finding(value).title
    if by == "clause":
        game, _space, number = value.partition(" ")
        named = words.term(shared.GAMES, game) if game in shared.GAMES else Text(game, game)
        return shaped("{named} {number}", named=named, number=number)
    return Text(value, value)
