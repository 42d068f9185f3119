"""Whether an event that was sent may be said by its sender, of its table, and what is recorded of it.

Proved by ``tests/ingest/test_service.py`` and ``tests/api/test_signed.py``.
"""

from __future__ import annotations

from uuid import UUID

import msgspec

from casino.core.currencies import check_currency
from casino.core.errors import Problem
from casino.core.events import NewEvent
from casino.core.origin import SignedBatch
from casino.ledger import errors as ledger_errors
from casino.ledger.models import Property
from casino.ledger.prepare import prepare
from games.catalogue import GAMES, newest_book
from games.engine.table import TableRegistered
from games.ingest.models import Device
from games.ingest.signed import check_event
from games.ingest.tables import TableRegister
from games.ingest.wire import Read, read_event
from games.rows import limits


class Sender(msgspec.Struct, frozen=True):
    """Who sends. A device sends for the tables to which it is bound, and numbers what it sends; the house
    (``house``: a person, or a part of this system) may also say what a device may not. ``mark``: what its events have
    in the place of a correlation of their own (``by_hand``)."""

    owner: Property
    actor: str
    device: Device | None = None
    house: bool = False
    mark: str = ""

    @property
    def property_code(self) -> str:
        return self.owner.code


class Sent(msgspec.Struct, frozen=True):
    """The bytes of one event, who sent them, their line where they came in lines, and the batch that its sender has
    signed (or says so: nothing of it is recorded before its signature was held against the sender's own key), in which
    it stands at ``index``."""

    sender: Sender
    raw: bytes
    line: int | None = None
    signed: SignedBatch | None = None
    index: int = 0


def checked(sent: Sent, tables: TableRegister, skew_ms: int | None) -> NewEvent | Problem:
    """The event as it will be recorded, or what is wrong with it. ``skew_ms`` is how far the sender's clock is off, as
    measured; None: it was not."""
    sender = sent.sender
    try:
        read = read_event(sent.raw, max_bytes=limits.MAX_EVENT_BYTES)
        _check_place(sender, read, tables)
        origin = None
        if sent.signed is not None:
            check_event(sent.signed.hash_at(sent.index), read)
            origin = sent.signed.digest
        event = NewEvent(
            id=read.envelope.id,
            stream=read.stream,
            type=read.envelope.type,
            data=read.data,
            actor=sender.actor,
            occurred_at=read.envelope.occurred_at,
            correlation=sender.mark or read.envelope.correlation,
            sequence=read.envelope.sequence,
            clock_skew_ms=skew_ms,
            entered_later=read.envelope.entered_later,
            origin=origin,
        )
    except Problem as problem:
        return problem
    tables.told(event)
    return event


def _check_place(sender: Sender, read: Read, tables: TableRegister) -> None:
    """Whether this sender may say this of this table: asked once for what only differs in what no check looks at."""
    said = read.envelope
    key = (sender.actor, sender.house, said.type, said.table, said.device, said.sequence is None)
    if key in tables.passed:
        return
    _check_sender(sender, read)
    _check_table(sender, read, tables)
    if isinstance(read.data, TableRegistered):
        _check_currency(read.data, read.envelope.id, tables)
        _check_variant(read.data, read.envelope.id, tables)
    else:
        tables.passed.add(key)


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


def _check_currency(said: TableRegistered, event_id: UUID, tables: TableRegister) -> None:
    """A table is registered in a currency that exists. What was recorded before that was asked is answered as ever."""
    try:
        check_currency(said.currency, "data.currency")
    except Problem:
        if not tables.has(event_id):
            raise


def _check_variant(said: TableRegistered, event_id: UUID, tables: TableRegister) -> None:
    """A table is registered with a variant that its game has, where the game has any: one that is written otherwise
    would be played by other prices than it is judged by. What was recorded before that was asked is answered as
    ever."""
    book, game = newest_book(said.game), GAMES.get(said.game)
    if said.variant is None or game is None or game.is_variant is None or book is None:
        return
    if not game.is_variant(said.variant, book) and not tables.has(event_id):
        raise Problem("not_allowed", "data.variant", found=said.variant)


def preparable(verdict: NewEvent | Problem) -> NewEvent | Problem:
    """The event, or the problem that the ledger has with it."""
    if isinstance(verdict, NewEvent):
        try:
            prepare(verdict)
        except ledger_errors.InvalidEvent as error:
            return Problem("invalid_value", error.field, why=error.why)
    return verdict
