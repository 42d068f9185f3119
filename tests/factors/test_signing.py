"""Weighty commands signed by passkey: who must, what is signed, what is kept, and what anybody can check afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from io import StringIO
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection

from casino.accounts import signatures
from casino.clock import now as clock
from casino.core import passkey
from casino.factors import passkeys, store
from casino.ledger import signing
from casino.ledger.application import get_ledger
from casino.ledger.verify import verify
from tests.admin.house import PASSWORD
from tests.factors.authenticator import Authenticator
from tests.factors.conftest import ADDRESS, Browser, Phone, account, as_, carried, proved, somebody
from tests.given import types
from tests.posting import a_property

ADD = "/admin/auth/user/add/"
COMMAND_ID = "018f0000-0000-7000-8000-00000000000a"
FORM = {"command_id": COMMAND_ID, "username": "new.person", "last_name": "Trần", "post": "dealer"}


@pytest.fixture
def user(required: None) -> User:
    return account("administrator")


@pytest.fixture
def device() -> Authenticator:
    return Authenticator()


@pytest.fixture
def client(user: User, device: Authenticator) -> Browser:
    """Has just proved itself by the passkey that it registered."""
    found = as_(user)
    page = found.get(f"{ADDRESS}passkey/")
    found.post(f"{ADDRESS}passkey/", {"passkey": device.make(page.context["options"])})
    return found


def house() -> str:
    return str(a_property().code)


def demand(mode: str = "all", role: str | None = "administrator") -> None:
    signatures.demand(
        mode=mode,  # type: ignore[arg-type]
        role=role,
        by="person:administrator",
        set_by="administrator",
        command_id=uuid4(),
        now=clock(),
    )


def kept() -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT position, digest, command, credential, authenticator, client, signature FROM ledger_assertion"
            " ORDER BY position"
        )
        return list(cursor.fetchall())


def origins() -> dict[str, list[bytes]]:
    """By type: what stands as the origin of the events of this command's person."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT type, origin FROM ledger_event WHERE actor = 'person:administrator' ORDER BY position")
        found: dict[str, list[bytes]] = {}
        for name, origin in cursor.fetchall():
            found.setdefault(name, []).append(bytes(origin))
        return found


def was_made() -> bool:
    return User.objects.filter(username="new.person").exists()


def sign(client: Browser, device: Authenticator, form: dict[str, str] = FORM, **lies: Any) -> Any:
    asked = client.post(ADD, form)
    assert asked.status_code == 403, asked.content
    answer = device.sign(asked.context["asks_passkey"], **lies)
    return client.post(ADD, {"factors_carried": carried(asked), "passkey": answer})


def test_where_nothing_is_demanded_a_fresh_proof_is_enough_and_nothing_is_signed(client: Browser) -> None:
    assert client.post(ADD, FORM).status_code == 200
    assert was_made()
    assert kept() == []
    assert set(origins()["account.opened.v1"]) == {b""}


def test_one_touch_confirms_and_signs(client: Browser, device: Authenticator, user: User) -> None:
    demand()
    asked = client.post(ADD, FORM)
    assert asked.status_code == 403
    assert not was_made()
    shown = asked.context["shown"]
    said = msgspec.json.decode(shown["text"])
    assert (said["act"], said["id"], said["person"]) == ("admin:auth_user_add", COMMAND_ID, "administrator")
    assert said["said"]["post"] == "dealer"
    assert said["said"]["username"].startswith("sha256:"), "names of people stand nowhere for ever"
    assert "Trần" not in shown["text"]
    assert f'"{shown["digest"]}"' not in shown["text"]
    options = asked.context["asks_passkey"]
    assert options["challenge"] == passkey.challenge_text(shown["text"].encode())
    done = client.post(ADD, {"factors_carried": carried(asked), "passkey": device.sign(options)})
    assert done.status_code == 200
    assert was_made()
    [(position, digest, command, credential, *answer)] = kept()
    assert bytes(command).decode() == shown["text"]
    assert bytes(credential) == device.id
    assert set(origins()["account.opened.v1"]) == {bytes(digest)}
    assert set(origins()["account.post_given.v1"]) == {bytes(digest)}
    row = passkeys.usable(user)[0]
    key = passkey.Key(bytes(row.credential_id), bytes(row.public_key), row.rp_id, tuple(row.origins))
    made = passkey.SignedCommand(bytes(command), bytes(credential), *map(bytes, answer))
    assert made.fault(key) is None
    assert made.digest == bytes(digest).hex()
    assert get_ledger(house()).find(msgspec.convert(COMMAND_ID, type(uuid4()))) is not None
    assert position > 0
    assert verify(house()).fault is None


