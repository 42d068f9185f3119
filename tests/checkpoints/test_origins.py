"""Kept signatures are held against the entries that name them and the keys in force: each change by the superuser,
triggers off, is found by the ledger itself, or, where everything was made to agree again, from one checkpoint kept
outside."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from casino.checkpoints import building
from casino.checkpoints.models import Checkpoint, Log
from casino.checkpoints.verifying import Kept, verify
from casino.core.events import NewEvent
from casino.core.log_entry import leaf_hash
from casino.core.origin import SignedBatch, sign
from casino.ledger.entries import log_entries
from casino.ledger.models import Property
from casino.ledger.verify import verify as ledger_verify
from casino.transparency import checkpoints
from games.ingest.devices import add_device, revoke_device
from games.ingest.service import sender_for, take_in
from games.ingest.wire import read_event
from games.rows.limits import MAX_EVENT_BYTES
from tests.checkpoints.conftest import at, folder
from tests.ingest.conftest import NOW, House, committed_house
from tests.ledger.conftest import superuser_url

__all__ = ["committed_house", "folder", "superuser_url"]

TABLES: Final = ("ledger_event", "ledger_index", "ledger_batch")
OTHER: Final = Ed25519PrivateKey.from_private_bytes(bytes(32))


def send(house: House, device: str, key: Ed25519PrivateKey | None, count: int) -> SignedBatch | None:
    """A batch of events of a device, signed where a key is given."""
    events = [house.event() for _ in range(count)]
    made = None if key is None else sign(events, property_code="TST", device=device, private_key=key)
    sender = sender_for("TST", device)
    raw = [json.dumps(each).encode() for each in events]
    assert {each.status for each in take_in(sender, raw, received_at=NOW, signed=made)} == {"recorded"}
    return made


@pytest.fixture
def signed(committed_house: House, superuser_url: str) -> Iterator[House]:
    """Signed by K1 at the positions 8 to 10 and 13 to 14, by K2 at 18 to 19; by nobody at 11 and 12. The connection is
    the superuser's."""
    house = committed_house
    start = house.count()
    assert start == 6
    send(house, "K1", house.key, 3)
    send(house, "S1", None, 2)
    send(house, "K1", house.key, 2)
    public = base64.b64encode(OTHER.public_key().public_bytes_raw()).decode()
    add_device(property_code="TST", code="K2", public_key=public, tables=["RL01"])
    send(house, "K2", OTHER, 2)
    connection.close()
    former = dict(connection.settings_dict)
    connection.settings_dict.update(USER=urlsplit(superuser_url).username, PASSWORD="")
    yield house
    connection.close()
    connection.settings_dict.update(former)


def positions(house: House) -> dict[str, list[int]]:
    """Where signed events stand, by their device."""
    found: dict[str, list[int]] = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT actor, position FROM ledger_event WHERE octet_length(origin) = 32 ORDER BY position")
        for actor, position in cursor.fetchall():
            found.setdefault(actor.partition(":")[2], []).append(position)
    return found


def unguarded(work: Callable[[], object]) -> None:
    """Do something in a transaction with triggers off, and take it back."""

    class Undo(Exception):
        pass

    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'ledger_event'::regclass"
                )
                parts = [row[0] for row in cursor.fetchall()]
                for table in (*TABLES, *parts):
                    cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
            work()
            raise Undo
    except Undo:
        pass


