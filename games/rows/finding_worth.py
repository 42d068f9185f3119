"""What findings cost, and how often their kind turned out right: where the audit's attention pays, week by week.

Money is the amount of a finding whichever way it went, of those that stand or were put right; what was dismissed or
superseded cost nothing, and no money is counted twice. A kind's rate is corrected of those that somebody decided
(corrected or dismissed), at all times up to now, with an interval that holds however often it is looked at
(``games/fairness/rates.py``). A dealer is the one of the round. Proved by ``tests/audit/test_finding_worth.py``.
"""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import Final

import msgspec
from django.db.models import Count, QuerySet

from casino.ledger.models import Property
from games.engine.codes import OF_OTHERS
from games.fairness.rates import Rate, rate_interval
from games.rows.models import STANDING, Finding, FindingStatus

LEVEL: Final = 0.01
"""Of the intervals: 99 %."""
COSTS: Final = (*STANDING, FindingStatus.CORRECTED)
MOST: Final = 50
"""Findings named one by one."""


class Cost(msgspec.Struct):
    """Of one group in one currency: how many findings, how many of them stand, were put right or dismissed, and the
    money in minor units."""

    currency: str
    group: str
    cases: int = 0
    standing: int = 0
    corrected: int = 0
    dismissed: int = 0
    amount_minor: int = 0


class Worth(msgspec.Struct, frozen=True):
    """A week's findings. ``named`` are the standing ones about money, the dearest first, each with its currency;
    ``without_day`` counts what was found that week of devices and belongs to no gaming day."""

    since: date
    until: date
    named: list[tuple[Finding, str]]
    kinds: list[Cost]
    dealers: list[Cost]
    tables: list[Cost]
    rates: dict[str, Rate]
    without_day: int


def week_of(day: date) -> tuple[date, date]:
    """Monday and Sunday of its week."""
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)


def last_day(owner: Property) -> date | None:
    """The last gaming day with a finding."""
    days = Finding.objects.filter(property=owner).exclude(gaming_day=None).order_by("-gaming_day")
    return days.values_list("gaming_day", flat=True).first()


def worth(owner: Property, day: date) -> Worth:
    """The week of a day, of one property."""
    since, until = week_of(day)
    rows = list(_of(owner).filter(gaming_day__range=(since, until)))
    sums: dict[tuple[str, str, str], Cost] = {}
    for row in rows:
        currency = row.currency
        dealer = row.round.dealer if row.round else ""
        for by, group in (("kind", row.code), ("dealer", dealer), ("table", row.table)):
            if group:
                _add(sums.setdefault((by, currency, group), Cost(currency, group)), row)
    named = [(row, row.currency) for row in rows if row.status in STANDING and row.amount_minor]
    named.sort(key=lambda each: (each[1], -abs(each[0].amount_minor), each[0].opened_position))
    begins, ends = owner.days.begins(since), owner.days.begins(until + timedelta(days=1))
    without = _of(owner).filter(gaming_day=None, opened_at__gte=begins, opened_at__lt=ends).count()
    groups = {by: _ranked(sums, by) for by in ("kind", "dealer", "table")}
    rates = turned_out(owner)
    for row in rows:
        rates.setdefault(row.code, rate_interval(0, 0, LEVEL))
    return Worth(since, until, named[:MOST], groups["kind"], groups["dealer"], groups["table"], rates, without)


def turned_out(owner: Property) -> dict[str, Rate]:
    """By kind: how often somebody who decided found it right, and within which rates."""
    decided = _of(owner).filter(status__in=(FindingStatus.CORRECTED, FindingStatus.DISMISSED)).order_by()
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for code, status, count in (
        decided.values("code", "status").annotate(n=Count("pk")).values_list("code", "status", "n")
    ):
        total[code] += count
        right[code] += count if status == FindingStatus.CORRECTED else 0
    return {code: rate_interval(right[code], total[code], LEVEL) for code in total}


def _of(owner: Property) -> QuerySet[Finding]:
    rows: QuerySet[Finding] = Finding.objects.filter(property=owner).exclude(status=FindingStatus.SUPERSEDED)
    return rows.select_related("round", "property")


def _add(cost: Cost, row: Finding) -> None:
    cost.cases += 1
    cost.standing += row.status in STANDING
    cost.corrected += row.status == FindingStatus.CORRECTED
    cost.dismissed += row.status == FindingStatus.DISMISSED
    if row.status in COSTS and row.code not in OF_OTHERS:
        cost.amount_minor += abs(row.amount_minor)


def _ranked(sums: dict[tuple[str, str, str], Cost], by: str) -> list[Cost]:
    """The dearest first, then the most frequent; currencies one after the other."""
    found = [cost for (each, _currency, _group), cost in sums.items() if each == by]
    return sorted(found, key=lambda cost: (cost.currency, -cost.amount_minor, -cost.cases, cost.group))