def test_the_page_says_in_words_what_is_signed(client: Browser) -> None:
    demand()
    page = client.post(ADD, FORM).content.decode()
    assert "One touch confirms and signs" in page
    assert "Change an account" in page
    assert 'name="code"' not in page


def test_the_signature_ends_with_its_request(client: Browser, device: Authenticator) -> None:
    demand()
    assert sign(client, device).status_code == 200
    assert signing.current() is None
    demand("none")
    another = {**FORM, "command_id": str(uuid4()), "username": "the.next"}
    assert client.post(ADD, another).status_code == 200
    assert len(kept()) == 1
    assert len(set(origins()["account.opened.v1"])) == 2


def test_each_command_is_signed_by_itself(client: Browser, device: Authenticator) -> None:
    demand()
    assert sign(client, device).status_code == 200
    another = {**FORM, "command_id": str(uuid4()), "username": "the.next"}
    assert client.post(ADD, another).status_code == 403
    assert sign(client, device, another).status_code == 200
    assert len(kept()) == 2
    assert verify(house()).fault is None


def test_an_id_with_a_blank_is_signed_as_the_page_reads_it(client: Browser, device: Authenticator) -> None:
    demand()
    assert sign(client, device, {**FORM, "command_id": f" {COMMAND_ID}"}).status_code == 200
    [(_position, digest, *_rest)] = kept()
    assert set(origins()["account.opened.v1"]) == {bytes(digest)}


@pytest.mark.parametrize("given", [[str(uuid4()), COMMAND_ID], "no id"])
def test_an_id_that_can_be_read_in_two_ways_is_not_signed_and_nothing_is_recorded(client: Browser, given: Any) -> None:
    """Else the signature would be of one id, and the page would carry the command of another out unsigned."""
    demand()
    refused = client.post(ADD, {**FORM, "command_id": given})
    assert 400 <= refused.status_code < 500
    assert "asks_passkey" not in (refused.context or {})
    assert not was_made()


@pytest.mark.parametrize(
    "lies",
    [
        {"origin": "https://evil.example"},
        {"rp": "evil.example"},
        {"flags": 0x01},
        {"framed": True},
        {"kind": "webauthn.create"},
    ],
)
def test_a_lie_of_the_answer_is_refused_and_nothing_recorded(
    client: Browser, device: Authenticator, lies: dict[str, Any]
) -> None:
    demand()
    assert sign(client, device, **lies).status_code == 422
    assert not was_made()
    assert kept() == []


def test_an_answer_to_another_command_is_refused(client: Browser, device: Authenticator) -> None:
    """Two questions stand open; what answers the one carries no other out."""
    demand()
    first = client.post(ADD, FORM)
    second = client.post(ADD, {**FORM, "command_id": str(uuid4()), "username": "the.next"})
    answer = device.sign(second.context["asks_passkey"])
    assert client.post(ADD, {"factors_carried": carried(first), "passkey": answer}).status_code == 422
    assert not was_made()
    assert client.post(ADD, {"factors_carried": carried(second), "passkey": answer}).status_code == 422, (
        "it counts once"
    )
    assert not User.objects.filter(username="the.next").exists()


def test_an_answer_that_was_given_carries_nothing_out_again(client: Browser, device: Authenticator) -> None:
    demand()
    asked = client.post(ADD, FORM)
    both = {"factors_carried": carried(asked), "passkey": device.sign(asked.context["asks_passkey"])}
    assert client.post(ADD, both).status_code == 200
    User.objects.filter(username="new.person").update(username="renamed")
    assert client.post(ADD, both).status_code == 409
    assert len(kept()) == 1


def test_a_code_does_not_sign(user: User) -> None:
    phone, device = Phone(user), Authenticator()
    client = proved(user, phone)
    page = client.get(f"{ADDRESS}passkey/")
    client.post(f"{ADDRESS}passkey/", {"passkey": device.make(page.context["options"])})
    demand()
    asked = client.post(ADD, FORM)
    answer = client.post(ADD, {"factors_carried": carried(asked), "code": phone.code()})
    assert answer.status_code == 403
    assert "signed with your passkey" in answer.content.decode()
    assert not was_made()


def test_who_must_sign_and_has_no_passkey_is_told_what_to_do(user: User) -> None:
    client = proved(user, Phone(user))
    demand()
    answer = client.post(ADD, FORM)
    assert answer.status_code == 403
    assert "Add one on the page Second factor" in answer.content.decode()
    assert "/admin/account/" in answer.content.decode()
    assert not was_made()
    assert client.get(f"{ADDRESS}passkey/").status_code == 200, "the way there is open"


