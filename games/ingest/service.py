"""Taking a batch of events in: the one way by which facts from outside reach the ledger.

Each event is read by itself (``wire``), then placed: its table must be registered and play the game of the event, and
its device be bound to the table, by what is recorded and by what the batch itself said before. Where everything passes,
events, numbers and clock are recorded in one transaction. Where something is refused, what passes is appended and
counted in one transaction; then, in a second one, what was refused goes into quarantine and its numbers are counted.
So a refused event never takes a good one with it; should the second transaction fail, the sender gets no answer and
sends again, and the good ones are answered as duplicates. A number is counted in the transaction that records its
event, under the lock of its device: whether it had come before is asked where nobody can count it meanwhile.

Ids are the sender's, so a request that is replayed adds nothing. Proved by ``tests/ingest/test_service.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec
from django.db import transaction

from casino.core.errors import Problem
from casino.core.events import NewEvent
from casino.core.origin import SignedBatch
from casino.ledger import errors as ledger_errors
from casino.ledger.application import Ledger, get_ledger
from casino.ledger.at_once import Objection, no_objection
from casino.ledger.models import property_of
from casino.ledger.rows import Appended
from games.ingest import followers
from games.ingest.checks import Sender as Sender
from games.ingest.checks import Sent as Sent
from games.ingest.checks import checked, preparable
from games.ingest.clocks import clock_facts, keep_reading, remember_clock, says_nothing_new
from games.ingest.estimates import estimated_skew_ms
from games.ingest.gaps import Numbered, count_numbers, count_on, counting_on, record_facts, reused
from games.ingest.models import Device
from games.ingest.numbers import NOT_DATED, Dated, dated
from games.ingest.quarantine import Refused, keep
from games.ingest.tables import TableRegister
from games.ingest.wire import glimpse
from games.rows import limits


class Result(msgspec.Struct, frozen=True):
    """What became of one event of the batch. ``line`` is its line in the source, where it has lines."""

    index: int
    status: Literal["recorded", "duplicate", "refused"]
    event: UUID | None = None
    position: int | None = None
    problem: Problem | None = None
    line: int | None = None

    @property
    def id(self) -> str | None:
        """The event's id as it is written; whoever answers many lets the encoder write it."""
        return None if self.event is None else str(self.event)


def _assumed() -> bool:
    return True


def _confirmed() -> None:
    """Senders were looked at by whoever made them."""


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


def house_sender(property_code: str, actor: str, mark: str = "") -> Sender:
    """The sender that a person of the house (``person:<staff code>``) or a part of this system is."""
    return Sender(property_of(property_code), actor, house=True, mark=mark)


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
    clock_is_right: Callable[[], bool] = _assumed,
    confirm: Callable[[], None] = _confirmed,
    signed: SignedBatch | None = None,
    against: Objection = no_objection,
    live: bool = False,
) -> list[Result]:
    """Record what can be recorded, keep what cannot, and answer for each event in its order.

    ``signed`` is the batch of just these events as the sender has signed it; ``against`` is asked what is wrong
    with that before anything is recorded or refused, and it is raised. ``clock_skew_ms`` is the server's clock
    minus the sender's as measured with this request; ``clock_is_right`` is asked where they differ by more than is
    allowed, for then it may be the server's that is off. ``confirm`` is asked before anything is recorded or refused
    that the record was not asked with whether the device is what it was, and raises where it is not. ``live``: devices
    send as they see, so that how late it comes says how their clocks stand where they do not tell (``estimates``).
    Problems: batch_too_large, device_revoked.
    """
    numbered: Sequence[int | None] = lines if lines is not None else [None] * len(raw_events)
    return take_in_all(
        [
            Sent(sender, raw, line, signed, index)
            for index, (raw, line) in enumerate(zip(raw_events, numbered, strict=True))
        ],
        received_at=received_at,
        clock_skew_ms=clock_skew_ms,
        source=source,
        content_type=content_type,
        ledger=ledger,
        clock_is_right=clock_is_right,
        confirm=confirm,
        against=against,
        live=live,
    )


