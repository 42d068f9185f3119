"""Which bytes of film were handed to whom: written before they go, whatever a browser tells of what was looked at.

A player asks for hundreds of ranges. Those of one file, person, session, link and address are one row
(:class:`~surveillance.files.models.FootageHandOut`) with the union of the ranges, committed before the answer leaves;
it is recorded (``RecordingHandedOut``) once nothing was asked for for a while, and after half an hour in any case. So a
tab or a process that dies takes nothing with it. Told stretches (:mod:`surveillance.files.viewing`) stand beside it.
Pictures (thumbnails, previews) are no film and are not counted here.

Proved by ``tests/surveillance/files/test_handed.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import uuid4

from django.db import transaction
from django.http import HttpRequest

from casino.accounts.addresses import client_address
from casino.ledger.everywhere import carry_on
from casino.ledger.models import Property
from games.engine.facts import Person
from surveillance.files import links
from surveillance.files.models import FootageHandOut
from surveillance.files.on_duty import viewer_again
from surveillance.files.serving import Piece, Span
from surveillance.files.writing import say
from surveillance.record import facts as f
from surveillance.record.parts import ByteRange, Viewer
from surveillance.rows.models import Recording

QUIET: Final = timedelta(seconds=60)
"""Nothing was asked for for so long: it is over."""
LONGEST: Final = timedelta(minutes=30)
"""After so long what went is recorded, and what goes on begins anew."""
MOST: Final = 64
"""Ranges of an event. Where a player jumps about more, the nearest become one: more is said then, never less."""


class To(NamedTuple):
    """To whom, and by the SHA-256 of which signed link, if by one."""

    by: Person | Viewer
    link: str = ""


def note(request: HttpRequest, row: Recording, what: str, piece: Piece, span: Span, to: To, *, now: datetime) -> None:
    """These bytes are about to go."""
    with transaction.atomic():
        found, made = FootageHandOut.objects.select_for_update().get_or_create(
            property=row.property,
            recording=row.code,
            what=what,
            sha256=piece.etag,
            staff=to.by.staff,
            session=links.session_of(request),
            link=to.link,
            address=client_address(request),
            defaults={
                "size_bytes": piece.size_bytes,
                "post": to.by.post,
                "ranges": [[span.first, span.last]],
                "requests": 1,
                "begun_at": now,
                "last_at": now,
            },
        )
        if made:
            return
        if now - found.begun_at >= LONGEST:
            record(found)
            found.ranges, found.requests, found.begun_at, found.identity = [], 0, now, uuid4()
        found.ranges = joined(found.ranges, span)
        found.requests += 1
        found.last_at = now
        found.save()


def joined(ranges: list[list[int]], span: Span) -> list[list[int]]:
    """The union, in order, of :data:`MOST` ranges at most."""
    found: list[list[int]] = []
    for first, last in sorted([*ranges, [span.first, span.last]]):
        if found and first <= found[-1][1] + 1:
            found[-1][1] = max(found[-1][1], last)
        else:
            found.append([first, last])
    while len(found) > MOST:
        near = min(range(1, len(found)), key=lambda at: found[at][0] - found[at - 1][1])
        found[near - 1 : near + 1] = [[found[near - 1][0], found[near][1]]]
    return found


def record(row: FootageHandOut) -> None:
    """Put it into the chain of custody, in the caller's transaction. The lists follow with their next sweep."""
    by = viewer_again(row.post, row.staff)
    fact = f.RecordingHandedOut(
        what=row.what,
        sha256=row.sha256,
        size_bytes=row.size_bytes,
        ranges=tuple(ByteRange(first=first, last=last) for first, last in row.ranges),
        requests=row.requests,
        begun_at=row.begun_at,
        ended_at=row.last_at,
        handed_to=by,
        session=row.session or None,
        link=row.link or None,
        address=row.address or None,
    )
    say(row.property.code, row.recording, fact, identity=row.identity, by=by, now=row.last_at, follow=False)


def close(owner: Property, recording: str) -> None:
    """Record what went of this recording up to now: its chain is about to leave."""
    with transaction.atomic():
        for row in FootageHandOut.objects.select_for_update().filter(property=owner, recording=recording):
            record(row)
            row.delete()


def over(now: datetime) -> list[FootageHandOut]:
    """What nobody asks for any more."""
    return list(FootageHandOut.objects.filter(last_at__lte=now - QUIET).order_by("last_at")[:500])


def flush(now: datetime) -> int:
    """Record it; how much. A row is taken away in the transaction that records it."""

    def one(each: FootageHandOut) -> bool:
        with transaction.atomic():
            rows = FootageHandOut.objects.select_for_update(skip_locked=True, of=("self",)).select_related("property")
            row = rows.filter(pk=each.pk, last_at=each.last_at).first()
            if row is not None:
                record(row)
                row.delete()
            return row is not None

    return sum(carry_on(one, over(now)))