def run(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        assert cursor.rowcount > 0, statement


def test_what_nobody_touched_is_verified(signed: House) -> None:
    assert {device: len(found) for device, found in positions(signed).items()} == {"K1": 5, "K2": 2}
    verdict = ledger_verify("TST")
    assert (verdict.events, verdict.fault) == (signed.count(), None)
    call_command("ledger_verify", property_code="TST", verbosity=0)


FLIPPED: Final = "set_byte({0}, 3, get_byte({0}, 3) # 1)"
FIRST: Final = "digest = (SELECT digest FROM ledger_batch ORDER BY position LIMIT 1)"
DIFFERS: Final = "is not the one that its entry names"
CHANGES: Final[dict[str, tuple[str, str]]] = {
    "a byte of a signature": (
        f"UPDATE ledger_batch SET signature = {FLIPPED.format('signature')} WHERE {FIRST}",
        DIFFERS,
    ),
    "a byte of a list": (f"UPDATE ledger_batch SET events = {FLIPPED.format('events')} WHERE {FIRST}", DIFFERS),
    "a list made longer": (f"UPDATE ledger_batch SET events = events || sha256('') WHERE {FIRST}", DIFFERS),
    "a list made shorter": (f"UPDATE ledger_batch SET events = substr(events, 1, 64) WHERE {FIRST}", DIFFERS),
    "a byte of a key's name": (f"UPDATE ledger_batch SET key = {FLIPPED.format('key')} WHERE {FIRST}", DIFFERS),
    "another device": (f"UPDATE ledger_batch SET device = 'S1' WHERE {FIRST}", DIFFERS),
    "a signature removed": (f"DELETE FROM ledger_batch WHERE {FIRST}", "is not kept"),
    "all signatures removed": ("DELETE FROM ledger_batch", "is not kept"),
    "two signatures swapped": (
        "UPDATE ledger_batch b SET signature = o.signature FROM ledger_batch o"
        " WHERE b.device = 'K1' AND o.device = 'K1' AND b.digest <> o.digest",
        DIFFERS,
    ),
    "two batches swapped": (
        "UPDATE ledger_batch b SET digest = o.digest, position = o.position FROM (SELECT digest, position, device,"
        " row_number() OVER (ORDER BY position) AS n FROM ledger_batch) o,"
        " (SELECT digest, row_number() OVER (ORDER BY position) AS n FROM ledger_batch) m"
        " WHERE m.digest = b.digest AND o.n = 4 - m.n AND m.n <> 2",
        DIFFERS,
    ),
    "a signature that no entry names": (
        "INSERT INTO ledger_batch SELECT property_id, 1, sha256('x'), key, signature, device, events FROM ledger_batch"
        f" WHERE {FIRST}",
        "whose entry does not name it",
    ),
    "a batch said to begin elsewhere": (
        f"UPDATE ledger_batch SET position = 1 WHERE {FIRST}",
        "whose entry does not name it",
    ),
}


def test_each_change_of_what_is_kept_is_found_by_the_ledger(signed: House) -> None:
    wrong: list[str] = []

    def look(name: str, statement: str, told: str) -> None:
        if name == "two batches swapped":
            with connection.cursor() as cursor:
                cursor.execute("ALTER TABLE ledger_batch DROP CONSTRAINT ledger_batch_pkey")
        run(statement)
        fault = ledger_verify("TST").fault or "nothing"
        if told not in fault:
            wrong.append(f"{name}: {fault}")
        if not any(told in each.en for each in verify("TST").contradictions):
            wrong.append(f"{name}: not found by verify_log")

    for name, (statement, told) in CHANGES.items():
        unguarded(lambda name=name, statement=statement, told=told: look(name, statement, told))  # type: ignore[misc]
    assert not wrong, "\n".join(wrong)


def cover_up() -> None:
    """Leaf hashes, tiles and checkpoints anew, signed with the house's keys."""
    made = log_entries(Property.objects.get(code="TST").id, range(1, 60))
    for position, entry in made.items():
        assert entry.entry is not None
        run("UPDATE ledger_event SET leaf_hash = %s WHERE position = %s", leaf_hash(entry.entry), position)


def claim(position: int, actor: str) -> None:
    run("UPDATE ledger_event SET actor = %s WHERE position = %s", actor, position)


def body(position: int, before: str, after: str) -> None:
    run(
        "UPDATE ledger_event SET body = replace(convert_from(body, 'UTF8'), %s, %s)::bytea"
        " WHERE position = %s AND position(%s in convert_from(body, 'UTF8')) > 0",
        before,
        after,
        position,
        before,
    )


def test_entries_made_anew_do_not_agree_with_what_a_device_has_signed(signed: House) -> None:
    """Whoever changes an event of a device and makes every hash of the house's anew still lacks the device's key."""
    (mine, theirs) = positions(signed)["K1"][1], positions(signed)["K2"][0]
    unsigned = positions(signed)["K1"][2] + 1
    changes: dict[str, tuple[Callable[[], None], int, str]] = {
        "an amount": (lambda: body(mine, "100000", "900000"), mine, "not among the events"),
        "a time": (
            lambda: run("UPDATE ledger_event SET occurred_at = recorded_at WHERE position = %s", mine),
            mine,
            "not among the events",
        ),
        "claimed for another device": (lambda: claim(mine, "device:K2"), mine, "was signed by device K1"),
        "claimed for a device without a key": (lambda: claim(mine, "device:S1"), mine, "was signed by device K1"),
        "claimed for a person": (lambda: claim(mine, "person:P1"), mine, "is not kept"),
        "an unsigned event given a signature": (
            lambda: run(
                "UPDATE ledger_event SET origin = (SELECT digest FROM ledger_batch ORDER BY position LIMIT 1),"
                " actor = 'device:K1' WHERE position = %s",
                unsigned,
            ),
            unsigned,
            "not among the events",
        ),
        "an origin made up": (
            lambda: run("UPDATE ledger_event SET origin = sha256('x') WHERE position = %s", mine),
            mine,
            "is not kept",
        ),
        "one key put for another": (lambda: replace_key(signed), theirs, "did not have the key"),
    }
    wrong: list[str] = []

    def look(name: str, do: Callable[[], None], position: int, told: str) -> None:
        do()
        cover_up()
        verdict = ledger_verify("TST")
        if verdict.events != position - 1 or told not in (verdict.fault or ""):
            wrong.append(f"{name}: {verdict}")

    for name, row in changes.items():
        unguarded(lambda name=name, row=row: look(name, *row))  # type: ignore[misc]
    assert not wrong, "\n".join(wrong)


def replace_key(house: House) -> None:
    """The record says that K2 registered another key."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT position FROM ledger_event WHERE type = 'device.key_registered.v1' AND stream = 'device/K2'"
        )
        (position,) = cursor.fetchone()
    own = base64.b64encode(OTHER.public_key().public_bytes_raw()).decode()
    body(position, own, base64.b64encode(house.key.public_key().public_bytes_raw()).decode())


def forge(house: House) -> None:
    """Everything that somebody with the house's database can do in a device's name: a key of one's own, put for the
    device's in the record, and its batch signed anew with it."""
    forged = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
    public = forged.public_key().public_bytes_raw()
    own = base64.b64encode(OTHER.public_key().public_bytes_raw()).decode()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT position FROM ledger_event WHERE type = 'device.key_registered.v1' AND stream = 'device/K2'"
        )
        (registered,) = cursor.fetchone()
        cursor.execute("SELECT events FROM ledger_batch WHERE device = 'K2'")
        hashes = bytes(cursor.fetchone()[0])
    body(registered, own, base64.b64encode(public).decode())
    unsigned = SignedBatch("TST", "K2", sha256(public).hexdigest(), hashes, bytes(64))
    batch = SignedBatch("TST", "K2", unsigned.key, hashes, forged.sign(unsigned.statement))
    digest = bytes.fromhex(batch.digest)
    run("UPDATE ledger_event SET origin = %s WHERE actor = 'device:K2'", digest)
    run(
        "UPDATE ledger_batch SET digest = %s, key = %s, signature = %s WHERE device = 'K2'",
        digest,
        bytes.fromhex(batch.key),
        batch.signature,
    )


