"""The player and the files joined: a round's page plays the copy that a job made and tells what was looked at; what the
review queue loads ahead was not."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.clock import now
from casino.ledger.application import get_ledger
from games.rows.models import Finding, Round
from surveillance.files import ahead, jobs, showing, uploads, viewing
from surveillance.files.models import FootageJob, FootageView
from surveillance.record import facts as f
from surveillance.rows.models import Recording
from tests.admin.house import House, person
from tests.replay.story import CODE
from tests.surveillance.files.conftest import OFFICER
from tests.surveillance.player.house import AHEAD, Watched
from tests.surveillance.player.test_pages import entered, told

LATER = timedelta(minutes=5)


@pytest.fixture
def row(db: None, footage: Path, other_film: Path) -> Recording:
    """A recording of the round, uploaded, with its copies made by the jobs."""
    watched, content = Watched(House()), other_film.read_bytes()
    begins = watched.round("short").moment + AHEAD["NVR-1"]
    owner = watched.house.property
    upload = uploads.begin(
        owner=owner,
        by=OFFICER,
        name="clip.mp4",
        length_bytes=len(content),
        camera="CAM-1",
        shown_from=begins,
        now=watched.house.story.now,
    )
    uploads.path_of(upload).write_bytes(content)
    jobs.run(jobs.arrive(upload, now=watched.house.story.now).pk)
    for pk in FootageJob.objects.order_by("pk").values_list("pk", flat=True):
        jobs.run(pk)
    upload.refresh_from_db()
    return Recording.objects.select_related("property").get(code=upload.recording)


def clip_of(data: dict[str, Any], row: Recording) -> dict[str, Any]:
    [found] = [each for each in data["clips"] if each.get("recording") == row.code]
    return dict(found)


def address_in(html: str, row: Recording) -> str:
    """The address of the copy that a page plays."""
    [found] = [part for part in html.split('"') if f"/{row.code}/film/" in part]
    return found.replace("&amp;", "&")


def views(row: Recording) -> list[tuple[int, int, str, str | None]]:
    found = [event.data for event in get_ledger(CODE).stream(f"recording/{row.code}")]
    return [(v.from_ms, v.to_ms, v.why, v.subject) for v in found if isinstance(v, f.RecordingViewed)]


def read(client: Client, address: str) -> bytes:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content)  # type: ignore[attr-defined]


def tell(client: Client, told_at: str, from_ms: int, to_ms: int, data: dict[str, Any]) -> None:
    said = {"from_ms": from_ms, "to_ms": to_ms, "why": data["why"], "subject": data["subject"]}
    assert client.post(told_at, json.dumps(said), content_type="application/json").status_code == 204


def test_the_page_of_a_round_plays_the_copy_that_a_job_made(row: Recording) -> None:
    officer = entered("surveillance")
    page = officer.get(reverse("footage_round", args=[Round.objects.get(code="short").pk]))
    data = told(page.content)
    lies = showing.addresses(row)
    played = address_in(page.content.decode(), row)
    assert played.startswith(f"{lies['web']}&why=round&subject=")
    assert read(officer, played)[4:8] == b"ftyp"
    shown = clip_of(data, row)
    assert (shown["index"], shown["viewed"]) == (lies["index"], showing.told_at(row))
    assert lies["thumbnail"] is not None
    assert f'poster="{lies["thumbnail"]}"' in page.content.decode()
    assert officer.get(shown["index"]).json()["steps"]
    # What the player tells of it is joined, and is all that was looked at.
    for begins in (0, 300, 600):
        tell(officer, shown["viewed"], begins, begins + 300, data)
    assert FootageView.objects.count() == 1
    viewing.flush(now() + LATER)
    assert views(row) == [(0, 900, "round", "round/RL01/short")]


def test_what_the_queue_loads_ahead_is_not_looked_at(row: Recording) -> None:
    officer = entered("surveillance")
    item = reverse("footage_queue_item", args=[Finding.objects.get(code="paid_too_little").pk])
    page = officer.get(item + "?ahead=1").content
    loaded = address_in(page.decode(), row)
    read(officer, loaded)
    viewing.flush(now() + LATER)
    handed = (0, row.duration_ms, "ahead")  # it stands there as what it is
    assert [view[:3] for view in views(row)] == [handed]
    data = told(page)
    tell(officer, clip_of(data, row)["viewed"], 400, 440, data)  # it came into sight
    read(officer, loaded)
    viewing.flush(now() + LATER)
    assert sorted(view[:3] for view in views(row)) == [handed, handed, (400, 440, "finding")]
    read(officer, address_in(officer.get(item).content.decode(), row))  # shown at once, and nothing told
    viewing.flush(now() + LATER)
    assert views(row)[-1][:3] == (0, row.duration_ms, "finding")


def test_an_address_that_loads_ahead_is_good_for_one_account_one_recording_and_some_minutes(
    row: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = person("surveillance")
    said = ahead.token(user, row)
    assert ahead.is_ahead(said, user, row)
    other = Recording.objects.select_related("property").get(code="R-CAM-1")
    assert not ahead.is_ahead(said, user, other)
    assert not ahead.is_ahead(said, person("senior_management"), row)
    assert not ahead.is_ahead(said[:-1], user, row)
    assert not ahead.is_ahead("", user, row)
    monkeypatch.setattr(ahead, "GOOD_FOR", timedelta(seconds=-1))
    assert not ahead.is_ahead(said, user, row)


def test_only_surveillance_loads_ahead(row: Recording) -> None:
    item = reverse("footage_queue_item", args=[Finding.objects.get(code="paid_too_little").pk])
    html = entered("senior_management").get(item + "?ahead=1").content.decode()
    assert "ahead=" not in html
    assert "ahead=" in entered("surveillance").get(item + "?ahead=1").content.decode()
