"""Passkeys: what a browser may answer and what not, with a device in software that signs every lie."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import RequestFactory

from casino.core.errors import Problem
from casino.factors import passkeys, store
from casino.factors.models import Passkey
from tests.factors.authenticator import ORIGIN, RP, UP, UV, Authenticator
from tests.factors.conftest import account

NOW = datetime(2026, 11, 22, 5, 0, tzinfo=UTC)


@pytest.fixture
def user(required: None) -> User:
    return account("administrator")


@pytest.fixture
def request_() -> HttpRequest:
    found = RequestFactory(SERVER_NAME=RP).get("/")
    found.session = SessionStore()
    return found


def enrol(request: HttpRequest, user: User, device: Authenticator, **lies: Any) -> Passkey:
    options = passkeys.begin_registration(request, user, now=NOW)
    return passkeys.register(request, user, device.make(options, **lies), label="Phone", now=NOW)


def prove(request: HttpRequest, user: User, device: Authenticator, **lies: Any) -> Passkey:
    options = passkeys.begin_proof(request, user, now=NOW)
    assert options is not None
    return passkeys.check(request, user, device.sign(options, **lies), now=NOW)


def refused(act: Callable[..., Any], *args: Any, **lies: Any) -> str:
    with pytest.raises(Problem) as caught:
        act(*args, **lies)
    return caught.value.code


LIES: dict[str, dict[str, Any]] = {
    "the key of another domain": {"rp": "evil.example"},
    "a page of another domain": {"origin": "https://evil.example"},
    "a subdomain that was not named": {"origin": f"https://x.{RP}"},
    "the same name without encryption": {"origin": f"http://{RP}"},
    "the same name at another port": {"origin": f"https://{RP}:8443"},
    "nobody verified": {"flags": UP},
    "nobody there": {"flags": UV},
}


def test_what_is_kept_can_check_a_signature_later(user: User, request_: HttpRequest) -> None:
    device = Authenticator()
    enrol(request_, user, device)
    row = Passkey.objects.get()
    assert (bytes(row.credential_id), row.rp_id, row.origins, row.algorithm) == (device.id, RP, [ORIGIN], -7)
    assert (row.transports, row.backed_up, row.sign_count, row.label) == (["internal"], False, 0, "Phone")
    assert len(bytes(row.public_key)) == 77
    assert passkeys.public_key(row).credential_id == device.id
    later = prove(request_, user, device)
    assert later.last_used_at == NOW


@pytest.mark.parametrize("lie", LIES)
def test_no_passkey_is_taken_that_was_made_elsewhere_or_by_nobody(user: User, request_: HttpRequest, lie: str) -> None:
    assert refused(enrol, request_, user, Authenticator(), **LIES[lie]) == "passkey_refused"
    assert not Passkey.objects.exists()


@pytest.mark.parametrize("lie", [*LIES, "another purpose", "inside a frame of another page"])
def test_no_proof_is_taken_that_was_made_elsewhere_or_by_nobody(user: User, request_: HttpRequest, lie: str) -> None:
    more: dict[str, dict[str, Any]] = {
        "another purpose": {"kind": "webauthn.create"},
        "inside a frame of another page": {"framed": True},
    }
    device = Authenticator()
    enrol(request_, user, device)
    assert refused(prove, request_, user, device, **{**LIES, **more}[lie]) == "passkey_refused"
    assert Passkey.objects.get().last_used_at is None


def test_the_browser_is_asked_to_verify_the_person(user: User, request_: HttpRequest) -> None:
    options = passkeys.begin_registration(request_, user, now=NOW)
    assert options["authenticatorSelection"]["userVerification"] == "required"
    enrol(request_, user, Authenticator())
    asked = passkeys.begin_proof(request_, user, now=NOW)
    assert asked is not None
    assert asked["userVerification"] == "required"
    json.dumps([options, asked])


def test_an_answer_counts_once_and_not_for_long(user: User, request_: HttpRequest) -> None:
    device = Authenticator()
    enrol(request_, user, device)
    options = passkeys.begin_proof(request_, user, now=NOW)
    assert options is not None
    answer = device.sign(options)
    passkeys.check(request_, user, answer, now=NOW)
    assert refused(passkeys.check, request_, user, answer, now=NOW) == "factor_expired"
    options = passkeys.begin_proof(request_, user, now=NOW)
    assert options is not None
    late = NOW + timedelta(seconds=passkeys.CHALLENGE_SECONDS + 1)
    assert refused(passkeys.check, request_, user, device.sign(options), now=late) == "factor_expired"
    passkeys.begin_proof(request_, user, now=NOW)
    assert refused(passkeys.check, request_, user, device.sign(options), now=NOW) == "passkey_refused"


def test_the_challenge_of_a_registration_proves_nothing(user: User, request_: HttpRequest) -> None:
    device = Authenticator()
    enrol(request_, user, device)
    options = passkeys.begin_registration(request_, user, now=NOW)
    assert refused(passkeys.check, request_, user, device.sign(options), now=NOW) == "factor_expired"


def test_somebody_elses_passkey_is_none(user: User, request_: HttpRequest) -> None:
    mine, theirs = Authenticator(), Authenticator()
    enrol(request_, user, mine)
    enrol(request_, account("pit_manager"), theirs)
    assert refused(prove, request_, user, theirs) == "passkey_refused"
    theirs.id = mine.id
    assert refused(prove, request_, user, theirs) == "passkey_refused"


def test_one_passkey_belongs_to_one_account(user: User, request_: HttpRequest) -> None:
    device = Authenticator()
    enrol(request_, user, device)
    assert refused(enrol, request_, account("pit_manager"), device) == "passkey_refused"
    assert Passkey.objects.get().user == user


def test_a_counter_that_does_not_grow_betrays_a_copy(user: User, request_: HttpRequest) -> None:
    device = Authenticator(counter=5)
    enrol(request_, user, device)
    assert prove(request_, user, device).sign_count == 6
    device.counter = 5
    assert refused(prove, request_, user, device) == "passkey_refused"
    assert Passkey.objects.get().sign_count == 6
    assert prove(request_, user, device).sign_count == 7


def test_a_counter_that_always_says_nothing_is_taken(user: User, request_: HttpRequest) -> None:
    device = Authenticator()
    enrol(request_, user, device)
    assert [prove(request_, user, device).sign_count for _ in range(2)] == [0, 0]


@pytest.mark.parametrize(
    "junk", ["", "{", "[]", "null", "{}", '{"rawId": 1}', '{"id": "AA", "rawId": "AA", "response": {}}', "9" * 70_000]
)
def test_junk_is_refused(user: User, request_: HttpRequest, junk: str) -> None:
    enrol(request_, user, Authenticator())
    passkeys.begin_proof(request_, user, now=NOW)
    assert refused(passkeys.check, request_, user, junk, now=NOW) == "passkey_refused"
    passkeys.begin_registration(request_, user, now=NOW)
    assert refused(passkeys.register, request_, user, junk, label="x", now=NOW) == "passkey_refused"


def test_a_removed_passkey_opens_nothing_and_stays_for_what_it_signed(user: User, request_: HttpRequest) -> None:
    device, spare = Authenticator(), Authenticator()
    row = enrol(request_, user, device)
    enrol(request_, user, spare)
    store.remove(user, "passkey", row.pk, now=NOW)
    assert refused(prove, request_, user, device) == "passkey_refused"
    row.refresh_from_db()
    assert row.removed_at == NOW
    assert len(bytes(row.public_key)) == 77


@pytest.mark.parametrize(
    ("host", "possible"),
    [(RP, True), (f"desk.{RP}", True), (f"{RP}:8443", True), ("127.0.0.1", False), (f"evil{RP}", False)],
)
def test_passkeys_are_offered_only_under_their_domain(
    user: User, request_: HttpRequest, settings: Any, host: str, possible: bool
) -> None:
    enrol(request_, user, Authenticator())
    settings.ALLOWED_HOSTS = ["*"]
    there = RequestFactory().get("/", headers={"host": host})
    there.session = SessionStore()
    assert passkeys.possible_at(there) is possible
    assert (passkeys.begin_proof(there, user, now=NOW) is not None) is possible


def test_passkeys_of_a_former_domain_are_asked_for_nothing(user: User, request_: HttpRequest, settings: Any) -> None:
    enrol(request_, user, Authenticator())
    settings.PASSKEY_DOMAIN, settings.PASSKEY_ORIGINS = "new.example", ["https://new.example"]
    assert passkeys.usable(user) == []
    assert store.devices(user)


def test_without_a_domain_there_are_none(user: User, request_: HttpRequest, settings: Any) -> None:
    settings.PASSKEY_DOMAIN = ""
    assert not passkeys.possible_at(request_)
    assert refused(passkeys.begin_registration, request_, user, now=NOW) == "passkey_not_here"
