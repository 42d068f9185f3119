"""The open cases about a round, for commands on rounds and findings: who opened them and who is in them.

A ruling changes an ended round only where such a matter is open, and whoever is named in it handles nothing of that
round (``games.rows.matters``). Proved by ``tests/disputes/test_interest.py``.
"""

from __future__ import annotations

from collections.abc import Iterator

from casino.ledger.application import get_ledger
from disputes.case.allowed import parts
from disputes.case.kept import Stage
from disputes.case.state import Case
from disputes.rows.models import Case as CaseRow
from games.rows.matters import Matter


def open_about(property_code: str, stream: str) -> Iterator[Matter]:
    """The cases about a round that are not closed. The rows say which may be; the record, what they are."""
    rows = CaseRow.objects.filter(property__code=property_code, rounds__contains=[stream])
    for about in rows.exclude(stage=Stage.CLOSED).order_by("id").values_list("stream", flat=True):
        case = get_ledger(property_code).load(Case, about)
        if case.opened is not None and not case.is_closed:
            yield Matter(case.number, case.opened.opened_by.staff, parts(case))
