"""Who gets which bytes: the cast at every address; links that expire, are forged, or outlive a right."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpRequest
from django.test import Client

from casino.access.roles import ROLES
from casino.clock import now as clock
from casino.core.errors import Problem
from surveillance.files import links, showing, storage
from surveillance.files.api import RecordingReadOut
from surveillance.record import facts as f
from surveillance.rows.models import Recording
from tests.admin.house import person
from tests.surveillance.files.conftest import House, posted

As = Callable[..., Client]
FILM = ("film/", "thumbnail/", "strip/", "frames/")
DATA = ("", "custody/")


@pytest.fixture
def row(house: House, film: Path) -> Recording:
    return house.recording(film)


def base(row: Recording) -> str:
    return f"/api/v1/footage/recordings/{row.code}/"


def test_who_watches_and_who_reads(row: Recording, as_: As) -> None:
    """Without a case nobody of the pit knows of it; who looks on reads and watches nothing."""
    watches, reads = {"surveillance", "senior_management"}, {"auditor", "regulator"}
    for role in ROLES:
        client = as_(role)
        for what in FILM:
            status = client.get(base(row) + what).status_code
            assert (status == 200) is (role in watches), (role, what, status)
            assert status in (200, 403, 404)
        for what in DATA:
            status = client.get(base(row) + what).status_code
            assert (status == 200) is (role in watches | reads), (role, what, status)
    assert Client().get(base(row) + "film/").status_code in (401, 403)


def test_a_pit_supervisor_watches_footage_of_their_cases_alone(house: House, row: Recording, as_: As) -> None:
    from disputes.rows.models import Case

    supervisor = posted("super", "pit_supervisor")
    stranger = as_("pit_supervisor")
    client = as_(supervisor)
    assert client.get(base(row) + "film/").status_code == 404
    now = house.now
    theirs = {field.name: value for field, value in _case(house, "super", now)}
    Case.objects.create(**theirs)
    link = f.FootageLinked(
        subject=f.Subject(kind="case", stream="case/2026-00001"),
        camera="CAM-A",
        begins_at=now,
        ends_at=now + timedelta(seconds=2),
        linked_by={"post": "surveillance", "staff": "S"},  # type: ignore[arg-type]
        recording=row.code,
        from_ms=0,
        to_ms=2000,
    )
    import msgspec

    house.tell("footage/L1", msgspec.convert(msgspec.to_builtins(link, builtin_types=(datetime,)), f.FootageLinked))
    answer: Any = client.get(base(row) + "film/")
    assert answer.status_code == 200
    assert stranger.get(base(row) + "film/").status_code == 404
    for act in ("download/", "exports/", "given/", "checks/"):
        said = {"command_id": str(uuid4()), "reason": "Read clearly on the film.", "from_ms": 0, "to_ms": 9}
        assert client.post(base(row) + act, said, content_type="application/json").status_code == 403, act


def _case(house: House, staff: str, now: datetime) -> Any:
    from django.db import models

    from disputes.rows.models import Case

    said: dict[str, Any] = {
        "id": 77,
        "property": house.owner,
        "number": "2026-00001",
        "assigned_to": staff,
        "table": "RL99",
        "stage": "collecting",
        "is_open": True,
    }
    for field in Case._meta.concrete_fields:
        if field.name in said:
            yield field, said[field.name]
        elif isinstance(field, models.DateTimeField) and not field.null:
            yield field, now
        elif not field.null and not field.has_default() and not field.blank:
            yield field, 0 if "Integer" in field.get_internal_type() else ""


def test_another_house_does_not_exist(house: House, row: Recording, as_: As) -> None:
    House(house.folder, "DAN")
    client = as_("surveillance")
    assert client.get(base(row) + "film/?property=DAN").status_code == 404
    assert client.get(base(row) + "film/").status_code == 422 or client.get(base(row) + "film/").status_code == 400
    assert client.get(base(row) + f"film/?property={house.owner.code}").status_code == 200


def test_only_surveillance_lets_film_leave_and_says_why(house: House, row: Recording, as_: As) -> None:
    officer = as_("surveillance")
    said = {"command_id": str(uuid4()), "reason": "Công an yêu cầu."}
    answer = officer.post(base(row) + "download/", said, content_type="application/json")
    assert answer.status_code == 200
    again = officer.post(base(row) + "download/", said, content_type="application/json")
    assert again.status_code == 200
    downloads = [fact for fact in house.custody(row.code) if isinstance(fact, f.RecordingDownloaded)]
    assert len(downloads) == 1
    assert Client().get(answer.json()["address"]).status_code == 403
    handed: Any = officer.get(answer.json()["address"])
    assert handed.status_code == 200
    assert b"".join(handed.streaming_content) == house.kept()[0].read_bytes()
    assert handed["Content-Disposition"].startswith("attachment")
    for role in ("auditor", "regulator", "pit_manager", "administrator"):
        assert as_(role).post(base(row) + "download/", said, content_type="application/json").status_code in (403, 404)
    empty = officer.post(base(row) + "download/", {**said, "reason": "   "}, content_type="application/json")
    assert empty.status_code in (400, 422)


# --- Links ------------------------------------------------------------------------------------------------------------


def asked_by(client: Client) -> HttpRequest:
    """A request in the session of this client."""
    request = HttpRequest()
    request.session = client.session
    return request


def link(client: Client, row: Recording, what: str = "web", now: datetime | None = None) -> str:
    address, _until = links.address(
        house=row.property.code, recording=row.code, what=what, request=asked_by(client), now=now or clock()
    )
    return address


def test_a_link_opens_until_its_moment(row: Recording, settings: Any, as_: As) -> None:
    client = as_("surveillance")
    assert client.get(link(client, row)).status_code == 200
    assert client.get(link(client, row), headers={"range": "bytes=0-9"}).status_code == 206
    old = link(client, row, now=clock() - timedelta(minutes=settings.FOOTAGE_LINK_MINUTES, seconds=1))
    answer = client.get(old)
    assert (answer.status_code, answer.json()["code"]) == (410, "footage_link_old")


@pytest.mark.parametrize("what", ["web", "original"])
def test_a_link_opens_in_the_session_that_asked_for_it_and_in_no_other(row: Recording, as_: As, what: str) -> None:
    """Neither for whoever was handed the address, nor in another session of the same person, nor once it has ended."""
    client = as_("surveillance")
    good = link(client, row, what)
    for other in (Client(), as_("surveillance"), as_("senior_management")):
        answer = other.get(good)
        assert (answer.status_code, answer.json()["code"]) == (403, "footage_link_session")
    assert client.get(good).status_code == 200
    client.logout()
    assert client.get(good).json()["code"] == "footage_link_session"
    with pytest.raises(Problem, match="session"):
        link(Client(), row)


def test_a_link_that_was_changed_opens_nothing(row: Recording, settings: Any, as_: As) -> None:
    client = as_("surveillance")
    good = link(client, row)
    token = good.rstrip("/").rpartition("/")[2]
    for at in range(0, len(token), max(1, len(token) // 40)):
        letter = "A" if token[at] != "A" else "B"
        changed = token[:at] + letter + token[at + 1 :]
        with pytest.raises(Problem) as caught:
            links.opened(changed, asked_by(client), clock())
        assert caught.value.code == "footage_link_wrong"
    settings.SECRET_KEY = "another-key-of-another-server-" * 3
    with pytest.raises(Problem, match="not valid"):
        links.opened(token, asked_by(client), clock())


def test_a_link_is_no_permission_of_its_own(house: House, row: Recording, as_: As) -> None:
    """Made for somebody who may not, or may no longer."""
    for role in ("auditor", "dealer"):
        client = as_(role)
        assert client.get(link(client, row)).status_code in (403, 404)
    client = as_("surveillance")
    good = link(client, row, "original")
    assert client.get(good).status_code == 200
    user = person("surveillance")
    user.groups.clear()
    assert client.get(good).status_code in (403, 404)
    user.is_active = False
    user.save()
    assert client.get(good).status_code == 403


def test_one_recording_says_what_is_described(row: Recording, as_: As) -> None:
    described = RecordingReadOut().fields
    for role in ("surveillance", "auditor"):
        said = as_(role).get(base(row)).json()
        assert set(said) == set(described), role
        assert all(described[name].allow_null for name, value in said.items() if value is None), role


def test_signed_links_and_links_of_film_to_what_it_shows_are_two_things(row: Recording, as_: As) -> None:
    good = link(as_("surveillance"), row)
    assert good.startswith("/api/v1/footage/signed/")
    token = good.rstrip("/").rpartition("/")[2]
    assert Client().get(f"/api/v1/footage/links/{token}/").status_code in (401, 403)
    assert as_("surveillance").get(f"/api/v1/footage/links/{token}/").json()["code"] == "footage_unknown"


def test_a_recording_that_was_deleted_opens_nothing(house: House, row: Recording, as_: As) -> None:
    client = as_("surveillance")
    good = link(client, row)
    house.tell(row.stream, f.RecordingDeleted(kept_until=house.now, rule="term_ended"))
    assert client.get(good).status_code == 410
    assert as_("surveillance").get(base(row) + "film/").status_code == 410
    assert as_("surveillance").get(base(row) + "custody/").status_code == 200
    assert showing.copy_of(row, "web")
    assert storage.exists(storage.copies(), showing.copy_of(row, "web").path)
