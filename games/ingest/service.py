"""Taking a batch of events in: the one way by which facts from outside reach the ledger.

Each event is read by itself (``wire``), then placed: its table must be registered and play the game of the event, and
its device be bound to the table. What passes is appended in one transaction. Then, in a second one, what was refused
goes into quarantine and the device's numbers are counted. So a refused event never takes a good one with it; should
the second transaction fail, the sender gets no answer and sends again, and the good ones are answered as duplicates.

Ids are the sender's, so a request that is replayed adds nothing. Proved by ``tests/ingest/test_service.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec
from django.db import transaction

from casino.core.errors import Problem
from casino.core.events import NewEvent
from casino.ledger import errors as ledger_errors
from casino.ledger.application import Ledger, get_ledger
from casino.ledger.models import Property
from casino.ledger.prepare import prepare
from casino.ledger.rows import Appended
from games.ingest import limits
from games.ingest.clocks import clock_facts, remember_clock
from games.ingest.followers import tell_followers
from games.ingest.gaps import count_numbers
from games.ingest.models import Device
from games.ingest.quarantine import Refused, keep
from games.ingest.tables import TableRegister
from games.ingest.wire import Read, glimpse, read_event


class Sender(msgspec.Struct, frozen=True):
    """Who sends. A device sends for the tables to which it is bound, and numbers what it sends; the house
    (``house``: a person, or a part of this system) may also say what a device may not."""

    owner: Property
    actor: str
    device: Device | None = None
    house: bool = False

    @property
    def property_code(self) -> str:
        return self.owner.code


class Result(msgspec.Struct, frozen=True):
    """What became of one event of the batch. ``line`` is its line in the source, where it has lines."""

    index: int
    status: Literal["recorded", "duplicate", "refused"]
    id: str | None = None
    position: int | None = None
    problem: Problem | None = None
    line: int | None = None


def sender_for(property_code: str, device_code: str) -> Sender:
    """The sender that a device of this property is. Problems: unknown_property, unknown_device, device_revoked."""
    owner = property_of(property_code)
    device = Device.objects.filter(property=owner, code=device_code).first()
    if device is None:
        raise Problem("unknown_device", "device", device=device_code)
    if not device.is_active:
        raise Problem("device_revoked", "device", device=device_code)
    device.property = owner
    return Sender(owner, f"device:{device.code}", device)


def house_sender(property_code: str, actor: str) -> Sender:
    """The sender that a person of the house (``person:<staff code>``) or a part of this system is."""
    return Sender(property_of(property_code), actor, house=True)


def property_of(code: str) -> Property:
    """The property of this code; Problem unknown_property."""
    found = Property.objects.filter(code=code).first()
    if found is None:
        raise Problem("unknown_property", "property", property=code)
    return found


def take_in(
    sender: Sender,
    raw_events: Sequence[bytes],
    *,
    received_at: datetime,
    clock_skew_ms: int | None = None,
    source: str = "",
    lines: Sequence[int] | None = None,
    content_type: str = "",
    ledger: Ledger | None = None,
) -> list[Result]:
    """Record what can be recorded, keep what cannot, and answer for each event in its order.

    ``clock_skew_ms`` is the server's clock minus the sender's as measured with this request. Problem: batch_too_large.
    """
    if len(raw_events) > limits.MAX_EVENTS:
        raise Problem("batch_too_large", limit=limits.MAX_EVENTS)
    if ledger is None:
        ledger = get_ledger(sender.property_code)
    skew_ms = clock_skew_ms if clock_skew_ms is not None and abs(clock_skew_ms) >= limits.SMALLEST_SKEW_MS else None
    tables = TableRegister(ledger)
    verdicts = [_checked(sender, raw, tables, skew_ms) for raw in raw_events]
    try:
        appended, clock = _append(ledger, sender, verdicts, received_at, clock_skew_ms)
    except ledger_errors.InvalidEvent:
        # Free-form data (a correction's before and after) can hold what has no canonical form; only the ledger knows.
        verdicts = [_preparable(verdict) for verdict in verdicts]
        appended, clock = _append(ledger, sender, verdicts, received_at, clock_skew_ms)
    results, refused = _results(raw_events, verdicts, iter(appended), lines)
    numbers = {v.sequence for v in verdicts if isinstance(v, NewEvent)} | {each.seen.sequence for each in refused}
    with transaction.atomic():
        keep(
            refused,
            owner=sender.owner,
            device=sender.device,
            received_at=received_at,
            source=source,
            content_type=content_type,
        )
        if sender.device is not None:
            count_numbers(sender.device, {n for n in numbers if n is not None}, received_at, ledger)
            remember_clock(sender.device, clock_skew_ms, clock, received_at)
    return results


def _checked(sender: Sender, raw: bytes, tables: TableRegister, skew_ms: int | None) -> NewEvent | Problem:
    """The event as it will be recorded, or what is wrong with it."""
    try:
        read = read_event(raw, max_bytes=limits.MAX_EVENT_BYTES)
        _check_sender(sender, read)
        _check_table(sender, read, tables)
        event = NewEvent(
            id=read.envelope.id,
            stream=read.stream,
            type=read.envelope.type,
            data=read.data,
            actor=sender.actor,
            occurred_at=read.envelope.occurred_at,
            correlation=read.envelope.correlation,
            sequence=read.envelope.sequence,
            clock_skew_ms=skew_ms,
        )
    except Problem as problem:
        return problem
    return event


def _check_sender(sender: Sender, read: Read) -> None:
    said = read.envelope
    if sender.device is None:
        if said.device is not None:
            raise Problem("device_mismatch", "device", found=said.device, expected=sender.actor)
        return
    if said.device is not None and said.device != sender.device.code:
        raise Problem("device_mismatch", "device", found=said.device, expected=sender.device.code)
    if said.sequence is None:
        raise Problem("missing_field", "sequence")
    if not read.event_type.from_device:
        raise Problem("not_from_device", "type", type=said.type)


def _check_table(sender: Sender, read: Read, tables: TableRegister) -> None:
    name = str(read.envelope.table)
    table = tables.find(name)
    if table.game is None:
        if sender.house and read.event_type.full_name == "table.registered.v1":
            return
        raise Problem("unknown_table", "table", table=name)
    if sender.device is not None and sender.device.code not in table.devices:
        raise Problem("table_not_bound", "table", device=sender.device.code, table=name)
    if read.event_type.stream_kind == "round" and read.event_type.prefix != table.game:
        raise Problem("wrong_game", "type", table=name, game=table.game, found=read.event_type.prefix)


def _preparable(verdict: NewEvent | Problem) -> NewEvent | Problem:
    """The event, or the problem that the ledger has with it."""
    if isinstance(verdict, NewEvent):
        try:
            prepare(verdict)
        except ledger_errors.InvalidEvent as error:
            return Problem("invalid_value", error.field, why=error.why)
    return verdict


def _append(
    ledger: Ledger,
    sender: Sender,
    verdicts: Sequence[NewEvent | Problem],
    received_at: datetime,
    clock_skew_ms: int | None,
) -> tuple[list[Appended], list[NewEvent]]:
    """Append the good events and what is to be said of the sender's clock: the answers, and the latter."""
    events = [verdict for verdict in verdicts if isinstance(verdict, NewEvent)]
    clock = clock_facts(sender.device, events, received_at=received_at, skew_ms=clock_skew_ms)
    if not events and not clock:
        return [], []
    try:
        with transaction.atomic(using=ledger.using):
            appended = ledger.append([*events, *clock], conflicts="report")
            tell_followers(ledger.property_code)
    except ledger_errors.BatchTooLarge as error:
        raise Problem("batch_too_large", limit=error.limit) from error
    return appended[: len(events)], clock


def _results(
    raw_events: Sequence[bytes],
    verdicts: Sequence[NewEvent | Problem],
    appended: Iterator[Appended],
    lines: Sequence[int] | None,
) -> tuple[list[Result], list[Refused]]:
    results: list[Result] = []
    refused: list[Refused] = []
    for index, (raw, verdict) in enumerate(zip(raw_events, verdicts, strict=True)):
        line = lines[index] if lines is not None else None
        if isinstance(verdict, NewEvent):
            answer = next(appended)
            if answer.status != "conflict":
                results.append(Result(index, answer.status, str(answer.id), answer.position, line=line))
                continue
            verdict = Problem("id_conflict", "id", position=answer.position)
        seen = glimpse(raw)
        results.append(Result(index, "refused", _text(seen.id), problem=verdict, line=line))
        refused.append(Refused(raw, verdict, seen, line))
    return results, refused


def _text(value: UUID | None) -> str | None:
    return None if value is None else str(value)
