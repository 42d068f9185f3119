"""Figures of disputes: open cases by stage and age, times to decision, amounts, clauses, tables, shifts.

Counted by the database over rows that the asking person may see. Proved by ``tests/disputes/admin/test_figures.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median
from typing import Final

import msgspec
from django.db.models import Count, F, QuerySet, Sum

from casino.core.money import format_minor
from casino.core.text import Text
from disputes.case.allowed import STAGE_NAMES
from disputes.case.state import Stage
from disputes.records import Case as CaseRow

MOST: Final = 10
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
AGES: Final = (
    (HOUR, Text("dưới 1 giờ", "under 1 hour")),
    (DAY, Text("dưới 1 ngày", "under 1 day")),
    (3 * DAY, Text("dưới 3 ngày", "under 3 days")),
    (timedelta.max, Text("lâu hơn", "longer")),
)
SPANS: Final = (
    (HOUR / 2, Text("dưới 30 phút", "under 30 minutes")),
    (2 * HOUR, Text("dưới 2 giờ", "under 2 hours")),
    (DAY, Text("dưới 1 ngày", "under 1 day")),
    (3 * DAY, Text("dưới 3 ngày", "under 3 days")),
    (7 * DAY, Text("dưới 7 ngày", "under 7 days")),
    (timedelta.max, Text("lâu hơn", "longer")),
)
AMOUNTS: Final = (500_000, 2_000_000, 5_000_000, 10_000_000, 50_000_000)
"""Upper ends of the classes of amounts, in the smallest unit of any currency."""
SHIFT: Final = timedelta(hours=8)


class Line(msgspec.Struct, frozen=True):
    """One bar: its name, and its parts in order."""

    name: Text
    parts: tuple[int, ...]

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


def figures(rows: QuerySet[CaseRow], *, now: datetime) -> Figures:
    """The figures of these cases at a moment."""
    opened = list(rows.exclude(stage="closed").values_list("stage", "opened_at"))
    spans = list(rows.exclude(decided_at=None).values_list(F("decided_at") - F("opened_at"), flat=True))
    cited = Counter(clause for clauses in rows.values_list("clauses", flat=True) for clause in clauses)
    return Figures(
        cases=rows.count(),
        open=len(opened),
        overdue=rows.filter(due_at__lt=now).count(),
        stages=_stages(opened, now),
        times=tuple(Line(name, (n,)) for (_, name), n in zip(SPANS, _spread(spans, SPANS), strict=True)),
        median_to_decision=median(spans) if spans else None,
        amounts=_amounts(rows),
        money=_money(rows),
        clauses=tuple(Line(Text(clause, clause), (n,)) for clause, n in _top(cited)),
        tables=tuple(
            Line(Text(table, table), (n,))
            for table, n in rows.exclude(table="")
            .order_by()
            .values_list("table")
            .annotate(n=Count("pk"))
            .order_by("-n", "table")
            .values_list("table", "n")[:MOST]
        ),
        shifts=_shifts(rows),
    )


def _spread(spans: Iterable[timedelta], classes: tuple[tuple[timedelta, Text], ...]) -> list[int]:
    """How many fall into each class, each below its end."""
    counts = [0] * len(classes)
    for span in spans:
        counts[next(place for place, (end, _) in enumerate(classes) if span < end)] += 1
    return counts


def _stages(opened: list[tuple[str, datetime]], now: datetime) -> tuple[Line, ...]:
    by_stage: dict[str, list[timedelta]] = {}
    for stage, at in opened:
        by_stage.setdefault(stage, []).append(now - at)
    return tuple(
        Line(STAGE_NAMES[stage], tuple(_spread(by_stage[stage.value], AGES)))
        for stage in Stage
        if stage.value in by_stage
    )


def _amounts(rows: QuerySet[CaseRow]) -> tuple[Line, ...]:
    """The classes of each currency apart: what is little in one is much in another."""
    counts: dict[str, list[int]] = {}
    known = rows.exclude(amount_minor=None).order_by("currency")
    for currency, amount in known.values_list("currency", "amount_minor"):
        place = next((n for n, end in enumerate(AMOUNTS) if (amount or 0) < end), len(AMOUNTS))
        counts.setdefault(currency, [0] * (len(AMOUNTS) + 1))[place] += 1
    return tuple(
        Line(name, (n,))
        for currency, found in counts.items()
        for name, n in zip(_classes(currency), found, strict=True)
    )


def _classes(currency: str) -> list[Text]:
    ends = [Text(format_minor(end, currency, "vi"), format_minor(end, currency, "en")) for end in AMOUNTS]
    names = [Text(f"dưới {end.vi}", f"under {end.en}") for end in ends]
    return [*names, Text(f"từ {ends[-1].vi}", f"{ends[-1].en} or more")]


def _money(rows: QuerySet[CaseRow]) -> tuple[Money, ...]:
    sums = rows.order_by().values_list("currency").annotate(a=Sum("amount_minor"), b=Sum("paid_minor"))
    found = sums.values_list("currency", "a", "b").order_by("currency")
    return tuple(Money(currency, disputed or 0, remedied or 0) for currency, disputed, remedied in found)


def _top(counter: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counter.items(), key=lambda entry: (-entry[1], entry[0]))[:MOST]


def _shifts(rows: QuerySet[CaseRow]) -> tuple[Line, ...]:
    """By eight hours from the start of the gaming day, in the property's time zone."""
    counts: Counter[tuple[int, int]] = Counter()
    for row in rows.select_related("property").only("opened_at", "property"):
        start = row.property.gaming_day_starts
        hour = (row.opened_at.astimezone(row.property.zone).hour - start) % 24
        counts[(start + 8 * (hour // 8)) % 24, hour // 8] += 1
    return tuple(
        Line(Text(f"{start:02d}:00–{(start + 8) % 24:02d}:00", f"{start:02d}:00–{(start + 8) % 24:02d}:00"), (n,))
        for (start, place), n in sorted(counts.items(), key=lambda entry: (entry[0][1], entry[0][0]))
    )
