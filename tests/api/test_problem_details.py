"""Refusals as RFC 9457 has them, readable as before; tags of what is read, which say nothing across accounts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from casino.core import errors
from games.ingest.devices import add_device
from tests.disputes.conftest import court, person_keys
from tests.disputes.court import Court, colleague
from tests.replay.story import CODE

__all__ = ["court", "person_keys"]

EVENTS = f"/api/v1/properties/{CODE}/events/"
ROUNDS = "/api/v1/rounds/"
RFC_9457 = {"type": str, "title": str, "status": int, "detail": str}
"""The members that RFC 9457 (3.1) names, with their JSON types."""


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user, backend="casino.backends.PostingBackend")
    return client


@pytest.mark.parametrize(
    ("accept", "person", "device"),
    [
        (None, "application/problem+json", "application/json"),
        ("*/*", "application/problem+json", "application/json"),
        ("application/json", "application/json", "application/json"),
        ("application/problem+json", "application/problem+json", "application/problem+json"),
        ("application/json, application/problem+json;q=0.9", "application/problem+json", "application/problem+json"),
        ("text/html", "application/problem+json", "application/json"),
    ],
)
def test_the_form_is_agreed_upon_and_the_members_are_the_same(
    accept: str | None, person: str, device: str, court: Court
) -> None:
    headers = {} if accept is None else {"accept": accept}
    asked = signed_in(court.user("pit_manager")).get(ROUNDS, {"limit": "0"}, headers=headers)
    sent = Client().post(EVENTS, b"[]", content_type="application/json", headers=headers)
    for answer, kind, status, code in (
        (asked, person, 400, "bad_request"),
        (sent, device, 401, "credentials_missing"),
    ):
        said = json.loads(answer.content)
        assert (answer.status_code, answer["Content-Type"]) == (status, kind)
        assert {name: type(said[name]) for name in RFC_9457} == RFC_9457
        assert (said["status"], said["code"]) == (status, code)
        assert said["message"] == said["detail"] == errors.Problem(code).in_language("vi")
        assert Client().get(said["type"]).json()["code"] == code


def test_every_way_to_be_refused_has_the_shape(court: Court) -> None:
    stranger = Client()
    dealer = signed_in(court.user("dealer"))
    _device, token = add_device(property_code=CODE, code="RL01-P", kind="sensor", tables=["RL01"])
    by_token = {"authorization": f"Bearer {token}"}
    answers = [
        stranger.get("/api/v1/nothing/"),
        stranger.get(ROUNDS),
        stranger.get("/log/nowhere/checkpoint"),
        dealer.delete(ROUNDS),
        dealer.get("/api/v1/cases/"),
        stranger.post(EVENTS, b"", content_type="application/json", headers=by_token),
    ]
    for answer in answers:
        said = json.loads(answer.content)
        assert said["status"] == answer.status_code >= 400
        assert said["type"] == f"/api/v1/errors/{said['code']}/"
        assert said["title"]


def test_the_table_is_read_over_the_api() -> None:
    listed = Client().get("/api/v1/errors/", headers={"accept-language": "en"}).json()["codes"]
    assert [each["code"] for each in listed] == [each.code for each in errors.table()]
    assert Client().get("/api/v1/errors/no_such_code/").status_code == 404


def test_who_has_it_already_is_told_so(court: Court) -> None:
    client = signed_in(court.user("pit_manager"))
    first = client.get(ROUNDS)
    assert first.status_code == 200
    again = client.get(ROUNDS, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == "no-store, private"
    assert client.get(ROUNDS, headers={"if-none-match": f'"other", W/{first["ETag"]}'}).status_code == 304
    assert client.get(ROUNDS, {"limit": 1}, headers={"if-none-match": first["ETag"]}).status_code == 200
    assert client.get(ROUNDS, headers={"if-none-match": '"made up"'}).status_code == 200


def test_it_changes_with_the_record(court: Court) -> None:
    client = signed_in(court.user("pit_manager"))
    address = "/api/v1/cases/"
    before = client.get(address)
    court.open()
    after = client.get(address, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert after["ETag"] != before["ETag"]


def test_a_tag_opens_nothing_to_another_account(court: Court) -> None:
    manager, other = (signed_in(colleague(name, "pit_manager")) for name in ("one.manager", "other.manager"))
    tag = manager.get(ROUNDS)["ETag"]
    assert other.get(ROUNDS, headers={"if-none-match": tag}).status_code == 200
    assert other.get(ROUNDS)["ETag"] != tag
    refused = Client().get(ROUNDS, headers={"if-none-match": tag})
    assert refused.status_code in (401, 403)
    assert "ETag" not in refused
    assert signed_in(court.user("dealer")).get("/api/v1/cases/", headers={"if-none-match": "*"}).status_code == 403


def test_who_lost_the_right_is_refused_and_not_told_that_nothing_changed(court: Court) -> None:
    user = colleague("leaving", "pit_manager")
    client = signed_in(user)
    tag = client.get(ROUNDS)["ETag"]
    user.groups.clear()
    assert client.get(ROUNDS, headers={"if-none-match": tag}).status_code == 403