def take_in_all(
    sent: Sequence[Sent],
    *,
    received_at: datetime,
    clock_skew_ms: int | None = None,
    source: str = "",
    content_type: str = "",
    ledger: Ledger | None = None,
    clock_is_right: Callable[[], bool] = _assumed,
    confirm: Callable[[], None] = _confirmed,
    against: Objection = no_objection,
    live: bool = False,
) -> list[Result]:
    """As :func:`take_in`, of several senders of one property whose events stand in one order (a file)."""
    if not sent:
        return []
    if len(sent) > limits.MAX_EVENTS:
        raise Problem("batch_too_large", limit=limits.MAX_EVENTS)
    if ledger is None:
        ledger = get_ledger(sent[0].sender.property_code)
    if clock_skew_ms is not None and abs(clock_skew_ms) > limits.CLOCK_LIMIT_MS and not clock_is_right():
        clock_skew_ms, live = None, False  # with a wrong clock it would say what is not so of every event
    skew_ms = _without_the_way(clock_skew_ms)
    tables = TableRegister(ledger, assuming=True)
    verdicts = [checked(each, tables, skew_ms) for each in sent]
    estimates: dict[str, int] = {}
    if live and clock_skew_ms is None:
        estimates = _estimates(sent, verdicts, received_at)
        verdicts = [_shifted(verdict, estimates) for verdict in verdicts]
    batch = Batch(ledger, sent, verdicts, received_at, clock_skew_ms, clock_is_right)
    appended = _at_once(batch, tables, against)
    if appended is None:
        confirm()
        if (objection := against()) is not None:
            raise objection
        if not tables.is_confirmed():
            tables = TableRegister(ledger)
            batch.verdicts = [_shifted(checked(each, tables, skew_ms), estimates) for each in sent]
        try:
            appended = batch.record()
        except ledger_errors.InvalidEvent:
            # Free-form data (a correction's before and after) can hold what has no canonical form; only the ledger
            # knows.
            batch.verdicts = [preparable(verdict) for verdict in batch.verdicts]
            appended = batch.record()
    if batch.is_whole:
        return [
            _recorded(index, answer, each.line) for index, (each, answer) in enumerate(zip(sent, appended, strict=True))
        ]
    results, refused = _results(sent, batch.verdicts, iter(appended))
    with transaction.atomic():
        batch.count_refused(refused)
        for sender, kept in _by_sender(refused):
            keep(
                kept,
                owner=sender.owner,
                device=sender.device,
                received_at=received_at,
                source=source,
                content_type=content_type,
            )
    return results


def _without_the_way(clock_skew_ms: int | None) -> int | None:
    """A difference between clocks; less than a second is the way through the network, and the clock is right."""
    return 0 if clock_skew_ms is not None and abs(clock_skew_ms) < limits.SMALLEST_SKEW_MS else clock_skew_ms


def _estimates(sent: Sequence[Sent], verdicts: Sequence[NewEvent | Problem], received_at: datetime) -> dict[str, int]:
    """By actor, how far off the clocks of devices are that did not tell them, where anything says it."""
    estimates = {}
    for device in _devices(sent):
        actor = f"device:{device.code}"
        own = [event for event in verdicts if isinstance(event, NewEvent) and event.actor == actor]
        skew_ms = _without_the_way(estimated_skew_ms(device, own, received_at))
        if skew_ms is not None:
            estimates[actor] = skew_ms
    return estimates


def _shifted(verdict: NewEvent | Problem, estimates: Mapping[str, int]) -> NewEvent | Problem:
    """The event with the estimate of its sender's clock."""
    if isinstance(verdict, Problem) or verdict.actor not in estimates:
        return verdict
    return msgspec.structs.replace(verdict, clock_skew_ms=estimates[verdict.actor], clock_estimated=True)


def _at_once(batch: Batch, tables: TableRegister, against: Objection) -> list[Appended] | None:
    """The short way; the long one says what the ledger has against an event, once the tables are asked for."""
    try:
        return batch.record_at_once(tables, against)
    except ledger_errors.InvalidEvent:
        return None


def _devices(sent: Sequence[Sent]) -> list[Device]:
    """The devices among the senders, once each, in the order in which their rows are locked."""
    senders = {id(each.sender): each.sender for each in sent}.values()
    found = {sender.device.pk: sender.device for sender in senders if sender.device is not None}
    return [found[key] for key in sorted(found)]


def _numbers(
    sent: Sequence[Sent],
    verdicts: Sequence[NewEvent | Problem],
    refused: Sequence[tuple[Sender, Refused]],
    received_at: datetime,
) -> Iterator[tuple[Device, Numbered]]:
    """The numbers that came from each device, good or refused, with the moments under them."""
    devices = {each.sender.device.pk: each.sender.device for each in sent if each.sender.device is not None}
    devices |= {sender.device.pk: sender.device for sender, _kept in refused if sender.device is not None}
    good: dict[int, list[NewEvent]] = {key: [] for key in devices}
    for each, verdict in zip(sent, verdicts, strict=True):
        if each.sender.device is not None and isinstance(verdict, NewEvent):
            good[each.sender.device.pk].append(verdict)
    came = {key: _came(events, received_at) for key, events in good.items()}
    for sender, kept in refused:
        if sender.device is not None and kept.seen.sequence is not None:
            came[sender.device.pk].setdefault(kept.seen.sequence, NOT_DATED)
    for key in sorted(devices):
        yield devices[key], came[key]


