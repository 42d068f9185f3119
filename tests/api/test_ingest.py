"""What a device sees when it sends: every form of a batch, every kind of answer."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client

from casino.clock import now as clock_now
from games.ingest.devices import revoke_device
from games.ingest.models import DeviceProgress, Quarantine
from games.rows import limits
from tests.api.conftest import PATH, Poster, batch, codes, zipped
from tests.clock import HouseClock
from tests.ingest.conftest import House


def test_one_event_an_array_a_named_array_and_lines_are_all_taken(post: Poster, house: House) -> None:
    json_type = "application/json"
    assert codes(post(house.raw(), json_type)) == ["recorded"]
    assert codes(post(batch([house.raw(), house.raw()]), json_type)) == ["recorded"] * 2
    named = b'{"events": %b}' % batch([house.raw(), house.raw()])
    assert codes(post(named, json_type + "; charset=UTF-8")) == ["recorded"] * 2
    assert codes(post(b"\n\r\n" + house.raw() + b"\r\n\n" + house.raw())) == ["recorded"] * 2


def test_the_answer_names_position_line_and_counts(post: Poster, house: House) -> None:
    good, bad = house.raw(), house.raw(table="RL99")
    answer = post(b"\n" + good + b"\n" + bad + b"\n" + good).json()
    assert [(r["index"], r["line"], r["status"]) for r in answer["results"]] == [
        (0, 2, "recorded"),
        (1, 3, "refused"),
        (2, 4, "duplicate"),
    ]
    assert answer["results"][0]["position"] == answer["results"][2]["position"] == house.count()
    assert answer["results"][1]["message"] == "There is no table RL99."
    assert answer["results"][1]["id"] == json.loads(bad)["id"]
    assert (answer["recorded"], answer["duplicate"], answer["refused"]) == (1, 1, 1)


def test_messages_come_in_the_language_asked_for(post: Poster, house: House) -> None:
    bad = house.raw(table="RL99")
    assert post(bad, language="vi").json()["results"][0]["message"] == "Không có bàn RL99."
    assert post(b"", language="vi").json()["message"] == "Yêu cầu không có nội dung."


def test_gzip_is_taken(post: Poster, house: House) -> None:
    body = zipped(house.raw() + b"\n") + zipped(house.raw())
    assert codes(post(body, **{"Content-Encoding": "gzip"})) == ["recorded"] * 2


def test_a_signed_request_is_taken_and_its_clock_measured(post: Poster, house: House) -> None:
    assert codes(post.signed(house.raw())) == ["recorded"]
    event = house.ledger.get(house.count())
    assert event is not None
    assert (event.actor, event.clock_skew_ms) == ("device:K1", 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"body": b"{}"},
        {"timestamp": clock_now().isoformat()},
        {"device": "S1"},
        {"device": "nobody"},
        {"path": PATH + "?a=1"},
        {"path": PATH.replace("TST", "OTH")},
        {"clock_header": clock_now().isoformat()},
        {"signature": "A" * 86 + "=="},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_a_signature_covers_every_part(post: Poster, house: House, changes: dict[str, Any]) -> None:
    response = post.signed(house.raw(), **changes)
    assert (response.status_code, response.json()["code"]) == (401, "credentials_wrong")
    assert not house.streams()


@pytest.mark.parametrize("minutes", [-6, 6, 60 * 24 * 365])
def test_a_signature_out_of_time_is_refused_with_the_servers_time(post: Poster, house: House, minutes: int) -> None:
    response = post.signed(house.raw(), at=clock_now() - timedelta(minutes=minutes))
    assert (response.status_code, response.json()["code"]) == (401, "clock_off")
    said = datetime.fromisoformat(response.json()["server_time"])
    assert abs(clock_now() - said) < timedelta(seconds=5)


def test_a_clock_hours_off_that_cannot_be_set_is_said_beside_and_flagged(post: Poster, house: House) -> None:
    reading = (clock_now() - timedelta(hours=3)).isoformat()
    assert codes(post.signed(house.raw(), clock=reading)) == ["recorded"]
    (fact,) = [e for e in house.ledger.stream("device/K1") if e.type == "device.clock_off.v1"]
    assert abs(fact.data.skew_ms - 3 * 3_600_000) < 5_000
    event = house.ledger.get(house.count() - 1)
    assert event is not None
    assert event.clock_skew_ms == fact.data.skew_ms


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "credentials_missing"),
        ({"Authorization": "Basic Zm9vOmJhcg=="}, "credentials_unreadable"),
        ({"Authorization": "Bearer"}, "credentials_unreadable"),
        ({"Authorization": "Bearer S1"}, "credentials_unreadable"),
        ({"Authorization": "Bearer S1.wrong"}, "credentials_wrong"),
        ({"Authorization": "Bearer K1.whatever"}, "credentials_wrong"),
        ({"Authorization": "Bearer no body.x"}, "credentials_wrong"),
        ({"Authorization": "Bearer \u00e9\u00e9.x"}, "credentials_wrong"),
        ({"Tableproof-Signature": "!", "Tableproof-Timestamp": "2026-01-01T00:00:00Z"}, "credentials_unreadable"),
        ({"Tableproof-Signature": "AAAA", "Tableproof-Timestamp": "2026-01-01T00:00:00Z"}, "credentials_unreadable"),
        ({"Tableproof-Signature": "AAAA", "Tableproof-Timestamp": "yesterday"}, "credentials_unreadable"),
        (
            {"Tableproof-Signature": "AAAA", "Tableproof-Timestamp": "9999-12-31T23:59:59-12:00"},
            "credentials_unreadable",
        ),
        ({"Tableproof-Signature": "AAAA"}, "credentials_unreadable"),
    ],
)
def test_without_a_right_credential_only_a_little_is_kept(
    post: Poster, house: House, headers: dict[str, str], code: str
) -> None:
    body = house.raw() + b" " * 9_000
    response = post(body, token=None, **headers)
    assert (response.status_code, response.json()["code"]) == (401, code)
    assert response["WWW-Authenticate"]
    kept = Quarantine.objects.get()
    assert (kept.is_authenticated, kept.device, kept.body_length, len(kept.body)) == (False, None, len(body), 4_096)
    assert not house.streams()


def test_strangers_are_kept_only_so_often_and_then_turned_away(
    post: Poster, house: House, monkeypatch: pytest.MonkeyPatch, house_clock: HouseClock
) -> None:
    """Within one minute, which the clock does not leave however slow the machine is."""
    monkeypatch.setattr(limits, "STRANGERS_PER_MINUTE", 20)
    answers = [post(b"x" * n, token="S1.wrong").status_code for n in range(1, 25)]
    assert answers.count(401) == 20
    assert answers[20:] == [429] * 4
    assert Quarantine.objects.count() == limits.STRANGERS_KEPT_PER_MINUTE
    assert codes(post(house.raw())) == ["recorded"], "a device behind the same address still gets through"


def test_a_token_whose_clock_is_hours_off_is_taken_and_flagged_once(post: Poster, house: House) -> None:
    wrong = (clock_now() + timedelta(hours=2)).isoformat()
    for _again in range(3):
        assert codes(post(house.raw(), **{"Tableproof-Timestamp": wrong})) == ["recorded"]
    facts = [e for e in house.ledger.stream("device/S1") if e.type == "device.clock_off.v1"]
    assert len(facts) == 1
    assert DeviceProgress.objects.get(device=house.sensor).clock_flagged_skew_ms == facts[0].data.skew_ms


def test_what_a_revoked_device_sends_is_refused_and_kept(post: Poster, house: House) -> None:
    revoke_device(property_code="TST", code="S1")
    body = house.raw()
    response = post(body)
    assert (response.status_code, response.json()["code"]) == (403, "device_revoked")
    assert bytes(Quarantine.objects.get().body) == body


def test_a_device_that_sends_too_often_is_slowed(post: Poster, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REQUESTS_PER_MINUTE", 2)
    cache.clear()
    statuses = [post(house.raw()).status_code for _n in range(4)]
    assert 429 in statuses
    response = post(house.raw())
    if response.status_code == 429:  # unless a minute has just begun
        assert int(response["Retry-After"]) >= 1


def test_a_database_that_gives_up_is_a_reason_to_send_again(
    post: Poster, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*args: object, **kwargs: object) -> None:
        raise OperationalError("server closed the connection")

    monkeypatch.setattr("games.api.ingest.take_in", gone)
    response = post(house.raw())
    assert (response.status_code, response.json()["code"]) == (503, "try_again")
    assert response["Retry-After"]


def test_other_methods_are_refused_in_the_one_shape(house: House) -> None:
    response = Client().get(PATH)
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
    assert "POST" in response["Allow"]


def test_the_number_of_queries_does_not_grow_with_the_batch(
    post: Poster, house: House, django_assert_max_num_queries: Any
) -> None:
    post.events(house.raw())
    with django_assert_max_num_queries(30):
        assert codes(post.events(*(house.raw() for _n in range(200)))) == ["recorded"] * 200


def test_a_device_is_not_measured_by_a_server_whose_clock_is_wrong(
    post: Poster, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a fact about the device nor a correction of its times comes of it; with a right clock both do."""
    minutes_ago = (clock_now() - timedelta(minutes=5)).isoformat()
    monkeypatch.setattr("casino.ledger.clock.is_right", lambda: False)
    assert codes(post(house.raw(), **{"Tableproof-Timestamp": minutes_ago})) == ["recorded"]
    event = house.ledger.get(house.count())
    assert event is not None
    assert (event.type, event.clock_skew_ms) == ("roulette.bet_placed.v1", None)
    assert "device.clock_off.v1" not in [e.type for e in house.ledger.stream("device/S1")]
    monkeypatch.setattr("casino.ledger.clock.is_right", lambda: True)
    assert codes(post(house.raw(), **{"Tableproof-Timestamp": minutes_ago})) == ["recorded"]
    assert "device.clock_off.v1" in [e.type for e in house.ledger.stream("device/S1")]