def test_at_another_address_nothing_can_be_signed(client: Browser, user: User) -> None:
    demand()
    other = somebody("127.0.0.1")
    other.cookies["django_language"] = "en"
    other.cookies["sessionid"] = client.cookies["sessionid"].value
    answer = other.post(ADD, FORM, headers={"accept-language": "en"})
    assert answer.status_code == 403
    assert "own address" in answer.content.decode()
    assert not was_made()


def test_whoever_has_one_signs_where_that_is_demanded(client: Browser, device: Authenticator, user: User) -> None:
    demand("registered")
    assert sign(client, device).status_code == 200
    other = account("administrator", "another.administrator")
    phoned = proved(other, Phone(other))
    assert phoned.post(ADD, {**FORM, "command_id": str(uuid4()), "username": "the.next"}).status_code == 200
    assert len(kept()) == 1


def test_demands_are_of_roles(client: Browser) -> None:
    demand("all", "pit_manager")
    assert client.post(ADD, FORM).status_code == 200


def test_the_demonstration_asks_those_who_registered_one(client: Browser, settings: Any) -> None:
    settings.DEMONSTRATION = True
    settings.PROOF_MINUTES = 0
    assert client.post(ADD, FORM).status_code == 403
    assert not was_made()


def test_own_devices_are_managed_without_a_signature(client: Browser, user: User) -> None:
    """Else whoever must sign could never come to a passkey."""
    demand()
    number = store.devices(user)[0].pk
    assert client.post(f"{ADDRESS}passkey/{number}/remove/", {}).status_code in (302, 409)


def test_a_passkey_removed_meanwhile_signs_nothing(client: Browser, device: Authenticator, user: User) -> None:
    demand()
    asked = client.post(ADD, FORM)
    Phone(user)
    store.remove(user, "passkey", store.devices(user)[0].pk, now=clock())
    session = client.session
    assert session
    answer = device.sign(asked.context["asks_passkey"])
    assert client.post(ADD, {"factors_carried": carried(asked), "passkey": answer}).status_code in (302, 422)
    assert not was_made()


def test_the_command_line_says_who_must_sign(user: User, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SECOND_FACTOR = "off"

    def given(by: str) -> str:
        out = StringIO()
        types(monkeypatch, [PASSWORD])
        call_command("signature", "demand", "--role", "pit_manager", "--by", by, stdout=out)
        return out.getvalue()

    assert "pit_manager: all" in given("administrator")
    with pytest.raises(CommandError):
        given("nobody")
    stream = get_ledger(house()).stream("origin/people")
    assert [(event.data.role, event.data.mode, event.data.set_by) for event in stream] == [
        ("pit_manager", "all", "administrator")
    ]
    given("administrator")
    assert len(get_ledger(house()).stream("origin/people")) == 1, "the same again changes nothing"


@pytest.fixture
def a_signed_command() -> Iterator[passkey.SignedCommand]:
    command = passkey.command(
        property_code="P1",
        person="P1",
        act="x",
        command_id=uuid4(),
        nonce="00",
        about={"ask": str(uuid4())},
        said={},
    )
    made = passkey.SignedCommand(command, b"c", bytes(37), b"{}", b"s")
    with signing.one_request():
        signing.signed_by(made, {"Lý do".encode(): bytes(range(32))})
        yield made


def test_only_the_commands_own_events_get_its_signature(a_signed_command: Any) -> None:
    from casino.accounts import facts as f
    from casino.core.events import NewEvent

    said = a_signed_command.said

    def event(actor: str = "person:P1", event_id: Any = None, correlation: str | None = None) -> NewEvent:
        return NewEvent(
            id=event_id or uuid4(),
            stream="account/77",
            type="account.password_chosen.v1",
            data=f.PasswordChosen(),
            actor=actor,
            occurred_at=None,
            correlation=correlation,
        )

    events = [
        event(event_id=said.id),
        event(correlation=str(said.id)),
        event(correlation=said.about["ask"]),
        event(),
        event(correlation=str(uuid4())),
        event(actor="system:accounts"),
        event(actor="person:P2"),
    ]
    stamped = signing.stamped(events, "P1")
    digest = a_signed_command.digest
    assert [each.origin for each in stamped] == [digest] * 4 + [None] * 3
    assert stamped[3].correlation == str(said.id)
    assert [each.origin for each in signing.stamped(events, "OTHER")] == [None] * 7


def test_words_are_sealed_under_the_salt_that_was_signed(a_signed_command: Any) -> None:
    assert signing.salt_of("Lý do".encode()) == bytes(range(32))
    assert signing.salt_of(b"other") is None
    assert hashlib.sha256(bytes(range(32)) + "Lý do".encode()).hexdigest() in passkey.words(bytes(range(32)), "Lý do")
