"""Batches that a device has signed: kept once, named by each entry, and refused precisely where they do not hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import connection

from casino.core.errors import Problem
from casino.core.origin import hash_of_entry, sign
from casino.ledger.entries import _AT_POSITIONS, Stored, entry_of
from casino.ledger.models import Property
from games.ingest import service
from games.ingest.devices import bind_device, record_key, revoke_device
from games.ingest.models import Device, Quarantine
from tests.api.conftest import Poster, codes, post
from tests.ingest.conftest import House, house

__all__ = ["house", "post"]

Events = list[dict[str, Any]]


def lines(events: Events, signed: Any) -> bytes:
    """NDJSON with what was signed in its last line."""
    return b"\n".join(json.dumps(each).encode() for each in [*events, {"signed": signed}])


def stored(position: int) -> Stored:
    with connection.cursor() as cursor:
        cursor.execute(_AT_POSITIONS, [Property.objects.get(code="TST").id, [position]])
        row = list(cursor.fetchone())
    return Stored._make(bytes(each) if isinstance(each, memoryview) else each for each in row)


def kept() -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT position, digest, key, signature, device, events FROM ledger_batch ORDER BY position")
        return [tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in cursor.fetchall()]


@pytest.mark.parametrize("kind", ["application/x-ndjson", "application/json"])
def test_a_signed_batch_is_kept_once_and_each_entry_names_it(post: Poster, house: House, kind: str) -> None:
    events = [house.event(), house.event(correlation='ă "\\ \u2028'), house.event(occurred_at=None, entered_later=True)]
    batch = house.signed(*events)
    body = (
        lines(events, batch.sent())
        if kind.endswith("ndjson")
        else json.dumps({"events": events, "signed": batch.sent()}).encode()
    )
    answer = post.signed(body, kind=kind)
    assert codes(answer) == ["recorded"] * 3
    positions = [each["position"] for each in answer.json()["results"]]
    (row,) = kept()
    digest = bytes.fromhex(batch.digest)
    assert row == (positions[0], digest, bytes.fromhex(batch.key), batch.signature, "K1", batch.hashes)
    for index, position in enumerate(positions):
        found = stored(position)
        assert found.origin == digest
        assert hash_of_entry(entry_of(found), found.body) == batch.hash_at(index)


def test_what_the_server_adds_is_not_part_of_what_is_signed(post: Poster, house: House) -> None:
    """A clock an hour off, which is stored with the event."""
    event = house.event()
    answer = post.signed(lines([event], house.signed(event).sent()), clock="2026-01-01T00:00:00Z")
    found = stored(answer.json()["results"][0]["position"])
    assert b"clock_skew_ms" in found.body
    assert hash_of_entry(entry_of(found), found.body) == house.signed(event).hashes


def test_sent_again_in_whatever_batch_the_first_signature_stays(post: Poster, house: House) -> None:
    first, second, third = house.event(), house.event(), house.event()
    batch = house.signed(first, second)
    positions = [r["position"] for r in post.signed(lines([first, second], batch.sent())).json()["results"]]
    assert codes(post.signed(lines([first, second], batch.sent()))) == ["duplicate"] * 2
    other = house.signed(second, third, second)
    assert codes(post.signed(lines([second, third, second], other.sent()))) == ["duplicate", "recorded", "duplicate"]
    assert codes(post.signed(lines([first], house.signed(first).sent()))) == ["duplicate"]
    assert [each[1] for each in kept()] == [bytes.fromhex(batch.digest), bytes.fromhex(other.digest)]
    assert {stored(position).origin for position in positions} == {bytes.fromhex(batch.digest)}
    assert stored(house.count()).origin == bytes.fromhex(other.digest)


def test_an_event_recorded_without_a_signature_gets_none_afterwards(post: Poster, house: House) -> None:
    event = house.event()
    assert codes(post.signed(json.dumps(event).encode())) == ["recorded"]
    assert codes(post.signed(lines([event], house.signed(event).sent()))) == ["duplicate"]
    assert (stored(house.count()).origin, kept()) == (b"", [])


def test_a_refused_event_of_a_signed_batch_takes_no_other_with_it_and_may_come_later(
    post: Poster, house: House
) -> None:
    house.table("RL02")
    events = [house.event(), house.event(table="RL02"), house.event()]
    body = lines(events, house.signed(*events).sent())
    assert codes(post.signed(body)) == ["recorded", "table_not_bound", "recorded"]
    bind_device(property_code="TST", table="RL02", device="K1")
    assert codes(post.signed(body)) == ["duplicate", "recorded", "duplicate"]
    (row,) = kept()
    assert stored(house.count()).origin == row[1]


def test_a_great_batch_is_kept_as_well(post: Poster, house: House) -> None:
    events = [house.event() for _ in range(150)]
    batch = house.signed(*events)
    assert set(codes(post.signed(lines(events, batch.sent())))) == {"recorded"}
    assert [row[5] for row in kept()] == [batch.hashes]
    assert stored(house.count()).origin == bytes.fromhex(batch.digest)


def test_tokens_and_requests_without_a_batch_signature_stay_unsigned(post: Poster, house: House) -> None:
    assert codes(post(house.raw())) == ["recorded"]
    assert stored(house.count()).origin == b""
    assert codes(post.signed(house.raw())) == ["recorded"]
    assert stored(house.count()).origin == b""
    assert kept() == []


Change = Callable[[House, Events, dict[str, Any]], object]


def _set(name: str, value: Any) -> Change:
    return lambda _house, _events, said: said.update({name: value})


def _signed_by(**values: Any) -> Change:
    def change(house: House, events: Events, said: dict[str, Any]) -> None:
        said.update(house.signed(*events, **values).sent() | {"key": said["key"]})

    return change


def _of_another_property(house: House, events: Events, said: dict[str, Any]) -> None:
    said.update(sign(events, property_code="OTH", device="K1", private_key=house.key).sent())


def _other_order(house: House, events: Events, said: dict[str, Any]) -> None:
    said["events"].reverse()


def _another_key() -> Any:
    return Ed25519PrivateKey.from_private_bytes(bytes(32))


WRONG: dict[str, tuple[Change, str]] = {
    "no signature": (lambda h, e, said: said.pop("signature"), "batch_signature_unreadable"),
    "no base64": (_set("signature", "?"), "batch_signature_unreadable"),
    "too short": (_set("signature", "AAAA"), "batch_signature_unreadable"),
    "no hash": (lambda h, e, said: said["events"].__setitem__(0, "zz" * 32), "batch_signature_unreadable"),
    "a hash too short": (lambda h, e, said: said["events"].__setitem__(0, "00"), "batch_signature_unreadable"),
    "something more": (_set("more", 1), "batch_signature_unreadable"),
    "no object": (_set("events", 7), "batch_signature_unreadable"),
    "one hash too few": (lambda h, e, said: said["events"].pop(), "batch_list_differs"),
    "one event too few": (lambda h, events, s: events.pop(), "batch_list_differs"),
    "another key's name": (_set("key", "0" * 64), "batch_key_unknown"),
    "another key": (_signed_by(key=_another_key()), "batch_signature_wrong"),
    "for another device": (_signed_by(device="S1"), "batch_signature_wrong"),
    "for another property": (_of_another_property, "batch_signature_wrong"),
    "in another order": (_other_order, "batch_signature_wrong"),
    "nothing signed": (_set("signature", "A" * 86 + "=="), "batch_signature_wrong"),
}


@pytest.mark.parametrize(("change", "code"), WRONG.values(), ids=WRONG.keys())
def test_a_signature_that_does_not_hold_refuses_the_request_and_keeps_it(
    post: Poster, house: House, change: Change, code: str
) -> None:
    events = [house.event(), house.event()]
    said = house.signed(*events).sent()
    change(house, events, said)
    before = house.count()
    body = lines(events, said)
    response = post.signed(body)
    assert (response.status_code, response.json()["code"]) == (400, code)
    assert (house.count(), kept()) == (before, [])
    row = Quarantine.objects.get()
    assert (row.code, row.device, row.is_authenticated, bytes(row.body)) == (code, house.signer, True, body)


CHANGED: dict[str, dict[str, Any]] = {
    "amount": {"data": {"bet": "b1", "spot": "red", "stake_minor": 200_000}},
    "spot": {"data": {"bet": "b1", "spot": "black", "stake_minor": 100_000}},
    "moment": {"occurred_at": "2026-06-13T20:15:01+00:00"},
    "no moment": {"occurred_at": None},
    "round": {"round": "20260613-0002"},
    "number": {"sequence": 77},
    "correlation": {"correlation": "x"},
    "mark": {"entered_later": True},
    "id": {"id": "00000000-0000-4000-8000-00000000beef"},
}


@pytest.mark.parametrize("changes", CHANGED.values(), ids=CHANGED.keys())
def test_an_event_changed_after_it_was_signed_is_refused_alone(
    post: Poster, house: House, changes: dict[str, Any]
) -> None:
    events = [house.event(), house.event(), house.event()]
    said = house.signed(*events).sent()
    events[1] = {**events[1], **changes}
    answer = post.signed(lines(events, said))
    assert codes(answer) == ["recorded", "event_not_signed", "recorded"]
    assert house.signed(events[1]).hashes.hex() in answer.json()["results"][1]["message"]
    row = Quarantine.objects.get()
    assert (row.code, json.loads(bytes(row.body))) == ("event_not_signed", events[1])


def test_the_same_said_in_another_spelling_is_the_same_event(post: Poster, house: House) -> None:
    """The hash is that of what is said, not of its spelling: an offset, a UUID in capitals, keys in another order."""
    event = house.event()
    said = house.signed(event).sent()
    spelt = {**dict(reversed(event.items())), "id": event["id"].upper(), "occurred_at": "2026-06-14T03:15:00.0+07:00"}
    assert codes(post.signed(lines([spelt | {"device": "K1"}], said))) == ["recorded"]
    assert stored(house.count()).origin == bytes.fromhex(house.signed(event).digest)


def test_a_device_with_a_token_has_no_key_to_sign_with(post: Poster, house: House) -> None:
    event = house.event()
    body = lines([event], house.signed(event, device="S1").sent())
    response = post(body)
    assert (response.status_code, response.json()["code"]) == (400, "batch_key_unknown")


def test_a_key_that_the_record_does_not_know_signs_nothing_until_it_is_recorded(post: Poster, house: House) -> None:
    """Of a device registered before keys were recorded."""
    Device.objects.filter(code="K1").update(key_position=None)
    event = house.event()
    body = lines([event], house.signed(event).sent())
    assert post.signed(body).json()["code"] == "batch_key_unknown"
    assert record_key(property_code="TST", code="K1")
    assert not record_key(property_code="TST", code="K1")
    assert codes(post.signed(body)) == ["recorded"]
    with pytest.raises(Problem) as caught:
        record_key(property_code="TST", code="S1")
    assert caught.value.code == "device_without_key"


def test_a_line_that_only_looks_like_a_signature_is_an_event(post: Poster, house: House) -> None:
    assert codes(post(house.raw(correlation='"signed"'))) == ["recorded"]
    assert codes(post(house.raw() + b'\n{"signed": 1, "type": "x"}')) == ["recorded", "unknown_field"]
    assert codes(post(b'{"signed": {}}\n' + house.raw())) == ["unknown_field", "recorded"]
    assert post(b'{"signed": {}}').json()["code"] == "empty_body"


def test_whoever_was_revoked_meanwhile_has_no_event_behind_the_end_of_its_key(
    post: Poster, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Revoked between the look at its credential and the recording."""
    event = house.event()
    counted = service.Batch._counted

    def revoked_first(self: service.Batch, numbers: Any, **more: Any) -> Any:
        revoke_device(property_code="TST", code="K1")
        return counted(self, numbers, **more)

    monkeypatch.setattr(service.Batch, "_counted", revoked_first)
    response = post.signed(lines([event], house.signed(event).sent()))
    assert (response.status_code, response.json()["code"]) == (403, "device_revoked")
    assert kept() == []
