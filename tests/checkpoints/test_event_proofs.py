"""The proof of one event carries what its device or person has signed, and is checked with files and keys alone."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command

from casino.checkpoints import building
from casino.core.evidence import NotTheOrigin, along, origin_of
from casino.core.log_entry import Entry
from casino.core.origin import SignedBatch
from casino.core.passkey import Key, SignedCommand
from casino.transparency import proofs
from casino.transparency.checkpoints import parse
from casino.transparency.merkle import leaf_hash, verify_inclusion
from tests.checkpoints.conftest import at, folder
from tests.checkpoints.test_origins import send
from tests.checkpoints.test_signatures import Signed
from tests.core.test_passkey import PAGE, RP
from tests.ingest.conftest import House, house

__all__ = ["folder", "house"]
pytestmark = pytest.mark.django_db


def handed_out(code: str, position: int, to: Path) -> tuple[proofs.Proof, Entry, bytes, bytes]:
    """What somebody outside reads: the proof, the entry (as it is, and its bytes), and the body."""
    call_command("prove_event", "--property", code, "--position", str(position), "--to", str(to))
    raw, entry, body = ((to / f"{position}.{name}").read_bytes() for name in ("tlog-proof", "entry", "body"))
    return proofs.parse(raw), msgspec.json.decode(entry, type=Entry), entry, body


def holds(proof: proofs.Proof, entry: bytes) -> None:
    head = parse(proof.note.encode()).checkpoint.head
    verify_inclusion(proof.index, head.size, leaf_hash(entry), proof.hashes, head.root)


def test_the_proof_of_a_device_s_event_carries_the_list_that_it_signed(house: House, tmp_path: Path) -> None:
    batch = send(house, "K1", house.key, 3)
    assert batch is not None
    position = house.count() - 1
    send(house, "S1", None, 1)
    assert building.advance("TST", at())
    proof, entry, raw, body = handed_out("TST", position, tmp_path)
    holds(proof, raw)
    assert proof.extra is not None
    signed = origin_of(proof.extra, entry, body)
    assert isinstance(signed, SignedBatch)
    assert signed == batch
    assert signed.is_signed_by(house.key.public_key().public_bytes_raw())
    unsigned, _entry, raw, _body = handed_out("TST", house.count(), tmp_path)
    holds(unsigned, raw)
    assert unsigned.extra is None, "nobody but the house stands for it"
    other = house.signed(house.event())
    for extra in (along(other), b"{}", b"[", b'{"batch":{}}', b'{"command":{"x":"AA=="}}', along(other) + b" x"):
        with pytest.raises(NotTheOrigin):
            origin_of(extra, entry, body)
    with pytest.raises(NotTheOrigin, match="not in the list"):
        origin_of(proof.extra, entry, body.replace(b"100000", b"900000"))
    with pytest.raises(NotTheOrigin, match="actor"):
        origin_of(proof.extra, msgspec.structs.replace(entry, actor="device:S1"), body)


def test_the_proof_of_a_person_s_event_carries_the_command(tmp_path: Path) -> None:
    told = Signed()
    assert building.advance(told.code, at())
    proof, entry, raw, body = handed_out(told.code, 5, tmp_path)
    holds(proof, raw)
    assert proof.extra is not None
    signed = origin_of(proof.extra, entry, body)
    assert isinstance(signed, SignedCommand)
    assert signed == told.commands["ANNA"]
    device = told.keys["ANNA"]
    assert signed.fault(Key(device.credential, device.cose, RP, (PAGE,))) is None
    with pytest.raises(NotTheOrigin, match="actor"):
        origin_of(proof.extra, msgspec.structs.replace(entry, actor="person:BINH"), body)


def test_what_no_checkpoint_covers_and_what_was_changed_is_not_proved(house: House, tmp_path: Path) -> None:
    def refused(position: int) -> str:
        with pytest.raises(CommandError) as caught:
            handed_out("TST", position, tmp_path)
        return str(caught.value)

    assert "no checkpoint covers" in refused(1)
    assert building.advance("TST", at())
    assert "no checkpoint covers" in refused(house.count() + 1)
    assert "no checkpoint covers" in refused(0)
