"""Deleting recordings whose term has ended, where nothing holds them; and warning of what will be deleted.

A hold beats expiry whatever the order in which they come. The deletion is decided under the lock of the property's log
(``casino.ledger.locking``): nobody can record meanwhile, the followers are brought to the very end of the log, those of
cases first (a dispute that was just opened places its holds there), and only then it is asked whether something holds
the recording. What was recorded before the lock counts; what comes after finds the recording deleted and recorded so.
The bytes go once the deletion is committed (``surveillance.rows.deletion``); should the machine stop in between,
:func:`remove_left` takes them away. Proved by ``tests/surveillance/test_expiry.py``, a stateful property test among
them.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.db.models import Q

from casino.ledger.application import get_ledger
from casino.ledger.locking import lock_log
from casino.ledger.models import Property
from games.rows.models import STANDING, Finding, Round
from surveillance.execution import service
from surveillance.keeping import holds
from surveillance.record import facts as f
from surveillance.rows import deletion, readmodel
from surveillance.rows.house import FOOTAGE_DAYS, WARN
from surveillance.rows.keeping import Keeping
from surveillance.rows.log_models import Incident
from surveillance.rows.models import Coverage, Hold, Recording

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""Recordings that one run deletes at most: each holds the lock of the log for a moment."""
LOOK_BACK: Final = timedelta(days=2)
"""For how long after a deletion it is made sure that the bytes are gone."""
ACTOR: Final = "system:expiry"
_IDS: Final = UUID("0c7f8f0e-96b5-5a9b-8a0e-7f1f6c3f0d55")


def expire(property_code: str, *, now: datetime, at_once: int = AT_ONCE) -> list[str]:
    """Delete what is free and whose term has ended, the longest ended first; the codes of what was deleted. Nothing is
    deleted while no room takes the bytes away."""
    if not deletion.offered():
        return []
    owner = Property.objects.get(code=property_code)
    holds.follow_to_head(property_code, now=now)
    readmodel.follow_to_head(property_code)
    ended = Recording.objects.filter(property=owner, deleted_at=None, held=False, keep_until__lte=now)
    deleted = []
    for key in ended.order_by("keep_until", "id").values_list("pk", flat=True)[:at_once]:
        code = _expire_one(owner, key, now)
        if code is not None:
            deleted.append(code)
    if deleted:
        readmodel.follow_to_head(property_code)
    return deleted


def _expire_one(owner: Property, key: int, now: datetime) -> str | None:
    """Delete a recording if it is free under the lock; its code, or None where it stays."""
    with transaction.atomic():
        lock_log(owner.pk)
        if not _at_the_end(owner.code, now):
            return None
        row = Recording.objects.select_related("camera").get(pk=key)
        if row.deleted_at is not None or row.keep_until > now or Keeping(owner).held(row):
            return None
        service.append(
            owner.code,
            row.stream,
            [f.RecordingDeleted(kept_until=row.keep_until, rule="term_ended")],
            actor=ACTOR,
            command_id=uuid5(_IDS, f"{owner.code}|{row.stream}"),
            now=now,
            expected_version=row.version + 1,
        )
        # Robust: what is committed stands. Bytes that cannot go now are in the log, and remove_left comes back to them.
        transaction.on_commit(lambda: deletion.remove_bytes(row), robust=True)
    return row.code


def _at_the_end(property_code: str, now: datetime) -> bool:
    """Bring the followers to the end of the log, which nobody else can move. False where another copy is at work: it
    waits for the lock that is held here, so nobody waits for it."""
    holds_at = holds.catch_up(property_code, now=now)
    rows_at = readmodel.catch_up(property_code)
    head = get_ledger(property_code).head()[0]
    return not holds_at.busy and not rows_at.busy and rows_at.position == head


def remove_left(property_code: str, *, now: datetime) -> None:
    """Take away again the bytes of what was deleted lately: after a crash between commit and removal nothing else
    does."""
    lately = Recording.objects.filter(property__code=property_code, deleted_at__gt=now - LOOK_BACK)
    for row in lately:
        try:
            deletion.remove_bytes(row)
        except OSError:
            log.exception("recording_bytes_left property=%s recording=%s", property_code, row.code)


# --- Warning ----------------------------------------------------------------------------------------------------------


class Ending(msgspec.Struct, frozen=True):
    """A recording whose term ends soon and that nothing holds, though it covers findings that stand."""

    recording: Recording
    findings: tuple[Finding, ...]


def ending(owner: Property, *, now: datetime, within: timedelta = WARN) -> Iterator[Ending]:
    """What will be deleted soon although it covers an open finding, the soonest first."""
    rows = Recording.objects.filter(property=owner, deleted_at=None, held=False, keep_until__lte=now + within)
    keeping = Keeping(owner)
    for row in rows.select_related("camera").order_by("keep_until", "id"):
        found = tuple(findings_in(keeping, row))
        if found:
            yield Ending(row, found)


def ending_incidents(owner: Property, *, now: datetime, within: timedelta = WARN) -> Iterator[Hold]:
    """One hold of each incident whose term ends soon, and whose film goes with it, the soonest placed first."""
    over = Incident.objects.filter(
        property=owner, disposition__in=holds.OVER, changed_at__lte=now + within - FOOTAGE_DAYS
    ).values_list("stream", flat=True)
    standing = Hold.objects.filter(property=owner, cause="incident", subject__in=list(over), released_at=None)
    told = set()
    for hold in standing.order_by("id"):
        if hold.stream not in told:
            told.add(hold.stream)
            yield hold


def findings_in(keeping: Keeping, row: Recording) -> Iterator[Finding]:
    """The findings that stand about rounds that this recording covers."""
    between = keeping.interval(row)
    if between is None or row.camera_id is None:
        return
    covers = Q(pk__in=())
    for each in Coverage.objects.filter(camera_id=row.camera_id):
        begins = max(between[0], each.begins_at)
        ends = between[1] if each.ends_at is None else min(between[1], each.ends_at)
        if begins <= ends:
            there = Q(table=each.table) if each.table else Q(table__in=tables_in(keeping.owner, each.pit))
            covers |= there & Q(moment__lte=ends) & (Q(last_recorded_at__gte=begins) | Q(moment__gte=begins))
    rounds = Round.objects.filter(covers, property=keeping.owner, findings_open__gt=0)
    yield from Finding.objects.filter(round__in=rounds, status__in=STANDING).select_related("round")


def tables_in(owner: Property, pit: str) -> list[str]:
    """The tables that stand in a pit."""
    from games.rows.models import Table

    return list(Table.objects.filter(property=owner, pit=pit).values_list("code", flat=True))