def _came(events: Iterable[NewEvent], received_at: datetime) -> dict[int, Dated]:
    """The numbers of these events, each with the moment of the first that came under it."""
    came: dict[int, Dated] = {}
    for event in events:
        if event.sequence is not None and event.sequence not in came:
            came[event.sequence] = _dated(event, received_at)
    return came


def _dated(event: NewEvent, received_at: datetime) -> Dated:
    skew_ms = None if event.clock_estimated else event.clock_skew_ms
    return dated(event.occurred_at, skew_ms, received_at)


def _by_sender(refused: Sequence[tuple[Sender, Refused]]) -> Iterator[tuple[Sender, list[Refused]]]:
    groups: dict[str, tuple[Sender, list[Refused]]] = {}
    for sender, kept in refused:
        groups.setdefault(sender.actor, (sender, []))[1].append(kept)
    yield from groups.values()


class Batch:
    """What one request brought, on its way into the record."""

    def __init__(
        self,
        ledger: Ledger,
        sent: Sequence[Sent],
        verdicts: Sequence[NewEvent | Problem],
        received_at: datetime,
        clock_skew_ms: int | None,
        clock_is_right: Callable[[], bool],
    ) -> None:
        self.ledger = ledger
        self.sent = sent
        self.devices = _devices(sent)
        self.verdicts = verdicts
        self.received_at = received_at
        self.clock_skew_ms = clock_skew_ms
        self.clock_is_right = clock_is_right
        self.signed = list({id(each.signed): each.signed for each in sent if each.signed is not None}.values())
        self.clock: list[NewEvent] = []
        """What is recorded of the senders' clocks with it."""
        self.appended: list[Appended] = []
        self.came_before: dict[int, set[int]] = {}
        """Numbers that had come before, by device."""
        self.is_whole = False
        """Whether nothing of it was refused, and nothing is left to be done."""

    def record_at_once(self, tables: TableRegister, against: Objection = no_objection) -> list[Appended] | None:
        """What nearly every request brings, in as few trips to the server as can be: events of one device with new ids
        and the next numbers, of which nothing is refused and whose clock gives nothing to say. ``tables`` may have
        assumed what the record says of them; it is asked under the lock of the log. None, and nothing is done, where
        anything is otherwise: the ways below say what. What ``against`` says is raised."""
        events = self._events()
        if len(self.devices) != 1 or len(events) != len(self.sent) or any(e.sender.device is None for e in self.sent):
            return None
        (device,) = self.devices
        came = _came(events, self.received_at)
        lead = counting_on(device, came, self.received_at, skew_ms=self.clock_skew_ms)
        if (
            lead is None
            or len(came) != len(events)
            or not says_nothing_new(device, self.clock_skew_ms, self.received_at)
            or self._clock_facts()
        ):
            return None
        standing = {f"table/{table}": known.version for table, known in tables.assumed.items()}
        code = self.ledger.property_code
        done = self.ledger.append_at_once(
            events,
            lead,
            standing,
            signed=self.signed,
            afterwards=followers.statements(code),
            meanwhile=against,
        )
        if done is None:
            return None
        self.is_whole = True
        tables.recorded(zip(events, done.appended, strict=True))
        followers.tell_followers(code, done.afterwards)
        return done.appended

    def record(self) -> list[Appended]:
        """Count and record the good events in one transaction, with what is to be said of the senders' clocks: their
        answers. What has an id that the ledger has for other content is refused, and nothing of it is counted as
        recorded. The rows of the devices are locked first, the end of the log after them, as everywhere."""
        while True:
            with transaction.atomic(using=self.ledger.using):
                self.clock = self._clock_facts()
                closed = self._counted(_numbers(self.sent, self.verdicts, (), self.received_at), appending=True)
                appended = self._append(closed)
                if all(answer.status != "conflict" for answer in appended):
                    self._tell_reused()
                    self.is_whole = len(appended) == len(self.sent)
                    return appended
                transaction.set_rollback(True, using=self.ledger.using)
            answers = iter(appended)
            self.verdicts = [
                verdict if isinstance(verdict, Problem) else _unless_conflict(verdict, next(answers))
                for verdict in self.verdicts
            ]

    def count_refused(self, refused: Sequence[tuple[Sender, Refused]]) -> None:
        """Count the numbers of what was refused, inside the caller's transaction."""
        closed: list[NewEvent] = []
        for device, came in _numbers((), (), refused, self.received_at):
            closed += count_numbers(device, came, self.received_at).facts
        if closed:
            record_facts(self.ledger, closed)

    def _tell_reused(self) -> None:
        """Record which of the events just recorded came under a number that had come before, or twice in the batch."""
        recorded = [
            event for event, answer in zip(self._events(), self.appended, strict=True) if answer.status == "recorded"
        ]
        facts: list[NewEvent] = []
        for device in self.devices:
            own = [event for event in recorded if event.actor == f"device:{device.code}"]
            before = self.came_before.get(device.pk, set())
            if not before and len(own) == len({event.sequence for event in own}):
                continue
            times = Counter(event.sequence for event in own)
            doubtful = [event for event in own if event.sequence in before or times[event.sequence] > 1]
            if doubtful:
                facts += reused(self.ledger, device, doubtful, before, self.received_at)
        if facts:
            record_facts(self.ledger, facts)

    def _events(self) -> list[NewEvent]:
        return [verdict for verdict in self.verdicts if isinstance(verdict, NewEvent)]

    def _clock_facts(self) -> list[NewEvent]:
        events = self._events()
        clock: list[NewEvent] = []
        for device in self.devices:
            actor = f"device:{device.code}"
            own = [event for event in events if event.actor == actor]
            clock += clock_facts(device, own, received_at=self.received_at, skew_ms=self.clock_skew_ms)
        # A time that lies in the future may do so for a clock of this server's that is behind.
        return clock if clock and self.clock_is_right() else []

    def _counted(self, numbers: Iterator[tuple[Device, Numbered]], *, appending: bool = False) -> list[NewEvent]:
        """Count, note how the clocks stood, and store with the events where lower numbers were dated later; the facts
        of numbers that had been missed and came."""
        closed: list[NewEvent] = []
        for device, came in numbers:
            actor = f"device:{device.code}"
            about = [fact for fact in self.clock if fact.stream == f"device/{device.code}"]
            keep_reading(device, self.clock_skew_ms, self.received_at)
            if not about and count_on(device, came, self.received_at, skew_ms=self.clock_skew_ms):
                continue
            counted = count_numbers(device, came, self.received_at, appending=appending)
            closed += counted.facts
            self.came_before[device.pk] = counted.before
            remember_clock(device, self.clock_skew_ms, about, self.received_at)
            self.verdicts = [self._told_back(verdict, actor, counted.below) for verdict in self.verdicts]
        return closed

    def _told_back(self, verdict: NewEvent | Problem, actor: str, below: Mapping[int, Dated]) -> NewEvent | Problem:
        """The event with by how much its sender dated lower numbers later, where it is one of this sender's."""
        if isinstance(verdict, Problem) or verdict.actor != actor:
            return verdict
        lower = below.get(verdict.sequence or 0)
        back_ms = None if lower is None else _dated(verdict, self.received_at).back_from(lower)
        return msgspec.structs.replace(verdict, dated_back_ms=back_ms)

    def _append(self, closed: Sequence[NewEvent]) -> list[Appended]:
        """Append inside the caller's transaction; the answers for the events that were sent."""
        events = self._events()
        added = [*events, *self.clock, *closed]
        self.appended = []
        if not added:
            return []
        try:
            appended = self.ledger.append(added, conflicts="report", signed=self.signed)
        except ledger_errors.BatchTooLarge as error:
            raise Problem("batch_too_large", limit=error.limit) from error
        followers.tell_followers(self.ledger.property_code)
        self.appended = appended[: len(events)]
        return self.appended


def _recorded(index: int, answer: Appended, line: int | None) -> Result:
    assert answer.status != "conflict"  # what was in conflict has become a problem of its own
    return Result(index, answer.status, answer.id, answer.position, None, line)


def _unless_conflict(event: NewEvent, answer: Appended) -> NewEvent | Problem:
    return Problem("id_conflict", "id", position=answer.position) if answer.status == "conflict" else event


def _results(
    sent: Sequence[Sent], verdicts: Sequence[NewEvent | Problem], appended: Iterator[Appended]
) -> tuple[list[Result], list[tuple[Sender, Refused]]]:
    """The answer for each event, and what goes into quarantine."""
    results: list[Result] = []
    refused: list[tuple[Sender, Refused]] = []
    for index, (each, verdict) in enumerate(zip(sent, verdicts, strict=True)):
        if isinstance(verdict, Problem):
            seen = glimpse(each.raw)
            results.append(Result(index, "refused", seen.id, problem=verdict, line=each.line))
            refused.append((each.sender, Refused(each.raw, verdict, seen, each.line)))
        else:
            results.append(_recorded(index, next(appended), each.line))
    return results, refused
