"""Numbers of a device that do not come: noticed with each batch, recorded when they stay away.

Every number that an authenticated device sent counts as seen, also of an event that was refused. A hole older than the
allowed time becomes ``device.gap_found.v1``; when its numbers come after all, ``device.gap_closed.v1`` says so. The
rows here are derived: :func:`rebuild_progress` makes them anew. Proved by ``tests/ingest/test_gaps.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from heapq import merge
from operator import itemgetter
from typing import Final, NamedTuple
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.db.models import F, Q, QuerySet
from psycopg.types.numeric import Int8

from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent
from casino.ledger import reading
from casino.ledger.application import Ledger, get_ledger
from casino.ledger.clock import JUMP
from casino.ledger.trips import Statement
from games.engine.device import ClockOff, GapClosed, GapFound, Interval, NumberOutOfReach, NumberReused
from games.ingest.clocks import NAMESPACE, SYSTEM_ACTOR
from games.ingest.followers import tell_followers
from games.ingest.models import Device, DeviceGap, DeviceProgress, Quarantine
from games.ingest.numbers import (
    LEAST_BACK,
    NOT_DATED,
    Counted,
    Dated,
    Hole,
    below_each,
    count,
    counted_before,
    dated,
    earliest,
)
from games.rows import limits

Numbered = Mapping[int, Dated]
"""Numbers that came, each with the moment under it."""


class NumbersCounted(NamedTuple):
    """``facts`` say which numbers reported missing have come, and which leapt too far; ``before`` are those that had
    come before; ``below`` are the latest moments under lower numbers of each that came now."""

    facts: list[NewEvent]
    before: set[int]
    below: dict[int, Dated]


def count_numbers(device: Device, came: Numbered, now: datetime, *, appending: bool = False) -> NumbersCounted:
    """Count numbers that came from the device. Where its events are yet to be appended, Problem device_revoked.

    Inside the caller's transaction, who appends the facts last: the device's row is locked first, the log's end after
    it, by every writer; of several devices in the order of their keys."""
    progress = _lock(device)
    if progress.ended and appending:
        raise Problem("device_revoked", device=device.code)
    if not came:
        return NumbersCounted([], set(), {})
    highest, latest = progress.highest_sequence, Dated(progress.latest_measured, progress.latest_shown)
    holes = _holes(device) if min(came) <= highest else []
    below = dict(below_each(highest, latest, holes, came))
    counted = count(highest, holes, came, now, moments=came, latest=latest)
    if (counted.highest, counted.latest) != (highest, latest):
        DeviceProgress.objects.filter(device=device).update(
            highest_sequence=counted.highest,
            latest_measured=counted.latest.measured,
            latest_shown=counted.latest.shown,
        )
    _store(device, holes, counted)
    facts = [_closed(device, each, now) for each in counted.filled]
    if counted.too_far is not None:
        facts.append(_out_of_reach(device, counted.too_far, counted.highest, now))
    return NumbersCounted(facts, counted_before(device.first_sequence, highest, holes, came), below)


_COUNT_ON: Final = """
UPDATE games_device_progress p
SET highest_sequence = %(last)s, last_seen_at = %(now)s, clock_skew_ms = coalesce(%(skew_ms)s::bigint, p.clock_skew_ms),
    latest_measured = greatest(p.latest_measured, %(measured)s::timestamptz),
    latest_shown = greatest(p.latest_shown, %(shown)s::timestamptz)
FROM games_device d
WHERE p.device_id = %(device)s AND p.highest_sequence = %(first)s - 1 AND NOT p.ended AND d.id = p.device_id
    AND d.is_active AND d.code = %(code)s AND d.token_sha256 = %(token)s AND d.public_key = %(key)s
    AND d.key_position IS NOT DISTINCT FROM %(key_position)s
    AND (p.latest_measured > %(from_measured)s::timestamptz + %(least_back)s) IS NOT TRUE
    AND (p.latest_shown > %(from_shown)s::timestamptz + %(least_back)s) IS NOT TRUE
    AND d.property_id = (SELECT id FROM ledger_property WHERE code = %(property)s)
