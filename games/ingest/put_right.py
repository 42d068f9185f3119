"""Bringing a refused message right: it is sent again corrected, as a person's own word, or let rest with a reason.

The original stays. A person may send what a device may, at a table where their post acts; a fact of a round bears on
money, so a second person, pit manager or above, confirms it in an own session before it is recorded. Each step is an
event of ``quarantine/<number>``; what is recorded and that event are one transaction. ``command_id`` is the client's:
the same again does nothing. Proved by ``tests/admin/test_quarantine_page.py``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Final, Literal
from uuid import UUID

import msgspec

from casino.commands.execution import Carried
from casino.core import reasons as rule_of_reasons
from casino.core.commands import Command
from casino.core.errors import ERRORS, Problem
from casino.core.events import Fact, RecordedEvent
from casino.core.posts import POST_NAMES, Post, at_least
from casino.ledger.application import get_ledger
from games.commands import reasons
from games.commands.execution import OnTable
from games.engine.facts import Person
from games.facts.quarantine_facts import NAMES, DealtWith, SendAsked, SendRefused, Sent
from games.ingest.models import Quarantine, QuarantineState
from games.ingest.service import house_sender, take_in
from games.ingest.wire import Read, read_event
from games.rows import limits, matters

State = Literal["open", "waiting", "sent", "dealt_with"]
ASKING: Final = Post.PIT_MANAGER
CONFIRMING: Final = Post.PIT_MANAGER
LONGEST: Final = 500
OF_DEVICES: Final = ("sequence", "device")
"""What only a device says of what it sends: a person's word has no running number."""
ActsAt = Callable[[str | None], Person]
"""Table -> the person in the post in which they act there; Problem for whoever does not."""

ERRORS.register_all(
    {
        "quarantine_stranger": 409,
        "quarantine_done": 409,
        "quarantine_not_of_device": 403,
    }
)


class Standing(msgspec.Struct, frozen=True):
    """What was done about a refused message. ``ask`` waits for a second person."""

    state: State
    version: int
    events: Sequence[RecordedEvent] = ()
    ask: RecordedEvent | None = None


def standing(row: Quarantine) -> Standing:
    """As the record has it."""
    if row.property is None:
        return Standing("open", 0)
    return fold(get_ledger(row.property.code).stream(stream_of(row)))


def fold(events: Sequence[RecordedEvent]) -> Standing:
    """The events of a stream, told."""
    state: State = "open"
    ask: RecordedEvent | None = None
    for event in events:
        ask = event if isinstance(event.data, SendAsked) else None
        state = _AFTER[type(event.data)]
    return Standing(state, events[-1].version if events else 0, events, ask)


_AFTER: Final[dict[type, State]] = {SendAsked: "waiting", SendRefused: "open", Sent: "sent", DealtWith: "dealt_with"}


def stream_of(row: Quarantine) -> str:
    return f"quarantine/{row.pk}"


def is_weighty(read: Read) -> bool:
    """Whether a second person looks: facts of rounds say what was bet, drawn and paid."""
    return read.event_type.stream_kind == "round"


class SendAgain(Command, frozen=True):
    """Send it again, as this text."""

    text: str
    reason: str


class ConfirmSending(Command, frozen=True):
    """Confirm what waits."""


class RefuseSending(Command, frozen=True):
    """Do not record what waits."""


class LetRest(Command, frozen=True):
    """Record nothing in its place."""

    reason: str


def send(row: Quarantine, text: str, *, by: ActsAt, reason: str, command_id: UUID, now: datetime) -> State:
    """Send it again as ``text`` (an event as it comes over the wire): ``sent``, or ``waiting`` for a second person.
    Problems: those of sending events, of acting, quarantine_*, reason_missing_text."""
    _property(row)
    why = _reason("ingest.put_right.send", reason)
    read = read_event(text.encode(), max_bytes=limits.MAX_EVENT_BYTES)
    if not read.event_type.from_device:
        raise Problem("quarantine_not_of_device", "type")
    person = by(read.envelope.table)
    _require(person, ASKING)
    return _Sending(row, SendAgain(text=text, reason=why), by=person, command_id=command_id, now=now).state()


def confirm(row: Quarantine, *, by: ActsAt, command_id: UUID, now: datetime) -> State:
    """A second person confirms what waits, and it is recorded. Problems: quarantine_done, ask_same_person,
    post_too_low, those of sending events."""
    _property(row)
    return _Confirming(row, ConfirmSending(), by=by(_asked_at(row)), command_id=command_id, now=now).state()


def refuse(row: Quarantine, *, by: ActsAt, command_id: UUID, now: datetime) -> State:
    """What waits is not recorded: a second person says so, or who asked takes it back. Problems as of confirming."""
    return _Refusing(row, RefuseSending(), by=by(_asked_at(row)), command_id=command_id, now=now).state()


def let_rest(row: Quarantine, *, by: ActsAt, reason: str, command_id: UUID, now: datetime) -> State:
    """Nothing is recorded in its place. Pit manager or above, at the table that the message names."""
    _property(row)
    why = _reason("ingest.put_right.let_rest", reason)
    person = by(row.table or None)
    _require(person, ASKING)
    matters.check("ingest.put_right.let_rest", person.staff, matters.of_words(stream_of(row), _read(row)))
    return _LettingRest(row, LetRest(reason=why), by=person, command_id=command_id, now=now).state()


