"""Bringing a refused message right: it is sent again corrected, as a person's own word, or let rest with a reason.

The original stays. A person may send what a device may, at a table where their post acts; a fact of a round bears on
money, so a second person, pit manager or above, confirms it in an own session before it is recorded. Each step is an
event of ``quarantine/<number>``; what is recorded and that event are one transaction. ``command_id`` is the client's:
the same again does nothing. Proved by ``tests/admin/test_quarantine_page.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

import msgspec
from django.db import transaction

from casino.core import reasons as rule_of_reasons
from casino.core.errors import Problem, declare_errors
from casino.core.events import Fact, NewEvent, RecordedEvent
from casino.core.posts import POST_NAMES, Post, at_least
from casino.ledger.application import get_ledger
from games import matters, reasons
from games.engine.facts import Person
from games.ingest import limits
from games.ingest.models import Quarantine, QuarantineState
from games.ingest.service import house_sender, take_in
from games.ingest.wire import Read, read_event
from games.quarantine_facts import NAMES, DealtWith, SendAsked, SendRefused, Sent
from games.tasks import follow_now

State = Literal["open", "waiting", "sent", "dealt_with"]
ASKING: Final = Post.PIT_MANAGER
CONFIRMING: Final = Post.PIT_MANAGER
LONGEST: Final = 500
OF_DEVICES: Final = ("sequence", "device")
"""What only a device says of what it sends: a person's word has no running number."""
ActsAt = Callable[[str | None], Person]
"""Table -> the person in the post in which they act there; Problem for whoever does not."""

declare_errors(
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


def send(row: Quarantine, text: str, *, by: ActsAt, reason: str, command_id: UUID, now: datetime) -> State:
    """Send it again as ``text`` (an event as it comes over the wire): ``sent``, or ``waiting`` for a second person.
    Problems: those of sending events, of acting, quarantine_*, reason_missing_text."""
    code = _property(row)
    why = _reason("ingest.put_right.send", reason)
    read = read_event(text.encode(), max_bytes=limits.MAX_EVENT_BYTES)
    said = msgspec.json.decode(text)
    for name in OF_DEVICES:
        said.pop(name, None)
    raw = msgspec.json.encode(said)
    if not read.event_type.from_device:
        raise Problem("quarantine_not_of_device", "type")
    person = by(read.envelope.table)
    _require(person, ASKING)
    with transaction.atomic():
        found = _locked(row)
        if _repeated(found, command_id):
            return found.state
        _check(found, "open")
        sealed = reasons.sealed(code, why)
        if is_weighty(read):
            ask = SendAsked(event=said, asked_by=person, lowest=CONFIRMING.value, sealed_reason=sealed)
            _say(row, found, ask, person, command_id, now)
            return _keep(row, "waiting")
        _record(code, raw, row, person, now)
        done = Sent(event=read.envelope.id, type=read.event_type.full_name, sent_by=person, sealed_reason=sealed)
        _say(row, found, done, person, command_id, now)
        _keep(row, "sent")
    follow_now(code, streams=(read.stream,))
    return "sent"


def confirm(row: Quarantine, *, by: ActsAt, command_id: UUID, now: datetime) -> State:
    """A second person confirms what waits, and it is recorded. Problems: quarantine_done, ask_same_person,
    post_too_low, those of sending events."""
    code = _property(row)
    with transaction.atomic():
        found = _locked(row)
        if _repeated(found, command_id):
            return found.state
        ask, asked = _waiting(found)
        raw = msgspec.json.encode(asked.event)
        read = read_event(raw, max_bytes=limits.MAX_EVENT_BYTES)
        person = by(read.envelope.table)
        if person.staff == asked.asked_by.staff:
            raise Problem("ask_same_person")
        matters.check("ingest.put_right.confirm", person.staff, matters.of_words(read.stream, asked.event))
        _require(person, Post(asked.lowest))
        _record(code, raw, row, asked.asked_by, now)
        done = Sent(
            event=read.envelope.id,
            type=read.event_type.full_name,
            sent_by=asked.asked_by,
            confirmed_by=person,
            ask=ask.id,
        )
        _say(row, found, done, person, command_id, now)
        _keep(row, "sent")
    follow_now(code, streams=(read.stream,))
    return "sent"


def refuse(row: Quarantine, *, by: ActsAt, command_id: UUID, now: datetime) -> State:
    """What waits is not recorded: a second person says so, or who asked takes it back. Problems as of confirming."""
    with transaction.atomic():
        found = _locked(row)
        if _repeated(found, command_id):
            return found.state
        ask, asked = _waiting(found)
        person = by(_table(asked))
        if person.staff != asked.asked_by.staff:
            _require(person, Post(asked.lowest))
            parts = matters.of_words(stream_of(row), asked.event)
            matters.check("ingest.put_right.refuse", person.staff, parts)
        _say(row, found, SendRefused(ask=ask.id, refused_by=person), person, command_id, now)
        return _keep(row, "open")


def let_rest(row: Quarantine, *, by: ActsAt, reason: str, command_id: UUID, now: datetime) -> State:
    """Nothing is recorded in its place. Pit manager or above, at the table that the message names."""
    code, why = _property(row), _reason("ingest.put_right.let_rest", reason)
    person = by(row.table or None)
    _require(person, ASKING)
    matters.check("ingest.put_right.let_rest", person.staff, matters.of_words(stream_of(row), _read(row)))
    with transaction.atomic():
        found = _locked(row)
        if _repeated(found, command_id):
            return found.state
        _check(found, "open")
        _say(row, found, DealtWith(by=person, sealed_reason=reasons.sealed(code, why)), person, command_id, now)
        return _keep(row, "dealt_with")


def _read(row: Quarantine) -> Any:
    """What came, as far as it can be read."""
    try:
        return msgspec.json.decode(bytes(row.body))
    except (msgspec.DecodeError, RecursionError):
        return None


def _table(asked: SendAsked) -> str | None:
    table = asked.event.get("table")
    return table if isinstance(table, str) else None


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


def _repeated(found: Standing, command_id: UUID) -> bool:
    return any(event.id == command_id for event in found.events)


def _check(found: Standing, state: State) -> None:
    if found.state != state:
        raise Problem("quarantine_done", state=found.state)


def _waiting(found: Standing) -> tuple[RecordedEvent, SendAsked]:
    _check(found, "waiting")
    assert found.ask is not None
    asked = found.ask.data
    assert isinstance(asked, SendAsked)
    return found.ask, asked


def _record(code: str, raw: bytes, row: Quarantine, person: Person, now: datetime) -> None:
    """The corrected event, as this person's word. Problem for what is refused again; then nothing is kept of it."""
    sender = house_sender(code, f"person:{person.staff}")
    [result] = take_in(sender, [raw], received_at=now, source=stream_of(row))
    if result.problem is not None:
        raise result.problem


def _say(row: Quarantine, found: Standing, fact: Fact, by: Person, command_id: UUID, now: datetime) -> None:
    assert row.property is not None
    event = NewEvent(
        id=command_id,
        stream=stream_of(row),
        type=NAMES[type(fact)],
        data=fact,
        actor=f"person:{by.staff}",
        occurred_at=now,
        expected_version=found.version + 1,
    )
    get_ledger(row.property.code).record(event)


def _keep(row: Quarantine, state: State) -> State:
    """For lists; the record tells it too."""
    QuarantineState.objects.update_or_create(quarantine=row, defaults={"state": state})
    return state
