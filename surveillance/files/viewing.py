"""Who looked at which stretch: told by the player while it plays, recorded once the person has gone on.

The player tells stretches every few seconds. Those that meet, or lie so close that nothing was left out, are one:
while it grows it is a row (:class:`~surveillance.files.models.FootageView`); it is recorded (``RecordingViewed``) when
the next one lies elsewhere, or nobody has told of it for a while. Whoever was handed film and tells nothing (a script,
a link) is recorded as having looked at all of it: nobody sees footage without leaving a trace by saying nothing.

Proved by ``tests/surveillance/files/test_viewing.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, get_args
from uuid import uuid4

from django.db import transaction

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.ledger.everywhere import carry_on
from casino.ledger.models import Property
from games.engine.facts import Person
from surveillance.files.models import FootageView
from surveillance.files.on_duty import viewer_again
from surveillance.files.writing import say
from surveillance.record import facts as f
from surveillance.record.parts import Viewer, Why

CLOSE_MS: Final = 2_000
"""What lies closer than this to a stretch goes with it."""
QUIET: Final = timedelta(seconds=60)
"""Nobody has told of a stretch for so long: it is over."""
LONGEST: Final = timedelta(minutes=30)
"""Whatever is told: a stretch is recorded after so long, and the next begins."""
AHEAD: Final = "ahead"
WHYS: Final = tuple(why for why in get_args(Why) if why != AHEAD)
"""What a person may say."""


def opened(
    *,
    owner: Property,
    recording: str,
    duration_ms: int,
    by: Person | Viewer,
    why: str,
    subject: str,
    now: datetime,
    starts_ms: int = 0,
) -> None:
    """This person was handed film, from ``starts_ms`` to ``duration_ms``. Until they tell a stretch, all of that
    counts."""
    _open(owner, recording, duration_ms, by, _why(why), subject, now, starts_ms)


def loaded_ahead(*, owner: Property, recording: str, duration_ms: int, by: Person | Viewer, now: datetime) -> None:
    """A page of this person's loads film out of sight. It is recorded as that, whole, whatever is looked at later."""
    _open(owner, recording, duration_ms, by, AHEAD, "", now)


def _open(
    owner: Property,
    recording: str,
    duration_ms: int,
    by: Person | Viewer,
    why: str,
    subject: str,
    now: datetime,
    starts_ms: int = 0,
) -> None:
    _, made = FootageView.objects.get_or_create(
        property=owner,
        recording=recording,
        staff=by.staff,
        why=why,
        subject=subject,
        defaults={
            "post": by.post,
            "starts_ms": starts_ms,
            "duration_ms": duration_ms,
            "begun_at": now,
            "last_at": now,
        },
    )
    if not made:
        FootageView.objects.filter(
            property=owner, recording=recording, staff=by.staff, why=why, subject=subject, from_ms=None
        ).update(last_at=now)


def looked(
    *,
    owner: Property,
    recording: str,
    duration_ms: int,
    from_ms: int,
    to_ms: int,
    by: Person | Viewer,
    why: str,
    subject: str,
    now: datetime,
) -> None:
    """This person looked at a stretch. Problem footage_stretch."""
    if not 0 <= from_ms <= to_ms or from_ms > duration_ms:
        raise Problem("footage_stretch", "from_ms", from_ms=from_ms, to_ms=to_ms)
    to_ms = min(to_ms, duration_ms)
    with transaction.atomic():
        row, made = FootageView.objects.select_for_update().get_or_create(
            property=owner,
            recording=recording,
            staff=by.staff,
            why=_why(why),
            subject=subject,
            defaults={
                "post": by.post,
                "duration_ms": duration_ms,
                "from_ms": from_ms,
                "to_ms": to_ms,
                "begun_at": now,
                "last_at": now,
            },
        )
        if not made:
            before = _joined(row, from_ms, to_ms, now)
            row.save()
            if before is not None:
                record(before, now=now)


def _joined(row: FootageView, from_ms: int, to_ms: int, now: datetime) -> FootageView | None:
    """Take the stretch into the row; the one that the row was before, where the new one lies elsewhere."""
    row.last_at = now
    if row.from_ms is None or row.to_ms is None:
        row.from_ms, row.to_ms = from_ms, to_ms
        return None
    near = from_ms <= row.to_ms + CLOSE_MS and to_ms >= row.from_ms - CLOSE_MS
    if near and now - row.begun_at < LONGEST:
        row.from_ms, row.to_ms = min(row.from_ms, from_ms), max(row.to_ms, to_ms)
        return None
    before = FootageView.objects.get(pk=row.pk)
    row.from_ms, row.to_ms, row.begun_at, row.identity = from_ms, to_ms, now, uuid4()
    return before


def _why(why: str) -> str:
    if why not in WHYS:
        raise Problem("footage_field", "why", name="why", why=", ".join(WHYS))
    return why


def record(row: FootageView, *, now: datetime) -> None:
    """Put a stretch into the chain of custody, in the caller's transaction. The lists follow with their next sweep.
    Where nothing was told here but stretches were recorded by other ways meanwhile, those are what was looked at."""
    if row.from_ms is None and row.why != AHEAD and _told_elsewhere(row):
        return
    fact = f.RecordingViewed(
        from_ms=row.starts_ms if row.from_ms is None else row.from_ms,
        to_ms=row.duration_ms if row.to_ms is None else row.to_ms,
        viewed_by=viewer_again(row.post, row.staff),
        why=row.why,  # type: ignore[arg-type]
        subject=row.subject or None,
    )
    by = fact.viewed_by
    say(row.property.code, row.recording, fact, identity=row.identity, by=by, now=now, follow=False)


def _told_elsewhere(row: FootageView) -> bool:
    events = get_ledger(row.property.code).stream(f"recording/{row.recording}")
    return any(
        isinstance(event.data, f.RecordingViewed)
        and event.data.why != AHEAD
        and event.data.viewed_by.staff == row.staff
        and event.recorded_at >= row.begun_at
        for event in events
    )


def over(now: datetime) -> list[FootageView]:
    """Stretches that nobody tells of any more."""
    return list(FootageView.objects.filter(last_at__lte=now - QUIET).order_by("last_at")[:500])


def flush(now: datetime) -> int:
    """Record them; how many. A row is taken away in the transaction that records it."""

    def one(each: FootageView) -> bool:
        with transaction.atomic():
            rows = FootageView.objects.select_for_update(skip_locked=True, of=("self",)).select_related("property")
            row = rows.filter(pk=each.pk, last_at=each.last_at).first()
            if row is not None:
                record(row, now=row.last_at)
                row.delete()
            return row is not None

    return sum(carry_on(one, over(now)))
