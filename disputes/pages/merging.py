"""The cases into which one can be merged, as far as who, where and when go: what the form offers, and whether the step
is offered at all. The domain checks it again (``disputes.case.ending``).

Proved by ``tests/disputes/admin/test_merging_offered.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from disputes.case.context import Actor
from disputes.case.stages import BOUND_TO_TABLES, MERGING
from disputes.case.state import Case
from disputes.rows.models import Case as CaseRow

MOST: Final = 30
"""Cases that a form offers."""


def candidates(pk: int, case: Case, actor: Actor, pit_of: Callable[[str], str | None]) -> list[CaseRow]:
    """Open cases of the same property and currency in which nothing is decided, at tables of this person: first those
    about the same rounds, then of the same player at the table, then of the same table, each the newest first."""
    if not all(_reaches(actor, table, pit_of) for table in {case.table or "", *(ref.table for ref in case.rounds)}):
        return []
    own = CaseRow.objects.filter(pk=pk)
    rows = CaseRow.objects.filter(property__in=own.values("property"), currency=case.currency).exclude(pk=pk)
    open_ones = rows.filter(stage__in=[stage.value for stage in MERGING]).select_related("property")
    found = [row for row in open_ones.order_by("-id")[: 4 * MOST] if _reaches(actor, row.table, pit_of)]
    rounds = {ref.stream for ref in case.rounds}
    references = {party.reference for party in case.players if party.reference is not None}
    found.sort(
        key=lambda row: (
            rounds.isdisjoint(row.rounds),
            references.isdisjoint(row.references),
            row.table != (case.table or ""),
        )
    )
    return found[:MOST]


def _reaches(actor: Actor, table: str, pit_of: Callable[[str], str | None]) -> bool:
    """Whether a table is one of this person's, as ``case.allowed.check_table`` has it."""
    if actor.everywhere or actor.role not in BOUND_TO_TABLES or not table:
        return True
    return table in actor.tables or pit_of(table) in actor.pits
