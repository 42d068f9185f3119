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
from typing import Annotated, Any, ClassVar, Final, Literal
from uuid import UUID

import msgspec

from casino.commands.execution import Carried
from casino.core.commands import Command, following
from casino.core.errors import ERRORS, Problem
from casino.core.events import Fact, RecordedEvent
from casino.core.interest import BARS, OPEN
from casino.core.messages import Catalogue
from casino.core.posts import POST_NAMES, Post, at_least
from casino.core.reasons import Rule
from casino.ledger.application import get_ledger
from games.commands import reasons
from games.commands.execution import OnTable, Place, carries, check_post, execute, reason_given
from games.commands.step import MANAGERS, WHY, Reason, answers, step
from games.engine.facts import Person
from games.facts.quarantine_facts import NAMES, DealtWith, SendAsked, SendRefused, Sent
from games.ingest.models import Quarantine, QuarantineState
from games.ingest.service import house_sender, take_in
from games.ingest.wire import Read, read_event
from games.rows import limits, matters

_WORDS: Final = Catalogue(__file__)

State = Literal["open", "waiting", "sent", "dealt_with"]
CONFIRMING: Final = Post.PIT_MANAGER
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


_PAGE: Final = "admin:games_quarantine_"


@step(
    on="message",
    posts=MANAGERS,
    interest=OPEN,
    weighty=True,
    addresses=(f"{_PAGE}send",),
)
class SendAgain(Command, frozen=True):
    """Send it again, as this text (an event as it comes over the wire)."""

    text: str
    reason: Annotated[Reason, WHY, following(Rule.SHORT)]


@answers(
    on="message",
    posts=MANAGERS,
    addresses=(f"{_PAGE}answer",),
)
class ConfirmSending(Command, frozen=True):
    """A second person confirms what waits, and it is recorded."""


@answers(
    on="message",
    posts=MANAGERS,
    addresses=(f"{_PAGE}answer",),
)
class RefuseSending(Command, frozen=True):
    """What waits is not recorded: a second person says so, or who asked takes it back."""


@step(
    on="message",
    posts=MANAGERS,
    interest=BARS,
    weighty=True,
    addresses=(f"{_PAGE}rest",),
)
class LetRest(Command, frozen=True):
    """Record nothing in its place."""

    reason: Annotated[Reason, WHY, following(Rule.SHORT)]


def act(row: Quarantine, command: Command, *, by: ActsAt, command_id: UUID, now: datetime) -> State:
    """Carry a step out by whoever acts at the table that it is about; how the message stands then. Problems: those of
    sending events and of acting, quarantine_*, reason_missing_text; of an answer ask_same_person, post_too_low."""
    _property(row)
    person = by(_table(row, command))
    execute(row, command, by=person, command_id=command_id, now=now)
    return standing(row).state


def _table(row: Quarantine, command: Command) -> str | None:
    if isinstance(command, LetRest):
        return row.table or None
    if not isinstance(command, SendAgain):
        return _asked_at(row)
    reason_given(SendAgain, command.reason)
    read = read_event(command.text.encode(), max_bytes=limits.MAX_EVENT_BYTES)
    if not read.event_type.from_device:
        raise Problem("quarantine_not_of_device", "type")
    return read.envelope.table


class _PuttingRight(OnTable):
    """One step on its way: while it is decided, nobody else takes one about the same message."""

    NAMES = NAMES
    STEPS: ClassVar[tuple[type[Fact], ...]]
    """What it can come to."""

    def __init__(self, row: Quarantine, command: Command, **given: Any) -> None:
        super().__init__(Place(_property(row), stream_of(row)), command, **given)
        self.row = row

    @abstractmethod
    def came_of(self, found: Standing) -> Fact:
        """What is said of it as it stands. Raises Problem."""

    def carry_out(self) -> Carried:
        found = _locked(self.row)
        fact = self.came_of(found)
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


@carries(SendAgain)
class _Sending(_PuttingRight):
    STEPS = (SendAsked, Sent)
    command: SendAgain

    def came_of(self, found: Standing) -> Fact:
        check_post(self.by, self.step)
        _check(found, "open")
        said = msgspec.json.decode(self.command.text)
        for name in OF_DEVICES:
            said.pop(name, None)
        sealed = reasons.sealed(self.property_code, self.command.reason)
        if is_weighty(read_event(self.command.text.encode(), max_bytes=limits.MAX_EVENT_BYTES)):
            return SendAsked(event=said, asked_by=self.by, lowest=CONFIRMING.value, sealed_reason=sealed)
        read = self.take_in(said, self.by)
        return Sent(event=read.envelope.id, type=read.event_type.full_name, sent_by=self.by, sealed_reason=sealed)


@carries(ConfirmSending)
class _Confirming(_PuttingRight):
    STEPS = (Sent,)

    def came_of(self, found: Standing) -> Fact:
        ask, asked = _waiting(found)
        if self.staff == asked.asked_by.staff:
            raise Problem("ask_same_person")
        read = read_event(msgspec.json.encode(asked.event), max_bytes=limits.MAX_EVENT_BYTES)
        self.check_interest(matters.of_words(read.stream, asked.event))
        _require(self.by, Post(asked.lowest))
        self.take_in(asked.event, asked.asked_by)
        return Sent(
            event=read.envelope.id,
            type=read.event_type.full_name,
            sent_by=asked.asked_by,
            confirmed_by=self.by,
            ask=ask.id,
        )


@carries(RefuseSending)
class _Refusing(_PuttingRight):
    STEPS = (SendRefused,)

    def came_of(self, found: Standing) -> Fact:
        ask, asked = _waiting(found)
        if self.staff != asked.asked_by.staff:
            _require(self.by, Post(asked.lowest))
            self.check_interest(matters.of_words(self.stream, asked.event))
        return SendRefused(ask=ask.id, refused_by=self.by)


@carries(LetRest)
class _LettingRest(_PuttingRight):
    STEPS = (DealtWith,)
    command: LetRest

    def came_of(self, found: Standing) -> Fact:
        reason_given(LetRest, self.command.reason)
        check_post(self.by, self.step)
        self.check_interest(matters.of_words(self.stream, _read(self.row)))
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