class _PuttingRight(OnTable):
    """One step on its way: while it is decided, nobody else takes one about the same message."""

    NAMES = NAMES
    STEPS: ClassVar[tuple[type[Fact], ...]]
    """What it can come to."""

    def __init__(self, row: Quarantine, command: Command, *, by: Person, command_id: UUID, now: datetime) -> None:
        super().__init__(_property(row), stream_of(row), command, by=by, command_id=command_id, now=now)
        self.row = row

    @abstractmethod
    def step(self, found: Standing) -> Fact:
        """What is said of it as it stands. Raises Problem."""

    def state(self) -> State:
        """Carry it out; how it stands."""
        self.run()
        return standing(self.row).state

    def carry_out(self) -> Carried:
        found = _locked(self.row)
        fact = self.step(found)
        appended = self.record(self.stream, [fact], found.version)
        state = _AFTER[type(fact)]
        QuarantineState.objects.update_or_create(quarantine=self.row, defaults={"state": state})  # for lists
        return Carried(self.stream, appended, [fact])

    def take_in(self, event: Mapping[str, Any], person: Person) -> Read:
        """Record the corrected event, as this person's word. Problem for what is refused again."""
        raw = msgspec.json.encode(event)
        read = read_event(raw, max_bytes=limits.MAX_EVENT_BYTES)
        sender = house_sender(self.property_code, f"person:{person.staff}")
        [result] = take_in(sender, [raw], received_at=self.now, source=self.stream)
        if result.problem is not None:
            raise result.problem
        self.rounds = (read.stream,)
        return read

    def came_to(self, first: RecordedEvent) -> bool:
        return first.stream == self.stream and first.actor == self.signed_by and isinstance(first.data, self.STEPS)


class _Sending(_PuttingRight):
    STEPS = (SendAsked, Sent)
    command: SendAgain

    def step(self, found: Standing) -> Fact:
        _check(found, "open")
        said = msgspec.json.decode(self.command.text)
        for name in OF_DEVICES:
            said.pop(name, None)
        sealed = reasons.sealed(self.property_code, self.command.reason)
        if is_weighty(read_event(self.command.text.encode(), max_bytes=limits.MAX_EVENT_BYTES)):
            return SendAsked(event=said, asked_by=self.by, lowest=CONFIRMING.value, sealed_reason=sealed)
        read = self.take_in(said, self.by)
        return Sent(event=read.envelope.id, type=read.event_type.full_name, sent_by=self.by, sealed_reason=sealed)


class _Confirming(_PuttingRight):
    STEPS = (Sent,)

    def step(self, found: Standing) -> Fact:
        ask, asked = _waiting(found)
        if self.staff == asked.asked_by.staff:
            raise Problem("ask_same_person")
        read = read_event(msgspec.json.encode(asked.event), max_bytes=limits.MAX_EVENT_BYTES)
        matters.check("ingest.put_right.confirm", self.staff, matters.of_words(read.stream, asked.event))
        _require(self.by, Post(asked.lowest))
        self.take_in(asked.event, asked.asked_by)
        return Sent(
            event=read.envelope.id,
            type=read.event_type.full_name,
            sent_by=asked.asked_by,
            confirmed_by=self.by,
            ask=ask.id,
        )


class _Refusing(_PuttingRight):
    STEPS = (SendRefused,)

    def step(self, found: Standing) -> Fact:
        ask, asked = _waiting(found)
        if self.staff != asked.asked_by.staff:
            _require(self.by, Post(asked.lowest))
            parts = matters.of_words(self.stream, asked.event)
            matters.check("ingest.put_right.refuse", self.staff, parts)
        return SendRefused(ask=ask.id, refused_by=self.by)


class _LettingRest(_PuttingRight):
    STEPS = (DealtWith,)
    command: LetRest

    def step(self, found: Standing) -> Fact:
        _check(found, "open")
        return DealtWith(by=self.by, sealed_reason=reasons.sealed(self.property_code, self.command.reason))


def _asked_at(row: Quarantine) -> str | None:
    """The table of what was last asked for. Problem ``quarantine_done`` where nothing was."""
    found = standing(row)
    asked = [event.data for event in found.events if isinstance(event.data, SendAsked)]
    if not asked:
        raise Problem("quarantine_done", state=found.state)
    table = asked[-1].event.get("table")
    return table if isinstance(table, str) else None


def _read(row: Quarantine) -> Any:
    """What came, as far as it can be read."""
    try:
        return msgspec.json.decode(bytes(row.body))
    except (msgspec.DecodeError, RecursionError):
        return None


def _property(row: Quarantine) -> str:
    if row.property is None or not row.is_authenticated:
        raise Problem("quarantine_stranger")
    return str(row.property.code)


def _reason(command: str, text: str) -> str:
    if not 1 <= len(text.strip()) <= LONGEST:
        raise Problem("reason_missing_text", "reason")
    rule_of_reasons.require(f"games.{command}", text, "reason")
    return text.strip()


def _require(person: Person, lowest: Post) -> None:
    if not at_least(Post(person.post), lowest):
        raise Problem("post_too_low", post=POST_NAMES[lowest])


def _locked(row: Quarantine) -> Standing:
    """As it stands, while nobody else can change it."""
    Quarantine.objects.select_for_update(no_key=True, of=("self",)).only("pk").get(pk=row.pk)
    return standing(row)


def _check(found: Standing, state: State) -> None:
    if found.state != state:
        raise Problem("quarantine_done", state=found.state)


def _waiting(found: Standing) -> tuple[RecordedEvent, SendAsked]:
    _check(found, "waiting")
    assert found.ask is not None
    asked = found.ask.data
    assert isinstance(asked, SendAsked)
    return found.ask, asked
