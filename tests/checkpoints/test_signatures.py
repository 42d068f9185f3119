"""Commands that people signed are held against the entries that name them and the passkeys in force: each change by
whoever owns the database, with every hash of the house made anew, is found by the ledger itself."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction

from casino.accounts import facts as f
from casino.checkpoints.verifying import verify as verify_log
from casino.core import passkey
from casino.core.events import Fact, NewEvent
from casino.core.log_entry import leaf_hash
from casino.core.passkey import SignedCommand
from casino.ledger import signing
from casino.ledger.application import Ledger, get_ledger
from casino.ledger.entries import log_entries
from casino.ledger.models import Property
from casino.ledger.verify import verify
from tests.core.test_passkey import PAGE, RP, Device
from tests.posting import a_property

pytestmark = pytest.mark.django_db
ASK: Final = UUID("018f0000-0000-7000-8000-00000000000c")


class Signed:
    """ANNA has a passkey, and gave one command with it; BINH has another, and gave one as well; ANNA then did one thing
    that nobody signed."""

    def __init__(self) -> None:
        self.house = a_property()
        self.code = str(self.house.code)
        self.now = datetime(2026, 11, 20, 8, tzinfo=UTC)
        self.ledger: Ledger = Ledger(self.code, clock=lambda: self.now)
        self.keys = {"ANNA": Device(credential=b"anna"), "BINH": Device("EdDSA", credential=b"binh")}
        for number, (person, device) in enumerate(self.keys.items(), 1):
            self.say(person, number, f.Opened(staff=person))
            self.say(person, number, f.FactorAdded(kind="passkey", device=number, key=key_fact(device)))
        self.commands = {person: self.command(person) for person in self.keys}
        for number, person in enumerate(self.keys, 1):
            with self.signing(self.commands[person]):
                said = self.commands[person].said
                assert said is not None
                self.say(person, number, f.PasswordChosen(), event_id=said.id)
                self.say(person, number, f.RecoveryCodesMade(), correlation=str(said.id))
        self.say("ANNA", 1, f.RecoveryCodeUsed())

    def command(self, person: str, property_code: str | None = None) -> SignedCommand:
        made = passkey.command(
            property_code=property_code or self.code,
            person=person,
            act="admin:x",
            command_id=uuid4(),
            nonce=uuid4().hex,
            about={"ask": str(ASK)},
            said={},
        )
        return self.keys[person].sign(made)

    def signing(self, command: SignedCommand) -> Any:
        found = signing.one_request()
        found.__enter__()
        signing.signed_by(command, {})

        class Leaving:
            def __enter__(self) -> None: ...
            def __exit__(self, *error: object) -> None:
                found.__exit__(None, None, None)

        return Leaving()

    def say(self, person: str, number: int, fact: Fact, event_id: UUID | None = None, **besides: Any) -> int:
        event = NewEvent(
            id=event_id or uuid4(),
            stream=f"account/{number}",
            type=f.NAMES[type(fact)],
            data=fact,
            actor=f"person:{person}",
            occurred_at=None,
            **besides,
        )
        return self.ledger.append([event])[0].position


def key_fact(device: Device) -> f.PasskeyKey:
    return f.PasskeyKey(
        credential_id=b64encode(device.credential).decode(),
        public_key=b64encode(device.cose).decode(),
        algorithm=-7 if device.algorithm == "ES256" else -8,
        rp_id=RP,
        origins=(PAGE,),
    )


@pytest.fixture
def signed() -> Signed:
    return Signed()


def run(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        assert cursor.rowcount > 0, statement


def cover_up(code: str) -> None:
    """Leaf hashes made anew."""
    made = log_entries(Property.objects.get(code=code).id, range(1, 60))
    for position, entry in made.items():
        assert entry.entry is not None
        run("UPDATE ledger_event SET leaf_hash = %s WHERE position = %s", leaf_hash(entry.entry), position)


def unguarded(work: Callable[[], object]) -> None:
    """Do something with the guards off, and take it back."""

    class Undo(Exception):
        pass

    with suppress(Undo), transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'ledger_event'::regclass"
            )
            parts = [row[0] for row in cursor.fetchall()]
            for table in ("ledger_event", "ledger_index", "ledger_assertion", *parts):
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        work()
        raise Undo


def test_what_nobody_touched_is_verified(signed: Signed) -> None:
    verdict = verify(signed.code)
    assert (verdict.events, verdict.fault) == (9, None)
    with connection.cursor() as cursor:
        cursor.execute("SELECT position FROM ledger_assertion ORDER BY position")
        assert cursor.fetchall() == [(5,), (7,)]
    assert verify_log(signed.code).contradictions == []


FLIP: Final = "UPDATE ledger_assertion SET {0} = set_byte({0}, 3, get_byte({0}, 3) # 1) WHERE position = 5"
CHANGES: Final[dict[str, tuple[str, str]]] = {
    **{
        f"a byte of its {part}": (FLIP.format(part), "is not the one that its entry names")
        for part in ("signature", "client", "authenticator", "credential", "command")
    },
    "removed": ("DELETE FROM ledger_assertion WHERE position = 5", "is not kept"),
    "all removed": ("DELETE FROM ledger_assertion", "is not kept"),
    "said to begin elsewhere": (
        "UPDATE ledger_assertion SET position = 1 WHERE position = 5",
        "whose entry does not name it",
    ),
    "one that no entry names": (
        "INSERT INTO ledger_assertion SELECT property_id, 1, sha256('x'), credential, authenticator, client, signature,"
        " command FROM ledger_assertion WHERE position = 5",
        "whose entry does not name it",
    ),
    "an origin taken away": (
        "UPDATE ledger_event SET origin = '' WHERE position IN (5, 6)",
        "whose entry does not name it",
    ),
    "claimed for another person": (
        "UPDATE ledger_event SET actor = 'person:BINH' WHERE position = 5",
        "the command is one of ANNA",
    ),
    "claimed for a device": ("UPDATE ledger_event SET actor = 'device:K1' WHERE position = 5", "is not kept"),
    "an unsigned event given a signature": (
        "UPDATE ledger_event SET origin = (SELECT digest FROM ledger_assertion WHERE position = 5) WHERE position = 9",
        "does not name it",
    ),
    "an origin made up": ("UPDATE ledger_event SET origin = sha256('x') WHERE position = 9", "is not kept"),
    "one person's signature for another's event": (
        "UPDATE ledger_event SET origin = (SELECT digest FROM ledger_assertion WHERE position = 7) WHERE position = 5",
        "the command is one of BINH",
    ),
    "the passkey's event taken out of sight": (
        "UPDATE ledger_event SET body = replace(convert_from(body, 'UTF8'), '"
        + b64encode(b"anna").decode()
        + "', 'AAAA')::bytea WHERE position = 2",
        "did not have the passkey",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_each_change_is_found_though_every_hash_was_made_anew(signed: Signed, name: str) -> None:
    statement, told = CHANGES[name]

    def look() -> None:
        run(statement)
        cover_up(signed.code)
        fault = verify(signed.code).fault or "nothing"
        assert told in fault, fault
        assert any(told in each.en for each in verify_log(signed.code).contradictions)

    unguarded(look)


def test_a_signature_used_again_later_is_found(signed: Signed) -> None:
    """Whoever owns the server appends another event under a command that was signed long ago."""
    command = signed.commands["ANNA"]
    signed.now += timedelta(hours=1)
    with signed.signing(command):
        position = signed.say("ANNA", 1, f.RecoveryCodesMade(), correlation=str(ASK))
    verdict = verify(signed.code)
    assert verdict.fault == f"position {position}: the signature of ANNA was used before, for another command"


@pytest.mark.parametrize("end", [f.FactorRemoved(kind="passkey", device=1), f.FactorsReset()])
def test_a_signature_behind_the_end_of_its_passkey_is_found(signed: Signed, end: Fact) -> None:
    signed.say("ANNA", 1, end)
    with signed.signing(signed.command("ANNA")):
        position = signed.say("ANNA", 1, f.PasswordChosen())
    assert verify(signed.code).fault == f"position {position}: ANNA did not have the passkey that signed it"


def test_another_persons_passkey_signs_nothing_of_anna(signed: Signed) -> None:
    signed.keys["ANNA"], anna = signed.keys["BINH"], signed.keys["ANNA"]
    with signed.signing(signed.command("ANNA")):
        signed.say("ANNA", 1, f.PasswordChosen())
    assert "ANNA did not have the passkey" in (verify(signed.code).fault or "")
    assert anna


def test_a_forged_answer_in_the_record_is_found(signed: Signed) -> None:
    forged = signed.keys["ANNA"].sign(signed.command("ANNA").command, origin="https://evil.example")
    with signed.signing(forged):
        signed.say("ANNA", 1, f.PasswordChosen())
    assert "signed on a page of another address" in (verify(signed.code).fault or "")


def test_another_property_knows_the_passkeys_of_the_house_as_of_then(signed: Signed) -> None:
    other = str(a_property("DN").code)
    assert other != signed.code
    there = Ledger(other, clock=lambda: signed.now)
    for number in (1, 2):
        command = signed.command("ANNA", other)
        with signed.signing(command):
            fact = f.PasswordChosen()
            event = NewEvent(
                id=uuid4(),
                stream="account/1",
                type=f.NAMES[type(fact)],
                data=fact,
                actor="person:ANNA",
                occurred_at=None,
            )
            there.append([event])
        if number == 1:
            assert verify(other).fault is None
            signed.now += timedelta(minutes=1)
            signed.say("ANNA", 1, f.FactorsReset())
            signed.now += timedelta(minutes=1)
    assert verify(other).fault == "position 2: ANNA did not have the passkey that signed it"
    assert get_ledger(signed.code).head()[0] == 10
