"""The persons of a simulated day confirm, in an own session, what devices have reported as their decisions.

They do so when the table has long been closed: what a device kept back has come by then. Proved by
``tests/simulate/test_confirming.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final
from uuid import uuid5

from games.simulate.wire import Sent

AFTER: Final = timedelta(minutes=30)
"""So long after the table was closed: no buffer is that late."""
RULING: Final = "ruling_made"
LEAVES: Final = {
    "baccarat.bet_withdrawn": "allowed_by",
    "baccarat.insurance_placed": "allowed_by",
    "baccarat.cards_put_in_order": "ordered_by",
    "niuniu.arranging_allowed": "allowed_by",
}
"""Facts besides rulings by which somebody decides or gives leave, with the field that names the person."""


def decided_by(event: Sent) -> dict[str, str] | None:
    """The person of whom a device says that they decided or gave leave; None for any other event."""
    kind = event.type.rpartition(".v")[0]
    field = "made_by" if kind.endswith(f".{RULING}") else LEAVES.get(kind)
    return None if field is None or event.device is None else event.data.get(field)


def confirmed(sent: Iterable[Sent], closed_at: datetime) -> Iterator[list[Sent]]:
    """What each person says of it, one after the other, in the order in which it was decided."""
    at = closed_at + AFTER
    for event in sent:
        person = decided_by(event)
        if person is None:
            continue
        game = event.type.partition(".")[0]
        yield [
            Sent(
                id=uuid5(event.id, "confirmed"),  # of the report alone: the draws of the day stay as they are
                type=f"{game}.report_confirmed.v1",
                table=event.table,
                round=event.round,
                occurred_at=at,
                device=None,
                sequence=None,
                data={"report": str(event.id), "confirmed_by": person},
                person=person["staff"],
            )
        ]
        at += timedelta(seconds=20)
