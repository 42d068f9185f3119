"""Taking a batch of events in: the one way by which facts from outside reach the ledger.

Each event is read by itself (``wire``), then placed: its table must be registered and play the game of the event, and
its device be bound to the table, by what is recorded and by what the batch itself said before. What passes is appended
in one transaction. Then, in a second one, what was refused goes into quarantine and the device's numbers are counted.
So a refused event never takes a good one with it; should the second transaction fail, the sender gets no answer and
sends again, and the good ones are answered as duplicates.

Ids are the sender's, so a request that is replayed adds nothing. Proved by ``tests/ingest/test_service.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Literal

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
from games.ingest.gaps import count_numbers, record_facts
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


class Sent(msgspec.Struct, frozen=True):
    """The bytes of one event, who sent them, and their line where they came in lines."""

    sender: Sender
    raw: bytes
    line: int | None = None


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
    numbered: Sequence[int | None] = lines if lines is not None else [None] * len(raw_events)
    return take_in_all(
        [Sent(sender, raw, line) for raw, line in zip(raw_events, numbered, strict=True)],
        received_at=received_at,
        clock_skew_ms=clock_skew_ms,
        source=source,
        content_type=content_type,
        ledger=ledger,
    )


def take_in_all(
    sent: Sequence[Sent],
    *,
    received_at: datetime,
    clock_skew_ms: int | None = None,
    source: str = "",
    content_type: str = "",
    ledger: Ledger | None = None,
) -> list[Result]:
    """As :func:`take_in`, of several senders of one property whose events stand in one order (a file)."""
    if not sent:
        return []
    if len(sent) > limits.MAX_EVENTS:
        raise Problem("batch_too_large", limit=limits.MAX_EVENTS)
    if ledger is None:
        ledger = get_ledger(sent[0].sender.property_code)
    skew_ms = clock_skew_ms if clock_skew_ms is not None and abs(clock_skew_ms) >= limits.SMALLEST_SKEW_MS else None
    tables = TableRegister(ledger)
    verdicts = [_checked(each, tables, skew_ms) for each in sent]
    try:
        appended, clock = _append(ledger, sent, verdicts, received_at, clock_skew_ms)
    except ledger_errors.InvalidEvent:
        # Free-form data (a correction's before and after) can hold what has no canonical form; only the ledger knows.
        verdicts = [_preparable(verdict) for verdict in verdicts]
        appended, clock = _append(ledger, sent, verdicts, received_at, clock_skew_ms)
    results, refused = _results(sent, verdicts, iter(appended))
    closed: list[NewEvent] = []
    with transaction.atomic():
        for device, numbers in _numbers(sent, verdicts, refused):
            closed += count_numbers(device, numbers, received_at)
            about = [fact for fact in clock if fact.stream == f"device/{device.code}"]
            remember_clock(device, clock_skew_ms, about, received_at)
        for sender, kept in _by_sender(refused):
            keep(
                kept,
                owner=sender.owner,
                device=sender.device,
                received_at=received_at,
                source=source,
                content_type=content_type,
            )
        if closed:
            record_facts(ledger, closed)
    return results


def _devices(sent: Sequence[Sent]) -> list[Device]:
    """The devices among the senders, once each, in the order in which their rows are locked."""
    found = {each.sender.device.pk: each.sender.device for each in sent if each.sender.device is not None}
    return [found[key] for key in sorted(found)]


def _numbers(
    sent: Sequence[Sent], verdicts: Sequence[NewEvent | Problem], refused: Sequence[tuple[Sender, Refused]]
) -> Iterator[tuple[Device, set[int]]]:
    """The numbers that came from each device, good or refused."""
    came: dict[int, set[int]] = {device.pk: set() for device in _devices(sent)}
    for each, verdict in zip(sent, verdicts, strict=True):
        if each.sender.device is not None and isinstance(verdict, NewEvent) and verdict.sequence is not None:
            came[each.sender.device.pk].add(verdict.sequence)
    for sender, kept in refused:
        if sender.device is not None and kept.seen.sequence is not None:
            came[sender.device.pk].add(kept.seen.sequence)
    for device in _devices(sent):
        yield device, came[device.pk]


def _by_sender(refused: Sequence[tuple[Sender, Refused]]) -> Iterator[tuple[Sender, list[Refused]]]:
    groups: dict[str, tuple[Sender, list[Refused]]] = {}
    for sender, kept in refused:
        groups.setdefault(sender.actor, (sender, []))[1].append(kept)
    yield from groups.values()


def _checked(sent: Sent, tables: TableRegister, skew_ms: int | None) -> NewEvent | Problem:
    """The event as it will be recorded, or what is wrong with it."""
    sender = sent.sender
    try:
        read = read_event(sent.raw, max_bytes=limits.MAX_EVENT_BYTES)
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
    tables.told(event)
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
    sent: Sequence[Sent],
    verdicts: Sequence[NewEvent | Problem],
    received_at: datetime,
    clock_skew_ms: int | None,
) -> tuple[list[Appended], list[NewEvent]]:
    """Append the good events and what is to be said of the senders' clocks: the answers, and the latter."""
    events = [verdict for verdict in verdicts if isinstance(verdict, NewEvent)]
    clock: list[NewEvent] = []
    for device in _devices(sent):
        own = [event for event in events if event.actor == f"device:{device.code}"]
        clock += clock_facts(device, own, received_at=received_at, skew_ms=clock_skew_ms)
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
    sent: Sequence[Sent], verdicts: Sequence[NewEvent | Problem], appended: Iterator[Appended]
) -> tuple[list[Result], list[tuple[Sender, Refused]]]:
    """The answer for each event, and what goes into quarantine."""
    results: list[Result] = []
    refused: list[tuple[Sender, Refused]] = []
    for index, (each, verdict) in enumerate(zip(sent, verdicts, strict=True)):
        problem = verdict if isinstance(verdict, Problem) else None
        if not isinstance(verdict, Problem):
            answer = next(appended)
            if answer.status != "conflict":
                results.append(Result(index, answer.status, str(answer.id), answer.position, line=each.line))
                continue
            problem = Problem("id_conflict", "id", position=answer.position)
        assert problem is not None
        seen = glimpse(each.raw)
        shown = None if seen.id is None else str(seen.id)
        results.append(Result(index, "refused", shown, problem=problem, line=each.line))
        refused.append((each.sender, Refused(each.raw, problem, seen, each.line)))
    return results, refused
