"""Reports over the API: asked for, sized, listed, cancelled, deleted; downloads in parts are one download."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
from django.test import Client

from casino.ledger.application import get_ledger
from games.rows.models import Round
from surveillance.bundle.selection import Selection
from tests.replay.story import CODE
from tests.surveillance.reports.conftest import Asking

As = Callable[..., Client]
URL = "/api/v1/reports/"
ROUND = Selection(about="round", round="RL01/short")


def post(client: Client, address: str, body: Any) -> Any:
    return client.post(address, body, content_type="application/json")


def test_sized_asked_for_and_listed(asks: Asking, as_: As) -> None:
    client = as_(asks.user("senior_management"))
    selection = {"about": "round", "round": "RL01/short"}
    sized = post(client, f"{URL}size/", selection)
    assert sized.json() == {"rounds": 1, "events": Round.objects.get(stream="round/RL01/short").facts_count}
    asked = post(client, URL, {"command_id": str(uuid4()), "selection": selection})
    assert asked.status_code == 202
    said = asked.json()
    assert (said["state"], said["title"]) == ("requested", "One round: RL01/short")
    assert [each["code"] for each in client.get(URL).json()["reports"]] == [said["code"]]
    assert client.get(URL, {"state": "finished"}).json() == {"reports": [], "next": None}
    assert client.get(f"{URL}{said['code']}/").json()["progress"]["state"] == "queued"


def test_what_does_not_fit_is_said_by_field(asks: Asking, as_: As) -> None:
    client = as_(asks.user("senior_management"))
    for selection, code, field in (
        ({"about": "round"}, "reports_needs", "round"),
        ({"about": "table", "table": "RL01"}, "reports_needs", "begins_at"),
        ({"about": "everything"}, "bad_request", "selection.about"),
        ({"about": "round", "round": "RL01/short", "player": "x"}, "reports_not_with", "player"),
    ):
        answer = post(client, URL, {"command_id": str(uuid4()), "selection": selection})
        assert (answer.json()["code"], answer.json().get("field")) == (code, field)
    assert client.get(f"{URL}R-NONE/").status_code == 404


def test_cancelled_and_deleted(asks: Asking, as_: As) -> None:
    client = as_(asks.user("senior_management"))
    row = asks.ask(ROUND)
    assert post(client, f"{URL}{row.code}/cancel/", {}).json()["state"] == "cancelled"
    assert post(client, f"{URL}{row.code}/cancel/", {}).json()["code"] == "reports_ended"
    gone = post(client, f"{URL}{row.code}/deletion/", {"command_id": str(uuid4()), "reason": "Nhầm khi ghi sổ."})
    assert gone.json()["state"] == "deleted"
    other = asks.ask(ROUND, "auditor")
    refused = post(
        as_(asks.user("auditor")),
        f"{URL}{other.code}/deletion/",
        {"command_id": str(uuid4()), "reason": "Read clearly on the film."},
    )
    assert refused.status_code == 403


def test_a_download_that_goes_on_is_one_download(asks: Asking, as_: As) -> None:
    row = asks.made(msgspec.structs.replace(ROUND, papers="none"))
    client = as_(asks.user("auditor"))
    address = f"{URL}{row.code}/files/bundle/"
    first: Any = client.get(address, headers={"range": "bytes=0-99"})
    rest: Any = client.get(address, headers={"range": "bytes=100-"})
    assert (first.status_code, rest.status_code) == (206, 206)
    whole = b"".join(first.streaming_content) + b"".join(rest.streaming_content)
    assert len(whole) == row.size_bytes
    events = [event.type for event in get_ledger(CODE).stream(row.stream)]
    assert events.count("report.downloaded.v1") == 1
    assert client.get(f"{URL}{row.code}/files/paper-vi/").json()["code"] == "reports_file_gone"
    assert client.get(f"{URL}{row.code}/files/anything/").status_code == 404


def test_nginx_sends_it_where_it_may(asks: Asking, as_: As, settings: Any) -> None:
    settings.FOOTAGE_SERVE = "accel"
    row = asks.made(ROUND)
    answer = as_(asks.user("auditor")).get(f"{URL}{row.code}/files/bundle/")
    assert answer["X-Accel-Redirect"].startswith(f"{settings.FOOTAGE_ACCEL_PREFIX}reports/{CODE}/")
    assert f"tableproof-{CODE}-{row.code}.zip" in answer["Content-Disposition"]


def test_nobody_without_a_login(asks: Asking) -> None:
    row = asks.ask(ROUND)
    for address in (URL, f"{URL}{row.code}/", f"{URL}keys/"):
        assert Client().get(address).status_code in (401, 403)
