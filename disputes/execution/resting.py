"""Which findings a decision of a case lets rest: those that whoever decided may let rest by themselves.

What a decision leaves as it is weighs as if it had been dismissed on its own page: who is in it does not let it rest,
what one person lets rest adds up (``games.rows.sums``), and where somebody at the top is in it their post answers. Two
who decided, one after the other, are two persons. What may not rest is open again, with the case that left it. Proved
by ``tests/disputes/test_resting.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from casino.core import interest
from casino.core.errors import Problem
from casino.core.events import Fact
from disputes.case import facts as f
from disputes.case.state import Case
from games.commands.dismissing import DismissFinding
from games.commands.resting import needs_two, sentence_needed
from games.commands.step import TABLES
from games.engine.facts import Person
from games.facts import findings
from games.rows import at_the_top, matters
from games.rows.models import Finding

Rest = dict[tuple[str, str], tuple[Person, Person | None]]
"""By stream and identity of a finding: who lets it rest, and the second person who decided the same."""


def resting(
    property_code: str, case: Case, facts: Iterable[Fact], left: Sequence[f.FindingRef], *, by: Person, now: datetime
) -> Rest:
    """Those of the findings that were ``left`` which may rest. ``case`` is as it was before the ``facts`` of the
    command, in whose transaction this is asked."""
    deciders, has_reasons = _deciders(case, facts, by)
    rest: Rest = {}
    alone: list[tuple[Finding, Person]] = []
    for row in _rows(property_code, left):
        free = [person for person in deciders if _may(row, person)]
        if not free or at_the_top.confirms(row, free[0], now) is not None:
            continue
        if len(free) > 1:
            rest[row.stream, row.identity] = (free[0], free[1])
        elif has_reasons or not sentence_needed(now, row):
            alone.append((row, free[0]))
    for person in dict.fromkeys(person for _row, person in alone):
        rows = [row for row, who in alone if who == person]
        if needs_two(now, person, *rows, locked=True):
            rows = [row for row in rows if not row.amount_minor]
        rest |= {(row.stream, row.identity): (person, None) for row in rows}
    return rest


def _deciders(case: Case, facts: Iterable[Fact], by: Person) -> tuple[list[Person], bool]:
    """Who decided, each once, the first one first, and whether with reasons; at the table, who offered."""
    found: list[Person] = []
    for made in case.decisions:
        if made.in_force or made.confirmed is not None:
            found.append(made.fact.decided_by)
            found += [made.confirmed.confirmed_by] if made.confirmed is not None else []
    for fact in facts:
        if isinstance(fact, f.Decided | f.ComplaintDecided):
            found.append(fact.decided_by)
        elif isinstance(fact, f.DecisionConfirmed):
            waiting = case.decision
            found += [waiting.fact.decided_by] if waiting is not None else []
            found.append(fact.confirmed_by)
    if found:
        return list({person.staff: person for person in found}.values()), True
    offered = case.proposals[-1].fact if case.proposals else None
    return [by if offered is None else offered.proposed_by], offered is not None and offered.note is not None


def _rows(property_code: str, left: Sequence[f.FindingRef]) -> list[Finding]:
    wanted = {(each.stream, each.identity) for each in left}
    rows = Finding.objects.filter(property__code=property_code, stream__in={stream for stream, _identity in wanted})
    return [row for row in rows.select_related("property", "round") if (row.stream, row.identity) in wanted]


def _may(row: Finding, person: Person) -> bool:
    try:
        about = matters.of_finding(row.property.code, row.stream, row.subject, row.versions)
        interest.check(person.staff, about, TABLES.of(DismissFinding).interest)
    except Problem:
        return False
    return findings.may_dismiss(person.post)
