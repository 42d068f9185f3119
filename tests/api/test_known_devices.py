"""A device that this process knows is not looked up before each request: it is asked for in the transaction that
records. Whatever became of it elsewhere meanwhile counts all the same, and answers are those of a fresh process."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import connection
from django.test import Client

from casino.core.errors import Problem
from casino.core.origin import SignedBatch
from games.ingest import credentials, signed
from games.ingest.devices import record_key, revoke_device, token_hash
from games.ingest.models import Device, DeviceProgress, Quarantine
from tests.api.conftest import Poster
from tests.ingest.conftest import House

URL = "/api/v1/properties/TST/events/"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The devices that were looked up."""
    found: list[str] = []
    real = credentials._find

    def noted(property_code: str, code: str) -> Device | None:
        found.append(code)
        return real(property_code, code)

    monkeypatch.setattr(credentials, "_find", noted)
    return found


@pytest.fixture
def known(committed_house: House) -> Iterator[House]:
    """A house whose sensor has sent, so that this process knows it."""
    credentials._known.clear()
    assert results(post(committed_house, committed_house.raw())) == ["recorded"]
    yield committed_house
    credentials._known.clear()


def post(house: House, body: bytes, *, token: str | None = None) -> Any:
    headers = {"Authorization": f"Bearer {token or house.token}"}
    return Client().post(URL, data=body, content_type="application/x-ndjson", headers=headers)


def results(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [each["status"] for each in json.loads(answer.content)["results"]]


def test_it_is_not_looked_up_again(known: House, asked: list[str]) -> None:
    assert results(post(known, b"\n".join([known.raw(), known.raw()]))) == ["recorded", "recorded"]
    assert asked == []
    assert results(post(known, known.raw(sequence=2))) == ["recorded"]  # a number that came before: the long way
    assert asked == ["S1"]


def as_in_a_fresh_process(house: House, body: bytes, token: str | None = None) -> str:
    """What is answered to a request, and that this process answers the same when it knows nothing."""
    stored = house.count()
    first = post(house, body, token=token)
    credentials._known.clear()
    again = post(house, body, token=token)
    said = [json.loads(answer.content) | {"server_time": None} for answer in (first, again)]
    assert (again.status_code, said[1]) == (first.status_code, said[0])
    assert house.count() == stored
    return str(said[0]["code"])


def test_a_device_that_was_revoked_elsewhere_records_nothing(known: House, asked: list[str]) -> None:
    before = dict(credentials._known)
    revoke_device(property_code="TST", code="S1")
    assert credentials._known == before
    assert as_in_a_fresh_process(known, known.raw()) == "device_revoked"


def test_a_token_that_was_replaced_elsewhere_is_refused_and_the_new_one_taken(known: House) -> None:
    Device.objects.filter(code="S1").update(token_sha256=token_hash("S1.another"))
    body = known.raw()
    assert as_in_a_fresh_process(known, body) == "credentials_wrong"
    assert results(post(known, body, token="S1.another")) == ["recorded"]
    assert results(post(known, known.raw(), token="S1.another")) == ["recorded"]


def test_a_device_that_is_no_longer_there_is_a_stranger(known: House) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_device SET code = 'S9' WHERE code = 'S1'")
    assert as_in_a_fresh_process(known, known.raw()) == "credentials_wrong"


def test_what_cannot_be_read_is_kept_for_the_device_as_it_is_now(known: House, asked: list[str]) -> None:
    assert post(known, b"\xff\xfe{\x00}\x00").status_code >= 400
    assert asked == ["S1"]  # before anything is refused
    assert Quarantine.objects.get().device == known.sensor
    revoke_device(property_code="TST", code="S1")
    assert post(known, b"\xff\xfe{\x00}\x00").json()["code"] == "device_revoked"


def test_nobody_is_refused_by_what_was_known(known: House, asked: list[str]) -> None:
    """A wrong token is held against the record, as that of a device which nobody knows."""
    assert post(known, known.raw(), token="S1.guessed").json()["code"] == "credentials_wrong"
    assert asked == ["S1"]


def a_signed_batch(house: House, key: Ed25519PrivateKey | None = None) -> bytes:
    events = [house.event(), house.event()]
    said = house.signed(*events, key=key).sent()
    if key is not None:  # another key says that it is the device's
        said["key"] = house.signed(*events).key
    return b"\n".join(json.dumps(each).encode() for each in [*events, {"signed": said}])


def test_a_wrong_signature_of_a_batch_is_found_while_the_server_looks(
    known: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the short way too nothing is recorded, nothing counted, and the request kept; the next one is taken."""
    post_signed = Poster(known, Client()).signed
    assert results(post_signed(a_signed_batch(known))) == ["recorded", "recorded"]
    stood, numbers = known.count(), DeviceProgress.objects.get(device__code="K1").highest_sequence
    held: list[Problem | None] = []
    real = signed.against_signature

    def noted(batch: SignedBatch, device: Device) -> Problem | None:
        held.append(real(batch, device))
        return held[-1]

    monkeypatch.setattr(signed, "against_signature", noted)
    forged = a_signed_batch(known, Ed25519PrivateKey.from_private_bytes(bytes(32)))
    answer = post_signed(forged)
    assert (answer.status_code, answer.json()["code"]) == (400, "batch_signature_wrong")
    assert [problem and problem.code for problem in held] == ["batch_signature_wrong"]
    assert known.count() == stood
    assert DeviceProgress.objects.get(device__code="K1").highest_sequence == numbers
    assert bytes(Quarantine.objects.get().body) == forged
    monkeypatch.undo()
    again = [known.event(sequence=numbers + 1), known.event(sequence=numbers + 2)]
    body = b"\n".join(json.dumps(each).encode() for each in [*again, {"signed": known.signed(*again).sent()}])
    assert results(post_signed(body)) == ["recorded", "recorded"]


def test_a_batch_signed_by_a_key_that_was_exchanged_elsewhere_is_held_against_the_new_one(known: House) -> None:
    """What this process knows of a device refuses nobody."""
    post_signed = Poster(known, Client()).signed
    assert results(post_signed(a_signed_batch(known))) == ["recorded", "recorded"]
    before = dict(credentials._known)
    key = Ed25519PrivateKey.from_private_bytes(bytes([7] * 32))
    public = base64.b64encode(key.public_key().public_bytes_raw()).decode()
    Device.objects.filter(code="K1").update(public_key=public)
    record_key(property_code="TST", code="K1")
    assert credentials._known == before
    old = a_signed_batch(known)
    assert post_signed(old).json()["code"] == "credentials_wrong"  # the request is signed by the old key as well
    known.key = key
    assert results(post_signed(a_signed_batch(known))) == ["recorded", "recorded"]
