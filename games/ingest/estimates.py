"""How far the clock of a sender that never tells it is from the server's: estimated from how late its events come.

An event comes after it happened, so that what a sender's newest event is late by is never less than what its clock is
behind; the least of an hour, and of the hour before in which it sent, is what its whole line is shifted by. The
estimate is made as the request comes in and stored with its events (``clock_estimated``): later ones never change it,
and no single event is moved otherwise than the rest of its request. What comes out of a buffer is late and changes
nothing. Proved by ``tests/ingest/test_estimates.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.db import transaction

from casino.core.events import NewEvent
from games.ingest.clocks import skew_ms_of
from games.ingest.models import Device, DeviceEstimate

FARTHEST: Final = timedelta(days=1)
"""A clock is not believed to be off by more: a mistyped date must not shift all that follows."""


class Estimate(msgspec.Struct, frozen=True):
    """The least lateness seen in an hour, and in the hour before in which the sender was heard, in milliseconds."""

    hour: datetime
    least_ms: int
    before_ms: int | None = None

    @property
    def skew_ms(self) -> int:
        """The server's clock less the sender's, as far as it can be told."""
        return self.least_ms if self.before_ms is None else min(self.least_ms, self.before_ms)

    def after(self, late_ms: int, hour: datetime) -> Estimate:
        """The estimate once one more request was late by this."""
        if hour == self.hour:
            return msgspec.structs.replace(self, least_ms=min(self.least_ms, late_ms))
        return Estimate(hour, late_ms, self.least_ms)


def lateness_ms(events: Iterable[NewEvent], received_at: datetime) -> int | None:
    """By how much a sender's newest event, by its numbers, came later than its clock says; None where none says when
    it happened, or where that is too far off to be a clock's error."""
    dated = [(event.sequence or 0, event.occurred_at) for event in events if event.occurred_at is not None]
    if not dated:
        return None
    newest = max(dated)[1]
    return skew_ms_of(received_at, newest) if abs(received_at - newest) <= FARTHEST else None


def estimated_skew_ms(device: Device, events: Iterable[NewEvent], received_at: datetime) -> int | None:
    """The difference of the device's clock by all its requests up to this one, which is kept; None where nothing can be
    said of it."""
    late_ms = lateness_ms(events, received_at)
    hour = received_at.replace(minute=0, second=0, microsecond=0)
    with transaction.atomic():
        row = DeviceEstimate.objects.select_for_update().filter(device=device).first()
        known = None if row is None else Estimate(row.hour, row.least_ms, row.before_ms)
        if late_ms is None:
            return None if known is None else known.skew_ms
        new = Estimate(hour, late_ms) if known is None else known.after(late_ms, hour)
        if new != known:
            DeviceEstimate.objects.update_or_create(device=device, defaults=msgspec.structs.asdict(new))
    return new.skew_ms