"""
"""The device is also asked for what its sender was known by: it may have been looked at earlier (``credentials``). What
is dated back from numbers before it goes the long way, where that is stored with it."""


def end(device: Device) -> None:
    """From the end of this transaction on nothing more of the device is recorded; what is being recorded is waited
    for."""
    _lock(device)
    DeviceProgress.objects.filter(device=device).update(ended=True)


def count_on(device: Device, came: Numbered, now: datetime, *, skew_ms: int | None) -> bool:
    """Count numbers that follow on those counted without a hole, as nearly all do, and note how the clock stood; False
    where these do not, and nothing was done. As :func:`count_numbers` with ``clocks.remember_clock``, in one statement,
    sent together with the beginning of the transaction."""
    lead = counting_on(device, came, now, skew_ms=skew_ms)
    if lead is None:
        return False
    with reading.cursor("default") as cursor:
        with cursor.connection.pipeline():
            cursor.execute(lead.query, lead.values, prepare=True)
        return cursor.rowcount == 1


def counting_on(device: Device, came: Numbered, now: datetime, *, skew_ms: int | None) -> Statement | None:
    """The statement of :func:`count_on`, which changes one row where the numbers follow on, none is dated back from
    lower ones, and the device is what it was when it was looked at, and may still send; None where they cannot."""
    if not came or max(came) - min(came) + 1 != len(came):
        return None
    begins = earliest(came)
    if begins is None:
        return None
    first, last = Int8(min(came)), Int8(max(came))
    latest = reduce(Dated.and_, came.values())
    skew = None if skew_ms is None else Int8(skew_ms)
    known = {
        "device": Int8(device.pk),
        "property": device.property.code,
        "code": device.code,
        "token": device.token_sha256,
        "key": device.public_key,
        "key_position": None if device.key_position is None else Int8(device.key_position),
    }
    said = {"first": first, "last": last, "now": now, "skew_ms": skew}
    moments = {
        "measured": latest.measured,
        "shown": latest.shown,
        "from_measured": begins.measured,
        "from_shown": begins.shown,
        "least_back": LEAST_BACK,
    }
    return Statement(_COUNT_ON, known | said | moments)


def _lock(device: Device) -> DeviceProgress:
    """The device's row, locked to the end of the transaction."""
    rows = DeviceProgress.objects.select_for_update().filter(device=device)
    found = rows.first()
    if found is None:
        DeviceProgress.objects.bulk_create(
            [DeviceProgress(device=device, highest_sequence=device.first_sequence - 1)], ignore_conflicts=True
        )
        found = rows.get()
    return found


def _holes(device: Device) -> list[Hole]:
    rows = DeviceGap.objects.filter(device=device).values_list(
        "first", "last", "noticed_at", "found_at", "below_measured", "below_shown"
    )
    return [Hole(*row[:4], Dated(*row[4:])) for row in rows]


def _store(device: Device, before: Iterable[Hole], counted: Counted) -> None:
    """Make the rows say what was counted, touching those that changed."""
    old, new = set(before), set(counted.holes)
    gone = [hole.first for hole in old - new]
    if gone:
        DeviceGap.objects.filter(device=device, first__in=gone).delete()
    DeviceGap.objects.bulk_create(
        DeviceGap(
            device=device,
            first=h.first,
            last=h.last,
            noticed_at=h.noticed_at,
            found_at=h.found_at,
            below_measured=h.below.measured,
            below_shown=h.below.shown,
        )
        for h in sorted(new - old, key=lambda hole: hole.first)
    )


def waiting_gaps(now: datetime) -> QuerySet[DeviceGap]:
    """The holes that are to be recorded. One that was noticed later than now was noticed by a clock that was ahead:
    nobody waits until time has caught up with it."""
    long_ago = Q(noticed_at__lte=now - limits.GAP_PATIENCE)
    return DeviceGap.objects.filter(long_ago | Q(noticed_at__gt=now + JUMP), found_at=None)


def find_gaps(property_code: str, now: datetime, *, ledger: Ledger | None = None) -> int:
    """Record the holes that have lasted longer than allowed; how many facts were recorded. Again: none."""
    ledger = ledger or get_ledger(property_code)
    waiting = waiting_gaps(now).filter(device__property__code=property_code)
    found = 0
    for device in Device.objects.filter(pk__in=waiting.values("device")).select_related("property"):
        with transaction.atomic():
            _lock(device)
            gaps = list(waiting.filter(device=device))
            if not gaps:
                continue
            record_facts(ledger, [_found(device, gap, now) for gap in gaps])
            DeviceGap.objects.filter(pk__in=[gap.pk for gap in gaps]).update(found_at=now)
            found += len(gaps)
    return found


