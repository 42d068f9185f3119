"""What people signed before the command itself was signed holds for ever: real bytes of then (``frozen_commands``)."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import msgspec
import pytest

from casino.core.passkey import SignedCommand, key_of
from casino.core.signature_rules import FIELDS, Recorded, recorded
from tests.checkpoints.test_commanded import forgeries
from tests.signed import Brought

FOLDER: Final = Path(__file__).parent / "frozen_commands"
EXAMPLES: Final = sorted(FOLDER.glob("*.json"))
ANYWHERE: Final = {"handover.given", "incident.person_erased"}
"""What begins a stream, or stands in each entry of a person; as an account that is made."""
NOT_HELD_THEN: Final = {"moved_at"}
"""Members that are held against what is signed since."""


class Kept(msgspec.Struct, frozen=True):
    """What of the record an example rests on, as it stood at its event."""

    events: dict[str, Recorded | None]
    streams: dict[str, list[Recorded]]

    def event(self, event_id: UUID | None) -> Recorded | None:
        return self.events.get(str(event_id))

    def stream(self, name: str) -> Sequence[Recorded]:
        return self.streams.get(name, [])


class Example(msgspec.Struct, frozen=True):
    """One event, with the signature of the command that brought it."""

    signed: dict[str, str]
    key: dict[str, Any]
    origin: str
    event: dict[str, str]
    record: Kept

    def made(self) -> SignedCommand:
        command = self.signed["command"].encode()
        names = ("credential", "authenticator", "client", "signature")
        return SignedCommand(command, *(b64decode(self.signed[name]) for name in names))

    def brought(self) -> Brought:
        said, event = self.made().said, self.event
        assert said is not None
        of_bytes = recorded(
            stream=event["stream"], full_type=event["type"], actor=event["actor"], body=event["body"].encode()
        )
        return Brought(said, of_bytes, self.record)


def read(path: Path) -> Example:
    return msgspec.json.decode(path.read_bytes(), type=Example)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_what_was_signed_then_is_verified(path: Path) -> None:
    example = read(path)
    made, key = example.made(), example.key
    public = key_of(
        credential=key["credential"], public_key=key["cose"], rp_id=key["rp_id"], origins=tuple(key["origins"])
    )
    assert made.fault(public) is None
    assert made.digest == example.origin
    brought = example.brought()
    assert brought.command.statement == FIELDS
    assert brought.fault is None


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_what_was_not_signed_then_is_found(path: Path) -> None:
    brought = read(path).brought()
    missed = {what for what, forged in forgeries(brought) if forged.fault is None}
    if brought.command.act == "admin:auth_user_add" or brought.event.name in ANYWHERE:
        missed.discard("stream")
    if brought.command.said.get("amount_minor") == "":  # all that is left, which no command says
        missed.discard("amount_minor")
    assert missed <= NOT_HELD_THEN


def test_no_example_is_lost() -> None:
    acts = {read(path).brought().command.act for path in EXAMPLES}
    assert len(EXAMPLES) >= 138
    assert len(acts) >= 48