def test_a_key_forged_with_everything_is_found_from_a_checkpoint_kept_outside(signed: House, folder: Path) -> None:
    assert building.advance("TST", at())
    kept = [Kept("outside", checkpoints.parse(bytes(Checkpoint.objects.get().note)), True)]
    assert verify("TST", outside=kept).contradictions == []

    def look() -> None:
        forge(signed)
        cover_up()
        assert ledger_verify("TST").fault is None, "the ledger agrees with itself again"
        Checkpoint.objects.all().delete()
        Log.objects.all().delete()
        assert any(
            "outside: the record is not what was signed" in e.en for e in verify("TST", outside=kept).contradictions
        )

    unguarded(look)


def test_a_signature_behind_the_end_of_its_key_is_found(signed: House) -> None:
    """The device was revoked; an event that it had signed before is put behind that, as the ledger itself would."""
    revoke_device(property_code="TST", code="K1")
    event = signed.event()
    batch = signed.signed(event)
    read = read_event(json.dumps(event).encode(), max_bytes=MAX_EVENT_BYTES)
    late = NewEvent(
        id=read.envelope.id,
        stream=read.stream,
        type=read.envelope.type,
        data=read.data,
        actor="device:K1",
        occurred_at=read.envelope.occurred_at,
        sequence=read.envelope.sequence,
        origin=batch.digest,
    )
    signed.ledger.append([late], signed=[batch])
    assert "device K1 did not have the key that signed it" in (ledger_verify("TST").fault or "")
    with pytest.raises(CommandError):
        call_command("ledger_verify", property_code="TST", verbosity=0)
