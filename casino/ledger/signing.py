"""Under whose signature something is recorded: the command that a person has signed by passkey in this request.

It enters at the edge, before the page or the API carries the command out (``casino.factors``), and is taken up here,
where events become rows: none of the many commands between knows of signatures, and none can forget them. An event is
the command's if it stands in the name of the person who signed, in the record of that property, and says which command
brought it, by its own id or by the one it is correlated with; one that says nothing of it is correlated with it here.
Everything else is recorded as before, and counts as unsigned. Proved by ``tests/factors/test_signing.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction

from casino.core.commands import Command, code_of
from casino.core.errors import Problem
from casino.core.events import NewEvent
from casino.core.passkey import SignedCommand, words
from casino.core.seams import Seam
from casino.core.signature_rules import CODE, COMMAND
from casino.core.signed_form import signed_form

_CURRENT: Final[ContextVar[SignedCommand | None]] = ContextVar("tableproof_signed_command", default=None)
_SALTS: Final[ContextVar[dict[bytes, bytes] | None]] = ContextVar("tableproof_signed_words", default=None)
_READING: Final[ContextVar[bool]] = ContextVar("tableproof_command_read", default=False)
_DUE: Final[ContextVar[bool]] = ContextVar("tableproof_signature_due", default=False)


WEIGHTY: Final[Seam[str, tuple[str, ...]]] = Seam("Types of events that weighty commands bring, as patterns of LIKE.")
"""What stands in a person's name under one of them, where that person must sign, is found if it is not signed."""


def weighty_patterns() -> list[str]:
    return [pattern for patterns in WEIGHTY.values() for pattern in patterns]


@contextmanager
def one_request() -> Iterator[None]:
    """Whatever is signed within ends with it."""
    signed, salts, due = _CURRENT.set(None), _SALTS.set(None), _DUE.set(False)
    try:
        yield
    finally:
        _DUE.reset(due)
        _CURRENT.reset(signed)
        _SALTS.reset(salts)


def signed_by(command: SignedCommand, salts: dict[bytes, bytes]) -> None:
    """From here to the end of the request. ``salts``: by its words in UTF-8, the salt under which the command names
    each text that it holds."""
    _CURRENT.set(command)
    _SALTS.set(salts)


def current() -> SignedCommand | None:
    """The command that is being carried out, where it was signed."""
    return _CURRENT.get()


class Read(NamedTuple):
    """A command as its executor was about to carry it out, and what it is about: a property, and a stream of its record
    where there is one already."""

    command: Command
    property_code: str
    stream: str | None


class _Read(BaseException):
    """What is about to be carried out; no fault, so that nobody on the way takes it for one."""

    def __init__(self, found: Read) -> None:
        self.found = found


def read(carry_out: Callable[[], object]) -> Read | None:
    """The command that this would carry out, whole as its executor has it: nothing of it is carried out, and nothing
    that was written on the way stays. None where it comes to none."""
    reading = _READING.set(True)
    try:
        with transaction.atomic():
            carry_out()
            transaction.set_rollback(True)
    except _Read as read:
        return read.found
    finally:
        _READING.reset(reading)
    return None


def is_reading() -> bool:
    """Whether a command is only read."""
    return _READING.get()


def due() -> None:
    """A command of this request must be signed, and what came with it was none: it is to be answered, not recorded."""
    _DUE.set(True)


def check(command: Command, command_id: UUID, property_code: str, stream: str | None = None) -> None:
    """Before a command is carried out; ``stream``: what it is about. Problems: signature_needed,
    signature_other_command where the person signed another one under its id."""
    if is_reading():
        raise _Read(Read(command, property_code, stream))
    signed = current()
    if signed is None and _DUE.get():
        raise Problem("signature_needed")
    said = None if signed is None else signed.said
    if said is None or said.statement != COMMAND or said.id != command_id:
        return
    form = signed_form(command, lambda text: words(salt_of(text.encode()) or b"", text))
    if (code_of(type(command)), form) != (said.about.get(CODE), said.said):
        raise Problem("signature_other_command")


def salt_of(content: bytes) -> bytes | None:
    """The salt under which these words were signed: sealed with it, the event says the very hash that was signed."""
    return (_SALTS.get() or {}).get(content)


def stamped(events: Sequence[NewEvent], property_code: str) -> Sequence[NewEvent]:
    """The events with the signature of whoever gave the command, those that are its own."""
    signed = current()
    if signed is None or signed.said is None or signed.said.property != property_code:
        return events
    return [_stamped(event, signed) for event in events]


def _stamped(event: NewEvent, signed: SignedCommand) -> NewEvent:
    said = signed.said
    assert said is not None
    if event.actor != f"person:{said.person}" or event.origin is not None:
        return event
    if signed.names(str(event.id), event.correlation):
        return msgspec.structs.replace(event, origin=signed.digest)
    if event.correlation is None:
        return msgspec.structs.replace(event, origin=signed.digest, correlation=str(said.id))
    return event
