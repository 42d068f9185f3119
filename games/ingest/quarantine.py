"""Keeping what was refused: nothing that a known device sent is lost, and a stranger cannot fill the disk.

Proved by ``tests/ingest/test_service.py`` and ``tests/api/test_ingest.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

import msgspec
from django.db import transaction
from django.db.models import F

from casino.core.errors import Problem
from casino.ledger.models import Property
from games.ingest.models import Device, Quarantine
from games.ingest.wire import Glimpse
from games.rows import limits

LONGEST_NAME: Final = 200


class Refused(msgspec.Struct, frozen=True):
    """Bytes that were refused, why, and what could be made out of them."""

    body: bytes
    problem: Problem
    seen: Glimpse = Glimpse()
    line: int | None = None
    length: int | None = None
    """Where not all of the bytes were kept: how many there were said to be."""


def storable(text: str) -> str:
    """A name from outside as it may stand in a text column."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:LONGEST_NAME])


def keep(
    refused: Sequence[Refused],
    *,
    owner: Property | None,
    device: Device | None,
    received_at: datetime,
    source: str = "",
    content_type: str = "",
) -> None:
    """Keep what a known sender sent, whole. The same bytes, refused again for the same reason, are counted."""
    if not refused:
        return
    rows: dict[tuple[str, str], Quarantine] = {}
    again: dict[tuple[str, str], int] = {}
    for each in refused:
        row = _row(each, owner, device, received_at, source, content_type)
        key = (row.body_sha256, row.code)
        rows.setdefault(key, row)
        again[key] = again.get(key, 0) + 1
    with transaction.atomic():
        known = Quarantine.objects.filter(
            is_authenticated=True, property=owner, device=device, body_sha256__in={sha for sha, _code in rows}
        ).values_list("body_sha256", "code", "id")
        for sha, code, row_id in known:
            if rows.pop((sha, code), None) is not None:
                Quarantine.objects.filter(pk=row_id).update(
                    times=F("times") + again[sha, code], last_received_at=received_at
                )
        for key, row in rows.items():
            row.times = again[key]
        Quarantine.objects.bulk_create(rows.values())


def _row(
    each: Refused, owner: Property | None, device: Device | None, received_at: datetime, source: str, content_type: str
) -> Quarantine:
    return Quarantine(
        property=owner,
        device=device,
        device_code=device.code if device is not None else each.seen.device,
        is_authenticated=True,
        source=storable(source),
        line=each.line,
        received_at=received_at,
        last_received_at=received_at,
        code=each.problem.code,
        field=each.problem.field or "",
        message_vi=each.problem.text.vi,
        message_en=each.problem.text.en,
        event_id=each.seen.id,
        event_type=each.seen.type,
        table=each.seen.table,
        sequence=each.seen.sequence,
        content_type=storable(content_type),
        body=each.body,
        body_sha256=sha256(each.body).hexdigest(),
        body_length=len(each.body) if each.length is None else each.length,
    )


def keep_from_stranger(
    refused: Refused, *, device_code: str, received_at: datetime, source: str, content_type: str
) -> bool:
    """Keep hash, length and the beginning of what a sender without a valid credential sent.

    At most so many a minute from one address, and so many at all; False where it was not kept.
    """
    strangers = Quarantine.objects.filter(is_authenticated=False)
    source = storable(source)
    recent = strangers.filter(source=source, received_at__gt=received_at - timedelta(minutes=1))
    if recent.count() >= limits.STRANGERS_KEPT_PER_MINUTE:
        return False
    row = _row(refused, None, None, received_at, source, content_type)
    row.is_authenticated = False
    row.device_code = storable(device_code)
    row.body = refused.body[: limits.STRANGER_BYTES]
    with transaction.atomic():
        row.save(force_insert=True)
        oldest = strangers.order_by("-id").values_list("id", flat=True)[limits.STRANGERS_KEPT :]
        Quarantine.objects.filter(pk__in=list(oldest)).delete()
    return True
