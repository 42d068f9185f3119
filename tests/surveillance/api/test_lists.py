"""Surveillance over the API: lists by what a person may read, things with their words, commands, refusals."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client

from disputes.reads.models import PersonalRead
from surveillance.api.lists import LISTS
from surveillance.record import journal as j
from surveillance.rows.models import Camera, Link, Recording, Request
from tests.disputes.court import colleague
from tests.surveillance.watch import AT, Watch

BASE = "/api/v1/footage/"


class Caller:
    """Somebody at the API."""

    def __init__(self, watch: Watch, who: Any) -> None:
        self.client = Client(headers={"Accept-Language": "en"})
        self.client.force_login(watch.user(who), backend="casino.backends.PostingBackend")

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(BASE + path, query)

    def post(self, path: str, **said: Any) -> Any:
        body = said if "named" in said else {"command_id": str(uuid4()), **said}
        return self.client.post(BASE + path, msgspec.json.encode(body), content_type="application/json")


def test_every_list_answers_and_the_camera_is_asked_for(watch: Watch) -> None:
    watch.set_up().asked()
    watch.link()
    officer = Caller(watch, "surveillance")
    for listing in LISTS:
        answer = officer.get(f"{listing.name}/")
        assert answer.status_code == 200, (listing.name, answer.content)
        assert set(answer.json()) == {"rows", "next"}
        for row in answer.json()["rows"]:
            for name in {name for name in listing.asked if isinstance(row[name], str) and row[name]}:
                assert row in officer.get(f"{listing.name}/", **{name: row[name]}).json()["rows"], (listing.name, name)
    assert officer.get("holds/", recording="REC-1").json()["rows"] == [], "a hold names a recording by its code alone"
    assert officer.get("recordings/", camera="CAM-A").json()["rows"][0]["camera"] == "CAM-A"
    assert officer.get("recordings/", camera="CAM-B").json()["rows"] == []
    assert officer.get("recorders/").json()["rows"][0]["has_credentials"] is False
    found = officer.get("covering/", table="RL01", begins_at=AT.isoformat()).json()["cameras"]
    assert [each["camera"] for each in found] == ["CAM-A"]


def test_recordings_are_asked_for_by_what_they_show(watch: Watch) -> None:
    watch.set_up()
    row = Recording.objects.get()
    assert row.shown_from is not None
    assert row.shown_to is not None
    officer, moment = Caller(watch, "surveillance"), timedelta(milliseconds=1)

    def found(**asked: Any) -> list[str]:
        said = {name: value.isoformat() for name, value in asked.items()}
        return [each["code"] for each in officer.get("recordings/", **said).json()["rows"]]

    assert found(begins_at=row.shown_from + moment, ends_at=row.shown_to - moment) == [row.code]
    assert found(begins_at=row.shown_to) == found(ends_at=row.shown_from) == [row.code]
    assert found(begins_at=row.shown_to + moment) == found(ends_at=row.shown_from - moment) == []
    assert officer.get("recordings/", begins_at="soon").status_code == 400


def test_a_person_gets_the_rows_of_their_cases(watch: Watch) -> None:
    watch.set_up().asked()
    watch.link()
    codes = {"pit_manager": ["REC-1"], "auditor": ["REC-1"]}
    for who, found in codes.items():
        rows = Caller(watch, who).get("recordings/").json()["rows"]
        assert [row["code"] for row in rows] == found, who
    stranger = Caller(watch, colleague("unposted", "pit_supervisor", tables=("RL09",)))
    assert Caller(watch, "dealer").get("recordings/").status_code == 403
    assert Caller(watch, "pit_manager").get("incidents/").status_code == 403
    assert Client().get(f"{BASE}recordings/").status_code in (401, 403)
    for name in ("recordings", "links"):
        assert stranger.get(f"{name}/").json()["rows"] == []
        assert len(Caller(watch, "pit_supervisor").get(f"{name}/").json()["rows"]) == 1
    assert len(Caller(watch, "pit_manager").get("requests/").json()["rows"]) == 1


def test_commands_are_given_once_by_whom_they_belong_to(watch: Watch) -> None:
    officer, supervisor = Caller(watch, "surveillance"), Caller(watch, "pit_supervisor")
    said = {"code": "CAM-7", "name": "Seven"}
    refused = supervisor.post("install-camera/", **said)
    assert (refused.status_code, refused.json()["code"]) == (403, "footage_not_your_post")
    key = str(uuid4())
    answers = [officer.post("install-camera/", **said, command_id=key).json() for _ in range(2)]
    assert [answer["status"] for answer in answers] == ["recorded", "duplicate"]
    began = AT.isoformat()
    stale = officer.post(
        "cameras/CAM-7/begin-coverage/", shows=["table"], begins_at=began, table="RL01", seen_version=9
    )
    assert stale.json()["code"] == "footage_changed"
    done = officer.post("cameras/CAM-7/begin-coverage/", shows=["table"], begins_at=began, table="RL01")
    assert done.status_code == 200, done.content
    assert Camera.objects.get().coverage.count() == 1
    wrong = officer.post("cameras/CAM-7/begin-coverage/", shows=["sky"], begins_at=began, table="RL01").json()
    assert (wrong["code"], wrong["field"]) == ("command_does_not_fit", "shows.0")
    assert officer.post("cameras/none/retire-camera/", reason="Hỏng rồi.").json()["code"] == "footage_unknown"
    assert officer.post("install-camera/", **said, command_id="x").json()["code"] == "bad_request"


def test_8_4_6_a_request_is_answered_over_the_api_and_read_with_its_words(watch: Watch) -> None:
    code = watch.set_up().asked()
    officer = Caller(watch, "surveillance")
    said = {
        "found": True,
        "answer": "Thấy rõ.",
        "stretches": [{"recording": "REC-1", "from_ms": 100_000, "to_ms": 100_010}],
    }
    assert officer.post(f"requests/{code}/answer-request/", **said, seen_version=0).status_code == 200
    assert Request.objects.get().status == "answered"
    read = Caller(watch, "pit_manager").get(f"requests/{code}/").json()
    assert list(read["texts"].values()) == ["Thấy rõ."]
    assert [event["type"] for event in read["events"]] == ["request.answered.v1"]
    link = Link.objects.get().code
    assert Caller(watch, "pit_supervisor").get(f"links/{link}/").status_code == 200
    stranger = Caller(watch, colleague("unposted", "pit_supervisor", tables=("RL09",)))
    assert stranger.get(f"links/{link}/").status_code == 404
    assert stranger.get(f"requests/{code}/").status_code == 403


def test_a_password_is_shown_to_nobody(watch: Watch) -> None:
    watch.recorder(user="viewer", password="s3cret-word")
    officer = Caller(watch, "surveillance")
    for path in ("recorders/", "recorders/NVR-1/"):
        answer = officer.get(path)
        assert answer.status_code == 200
        assert b"s3cret" not in answer.content


@pytest.mark.parametrize("path", ["covering/?table=RL01", "requests/?status=lost", "links/?limit=0", "recorders/no//"])
def test_what_cannot_be_read_is_refused(path: str, watch: Watch) -> None:
    assert Caller(watch, "surveillance").get(path).status_code in (400, 404)


def test_a_hold_and_an_interval_over_the_api(watch: Watch) -> None:
    watch.set_up()
    manager = Caller(watch, "shift_manager")
    between = {"begins_at": AT.isoformat(), "ends_at": (AT + timedelta(minutes=5)).isoformat()}
    done = manager.post("place-hold/", table="RL01", reason="Nghi có gian lận.", **between).json()
    code = done["stream"].partition("/")[2]
    assert [row["stream"] for row in manager.get("holds/").json()["rows"]] == [done["stream"]]
    own = manager.post(f"holds/{code}/release-hold/", reason="Không cần nữa.")
    assert own.json()["code"] == "hold_own"


def test_incidents_are_found_by_person_and_by_time(watch: Watch) -> None:
    """What was asked is a name: it is kept nowhere; that somebody asked, is."""
    said: dict[str, Any] = {"kind": "theft", "account": "Đã thấy.", "disposition": "open"}
    first = watch.do(j.EnterIncident(happened_at=AT, persons=(j.Somebody(name="Lê Thị Bích"),), **said)).code
    watch.do(j.EnterIncident(happened_at=AT - timedelta(days=2), place="Sảnh", **said))
    caller = Caller(watch, "surveillance")
    assert caller.post("incidents/search/", named="bich le").json() == {"incidents": [first]}
    assert caller.post("incidents/search/", named="Nguyễn Văn Không").json() == {"incidents": []}
    assert Caller(watch, "pit_manager").post("incidents/search/", named="bich").status_code == 403
    assert PersonalRead.objects.filter(kind="search").count() == 2
    since = {"begins_at": (AT - timedelta(hours=1)).isoformat()}
    assert [row["number"] for row in caller.get("incidents/", **since).json()["rows"]] == [first]
    assert [row["place"] for row in caller.get("incidents/", place="Sảnh").json()["rows"]] == ["Sảnh"]
    caller.get(f"incidents/{first}/")
    assert PersonalRead.objects.filter(kind="incident", about=first).exists()
