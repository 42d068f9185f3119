"""How remedies of cases weigh among what persons do alone (``games.rows.sums``): from the record alone.

Proved by ``tests/disputes/test_sums.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from casino.core.events import RecordedEvent
from casino.house.sums import Act
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from disputes.case.alone import weighed, weighed_given_up
from disputes.case.state import Case


def _of_remedy(owner: Property, event: RecordedEvent) -> Iterable[Act]:
    case = get_ledger(owner.code).load(Case, event.stream, upto_position=event.position)
    return weighed(case, event.data, event.recorded_at)


def _of_given_up(owner: Property, event: RecordedEvent) -> Iterable[Act]:
    case = get_ledger(owner.code).load(Case, event.stream, upto_position=event.position)
    return weighed_given_up(case, event.data, event.recorded_at)


WEIGHED: Final = {
    "case.remedy_carried_out.v1": _of_remedy,
    "case.money_waived.v1": _of_given_up,
    "case.money_uncollectable.v1": _of_given_up,
}