def _found(device: Device, gap: DeviceGap, now: datetime) -> NewEvent:
    fact = GapFound(device=device.code, first=gap.first, last=gap.last)
    return _event(device, "gap_found", fact, f"{gap.first}-{gap.last}/{gap.noticed_at.isoformat()}", now)


def _closed(device: Device, filled: Interval, now: datetime) -> NewEvent:
    fact = GapClosed(device=device.code, first=filled[0], last=filled[1])
    return _event(device, "gap_closed", fact, f"{filled[0]}-{filled[1]}", now)


def _out_of_reach(device: Device, number: int, highest: int, now: datetime) -> NewEvent:
    """Told once from where the numbers were left: whatever follows the leap adds nothing to it."""
    fact = NumberOutOfReach(device=device.code, number=number, highest=highest)
    return _event(device, "number_out_of_reach", fact, str(highest), now)


def reused(
    ledger: Ledger, device: Device, events: Sequence[NewEvent], before: set[int], now: datetime
) -> list[NewEvent]:
    """A fact for each of these events, just recorded, whose number another one of the device's has: one of the same
    batch, or, of the numbers that came ``before``, one found among the newest of the log. Where what came before was
    refused, nothing is recorded twice."""
    holders = _holders(ledger, device, {event.sequence for event in events if event.sequence is not None})
    refused = set(Quarantine.objects.filter(device=device, sequence__in=before).values_list("sequence", flat=True))
    facts = []
    for event in events:
        number = event.sequence or 0
        held = holders.get(number, [])
        earlier = held[: held.index(event.id)] if event.id in held else held
        if earlier or (number in before and number not in refused):
            first = earlier[0] if earlier else None
            fact = NumberReused(device=device.code, number=number, first=first, second=event.id)
            facts.append(_event(device, "number_reused", fact, f"{number}/{event.id}", now))
    return facts


LOOK_BACK: Final = 200_000
"""Positions in which the other event of a number is looked for; further back it is not named."""
_HOLDERS: Final = """
SELECT e.body FROM ledger_event e
WHERE e.property_id = %(property)s AND e.position > %(after)s AND e.actor = %(actor)s
    AND convert_from(e.body, 'UTF8') LIKE ANY(%(endings)s::text[])
ORDER BY e.position LIMIT 1000
"""
"""The running number is the last member of a canonical body."""


def _holders(ledger: Ledger, device: Device, numbers: set[int]) -> dict[int, list[UUID]]:
    """The ids of the device's events under each of these numbers, in the order of the log."""
    values = {
        "property": device.property_id,
        "after": ledger.head()[0] - LOOK_BACK,
        "actor": f"device:{device.code}",
        "endings": [f'%"sequence":{number}}}' for number in sorted(numbers)],
    }
    found: dict[int, list[UUID]] = {}
    with reading.cursor(ledger.using) as cursor:
        for (body,) in cursor.execute(_HOLDERS, values):
            said = _number_of(body)
            if said.sequence is not None:
                found.setdefault(said.sequence, []).append(said.id)
    return found


def recorded_under(ledger: Ledger, device: Device, number: int) -> list[UUID]:
    """The ids of the device's events under a number, in the order of the log, among its newest ``LOOK_BACK``."""
    return _holders(ledger, device, {number}).get(number, [])


def _event(device: Device, name: str, fact: Fact, identity: str, now: datetime) -> NewEvent:
    return NewEvent(
        id=uuid5(NAMESPACE, f"{name}/{device.property.code}/{device.code}/{identity}"),
        stream=f"device/{device.code}",
        type=f"device.{name}.v1",
        data=fact,
        actor=SYSTEM_ACTOR,
        occurred_at=now,
    )


def record_facts(ledger: Ledger, events: Sequence[NewEvent]) -> None:
    """Append facts of this module. An id that stands already says the same of the same numbers: nothing to add."""
    ledger.append(events, conflicts="report")
    tell_followers(ledger.property_code)


# --- From the record, anew -------------------------------------------------------------------------------------------
class _Numbered(msgspec.Struct):
    """The little that is asked of a stored body."""

    id: UUID
    sequence: int | None = None
    clock_skew_ms: int | None = None
    clock_estimated: bool | None = None


_number_of = msgspec.json.Decoder(_Numbered).decode
_FACTS = frozenset({"device.gap_found.v1", "device.clock_off.v1"})

