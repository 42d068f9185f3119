"""The end of a record's term: names, contacts and words of cases that have ended are erased by rule.

How long the record of a case is kept is set when it is closed (``retained_until``). When that has passed, every key of
the case is destroyed, by an event in the name of the rule, so that the history of the case shows it. A record that was
merged with one that is still open, or is kept longer, holds the people of both. Events, amounts and proofs stay as they
are. Proved by ``tests/disputes/test_terms.py``.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Final

from casino.core.errors import Problem
from disputes.case.kept import Stage
from disputes.execution import service
from disputes.rows.models import Case

log = logging.getLogger(__name__)

AT_ONCE: Final = 50
"""Cases of one run at most: each destroys keys in the vault."""
HOLDS: Final = frozenset({"case_retained", "case_person_elsewhere", "case_changed"})
"""Why a case waits for another run: another record needs its keys, or somebody wrote in it just now."""


def end_terms(property_code: str, *, now: datetime, at_once: int = AT_ONCE) -> list[str]:
    """Erase what has come to its end, the longest ended first; the numbers of these cases."""
    rows = Case.objects.filter(property__code=property_code, stage=Stage.CLOSED, emptied=False, retained_until__lte=now)
    ended: list[str] = []
    for number in rows.order_by("retained_until", "id").values_list("number", flat=True).iterator():
        if len(ended) == at_once:
            break
        try:
            if service.end_term(property_code, number, now=now):
                ended.append(number)
        except Problem as problem:
            if problem.code not in HOLDS:
                raise
            log.info("term_held case=%s by=%s", number, problem.code)
    return ended
