"""What is found of what people do alone: sums at one table, in one shift, on one gaming day above what the property has
set, and money that a case gave without a round or bet.

Such sums hinder nobody, for one winner must not freeze everybody: they are findings about money, and the next post is
told of them (``disputes.notices.beyond``). They follow from the rows of ``games.rows.sums``, act by act in the order of
the log, each held against the setting in force when it was done; so what is recorded does not depend on how far a
worker came at once. All that belongs to a gaming day stands in one stream, ``audit/alone:<day>``. A sum that grows is
found anew with its new amount; one that was let rest rests, as it was. Who acted in it is part of the matter. Proved by
``tests/disputes/test_sums_found.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final

from casino.core.posts import LADDER, Post
from casino.house.limits import limits_at
from casino.house.service import settings_of
from casino.house.sums import MONEY, exceeded
from casino.ledger import follow
from casino.ledger.follow import Progress
from casino.ledger.models import Property, property_of
from games.engine.codes import SUM_CODES
from games.engine.judgement import Finding, Severity
from games.engine.replay import gaming_day
from games.facts.findings import RoundAudit, audit_stream, by_identity, change
from games.rows import sums
from games.rows.models import SummedAct
from games.rows.readmodel import watched

NAME: Final = "sums_found"
ABOVE, WITHOUT_BET = SUM_CODES


def audit_sums(property_code: str) -> Progress:
    """Bring the rows up and record what is found of them, each exactly once."""
    sums.catch_up(property_code)
    return watched(NAME, property_code, lambda: follow.alone(NAME, property_code, lambda at: _look(property_code, at)))


def _look(property_code: str, after: int) -> int:
    owner = property_of(property_code)
    reached = follow.position(sums.NAME, property_code)
    new = SummedAct.objects.filter(property=owner, position__gt=after, position__lte=reached)
    for position, moment in new.order_by("position").values_list("position", "at").distinct():
        day = gaming_day(moment, owner)
        found = by_identity(found_on(owner, day, position))

        def command(audit: RoundAudit, found: dict[str, Finding] = found, position: int = position) -> None:
            audit.audited(found, document="", judged_position=position)

        change(property_code, stream_of(day), command)
    return reached


def stream_of(day: date) -> str:
    """The stream of what is found of a gaming day. No device has such a name."""
    return audit_stream(f"alone/alone:{day.isoformat()}")


def found_on(owner: Property, day: date, position: int) -> list[Finding]:
    """What is found of a gaming day as it stood at a position of the log."""
    begins, ends = owner.days.bounds(day)
    rows = SummedAct.objects.filter(property=owner, position__lte=position, at__gte=begins, at__lt=ends)
    acts = list(rows.order_by("position", "place"))
    return [*_sums(owner, day, acts), *_without_bet(acts)]


def _sums(owner: Property, day: date, acts: Iterable[SummedAct]) -> Iterator[Finding]:
    house = settings_of(owner.code)
    totals: dict[str, dict[str, int]] = {}
    limits: dict[tuple[str, str], int] = {}
    acted: dict[tuple[str, str], list[SummedAct]] = {}
    for act in acts:
        if act.second or not act.counted_minor or not (act.round or act.kind in MONEY):
            continue  # what a second person confirmed, and what such a finding itself weighed
        of_currency = totals.setdefault(act.currency, {})
        for place in _places(act, owner, day):
            of_currency[place] = of_currency.get(place, 0) + act.counted_minor
            acted.setdefault((act.currency, place), []).append(act)
        now = limits_at(house, act.at)
        for place in exceeded(of_currency, act.currency, now):
            limits.setdefault((act.currency, place), now.notify_sum.get(act.currency, 0))
    for (currency, place), limit in sorted(limits.items()):
        these = acted[currency, place]
        table = these[0].table if place.startswith("table:") else ""
        detail = {"currency": currency, "limit": limit, "acts": len(these), "day": day.isoformat()}
        yield _finding(ABOVE, place, totals[currency][place], these, table, detail)


def _places(act: SummedAct, owner: Property, day: date) -> Iterator[str]:
    """Where an act adds up, as the finding says what it is about."""
    if act.table:
        yield f"table:{act.table}"
    yield f"shift:{owner.days.shift_hours(day, owner.days.shift(act.at))}"
    yield f"day:{day.isoformat()}"


def _without_bet(acts: Iterable[SummedAct]) -> Iterator[Finding]:
    """Money of a case that belongs to no round or bet: nothing can be recomputed of it."""
    of_case: dict[tuple[int, str], list[SummedAct]] = {}
    for act in acts:
        if act.kind in MONEY and act.moved_minor and not (act.round and act.bet):
            of_case.setdefault((act.position, act.case), []).append(act)
    for (position, case), these in of_case.items():
        detail = {"currency": these[0].currency, "case": case, "position": position}
        yield _finding(WITHOUT_BET, f"case:{case}", sum(act.moved_minor for act in these), these, "", detail)


def _finding(
    code: str, subject: str, amount_minor: int, acts: list[SummedAct], table: str, detail: Mapping[str, Any]
) -> Finding:
    """``by`` are those who acted, with the post; ``post`` the highest of them on the ladder."""
    people = {(act.staff, act.post) for act in acts} | {(act.second, "") for act in acts if act.second}
    by = [{"staff": staff, "post": post} for staff, post in sorted(people)]
    return Finding(
        code=code,
        severity=Severity.MONEY,
        subject=subject,
        clauses=(),
        versions=(),
        amount_minor=amount_minor,
        detail={**detail, "table": table, "by": by, "post": highest(post for _staff, post in people)},
    )


def highest(posts: Iterable[str]) -> str:
    """The highest post on the ladder among these; empty where none of them stands on it."""
    known = [Post(post) for post in posts if post in LADDER]
    return max(known, key=LADDER.index).value if known else ""