Seen = tuple[datetime, str, tuple[int, Dated] | Fact]
"""When, of which device, and the number that came with its moment, or the fact recorded of the device."""


class CountedAnew(NamedTuple):
    """What record and quarantine come to for a device: its numbers, and when which difference of its clock was told."""

    numbers: Counted
    clock_flagged_at: datetime | None
    clock_flagged_skew_ms: int | None


def counted_anew(
    property_code: str, devices: Iterable[Device], *, ledger: Ledger | None = None
) -> dict[int, CountedAnew]:
    """For each of these devices, by its key. Nothing is written.

    Where the numbers were refused before the device was known, or counted in another order inside one request, the
    moment at which a hole was noticed can differ; which numbers are missing cannot.
    """
    keys = {device.code: device.pk for device in devices}
    counted = {device.code: Counted(device.first_sequence - 1, ()) for device in devices}
    clocks: dict[str, tuple[datetime, int]] = {}
    seen_of = merge(
        _from_ledger(ledger or get_ledger(property_code)), _from_quarantine(property_code), key=itemgetter(0)
    )
    for moment, code, seen in seen_of:
        if code not in counted:
            continue
        if isinstance(seen, ClockOff):
            clocks[code] = (moment, seen.skew_ms)
        elif isinstance(seen, GapFound):
            counted[code] = _marked(counted[code], seen, moment)
        elif isinstance(seen, tuple):
            known, (number, at) = counted[code], seen
            counted[code] = count(
                known.highest, known.holes, (number,), moment, moments={number: at}, latest=known.latest
            )
    return {keys[code]: CountedAnew(numbers, *clocks.get(code, (None, None))) for code, numbers in counted.items()}


def rebuild_progress(property_code: str, *, ledger: Ledger | None = None) -> None:
    """Make the derived rows of all devices of a property anew, from the ledger and the quarantine, in one
    transaction."""
    with transaction.atomic():
        devices = list(Device.objects.filter(property__code=property_code).order_by("pk"))
        # The rows that a sending device locks first, in its order; not the devices, to which what it counts refers.
        for device in devices:
            _lock(device)
        found = counted_anew(property_code, devices, ledger=ledger)
        DeviceGap.objects.filter(device__in=devices).delete()
        for device in devices:
            made = found[device.pk]
            DeviceProgress.objects.update_or_create(
                device=device,
                defaults={
                    "highest_sequence": made.numbers.highest,
                    "latest_measured": made.numbers.latest.measured,
                    "latest_shown": made.numbers.latest.shown,
                    "clock_flagged_at": made.clock_flagged_at,
                    "clock_flagged_skew_ms": made.clock_flagged_skew_ms,
                },
            )
            _store(device, (), made.numbers)


def bring_up(_now: datetime) -> int:
    """Make the rows anew of properties that counted numbers before moments were kept with them. Records nothing."""
    before = DeviceProgress.objects.filter(latest_shown=None, highest_sequence__gte=F("device__first_sequence"))
    for code in before.values_list("device__property__code", flat=True).distinct():
        rebuild_progress(code)
    return 0


def _from_ledger(ledger: Ledger) -> Iterator[Seen]:
    for row in ledger.scan():
        _position, stream, _version, type_name, occurred_at, recorded_at, actor, body = row
        if type_name in _FACTS:
            yield occurred_at or recorded_at, stream.partition("/")[2], ledger.decode(row).data
        elif actor.startswith("device:"):
            said = _number_of(body)
            if said.sequence is not None:
                skew_ms = None if said.clock_estimated else said.clock_skew_ms
                yield recorded_at, actor.partition(":")[2], (said.sequence, dated(occurred_at, skew_ms, recorded_at))


def _from_quarantine(property_code: str) -> Iterator[Seen]:
    rows = Quarantine.objects.filter(
        property__code=property_code, is_authenticated=True, device__isnull=False, sequence__isnull=False
    ).order_by("received_at", "id")
    for received_at, code, number in rows.values_list("received_at", "device__code", "sequence").iterator():
        if number is not None:
            yield received_at, code, (number, NOT_DATED)


def _marked(counted: Counted, fact: GapFound, moment: datetime) -> Counted:
    """The holes that this fact reported, marked as recorded."""
    holes = tuple(
        msgspec.structs.replace(h, found_at=moment) if fact.first <= h.first and h.last <= fact.last else h
        for h in counted.holes
    )
    return msgspec.structs.replace(counted, holes=holes)
