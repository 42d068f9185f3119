"""The clock burnt into the picture: where it stands is confirmed once for the camera, what was read stands beside its
pictures, and nothing is recorded before a person says so. With the models (the extra ``ocr``) on a real film."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from surveillance.clocks import ocr, pictures
from surveillance.clocks.ocr import Crop, Proposal, Rectangle
from surveillance.clocks.pictures import Looked
from surveillance.files.models import FootageCopy, FootageJob, JobState
from surveillance.film import simulated
from surveillance.film.containers import MOST_POINTS, film_file
from surveillance.film.errors import FilmError
from surveillance.film.simulated import Clip
from surveillance.pages import picture_clock as page
from surveillance.record import facts as f
from surveillance.rows.models import Camera, Recording
from tests.surveillance.files.conftest import START, House

As = Callable[..., Client]
PNG = b"\x89PNG\r\n\x1a\n" + b"crop"
LATE_MS = 2_480
"""By so much the clock in the picture is ahead of what the recording was said to begin at."""
AREA = {"left": "8", "top": "4", "width": "200", "height": "24"}


@pytest.fixture
def row(house: House, film: Path) -> Recording:
    return house.recording(film)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the child would find, without its models; what it was asked."""
    asked: list[dict[str, Any]] = []

    def look(path: Path, step: str, at_ms: int, **besides: Any) -> Looked:
        asked.append({"step": step, "at_ms": at_ms, **besides})
        if step == "propose":
            place = Rectangle(10, 6, 210, 30)
            return Looked(proposals=(Proposal(place, "2026-11-20 21:14:05", 0.98, True),))
        shown = datetime(2026, 11, 20, 21, 14, 5)  # noqa: DTZ001  (a clock in a picture has no zone)
        return Looked(
            difference_ms=round(START.timestamp() * 1000) + LATE_MS,
            uncertainty_ms=60,
            order="YMD",
            changes_ms=(520,),
            crops=(
                Crop(480, "2026-11-20 21:14:05", 0.99, PNG + b"0", shown, True),
                Crop(520, "2026-11-20 21:14:06", 0.97, PNG + b"11", shown, True),
                Crop(560, "2O26-11-20 27:14", 0.31, PNG, None, False),
            ),
        )

    monkeypatch.setattr(ocr, "installed", lambda: True)
    monkeypatch.setattr(pictures, "look", look)
    return asked


def address(row: Recording, name: str = "") -> str:
    return reverse(f"footage_picture_clock{name}", args=[row.pk])


def act(client: Client, row: Recording, step: str, **said: Any) -> Any:
    return client.post(address(row), {"step": step, "command_id": str(uuid4()), "at_ms": "0", **said})


def readings(house: House) -> list[f.ClockRead]:
    found = [event.data for event in get_ledger(house.owner.code).stream("recorder/NVR-1")]
    return [each for each in found if isinstance(each, f.ClockRead)]


def test_without_the_extra_the_page_says_so_and_the_place_can_be_confirmed_all_the_same(
    house: House, row: Recording, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ocr, "installed", lambda: False)
    assert "the extra ocr is not installed" in as_("surveillance").get(address(row)).content.decode()
    client = as_("surveillance", "vi")
    assert "chưa cài" in client.get(address(row)).content.decode()
    assert act(client, row, "propose").status_code == 422
    assert act(client, row, "area", **AREA).status_code == 302
    assert Camera.objects.get(code="CAM-A").clock_area == [8, 4, 200, 24]


@pytest.mark.parametrize("wrong", [{"left": "-4"}, {"width": "4"}, {"left": "200"}, {"top": "170"}, {"height": "x"}])
def test_a_place_outside_the_picture_is_refused(row: Recording, as_: As, wrong: dict[str, str]) -> None:
    """The film is 320 x 180."""
    assert act(as_("surveillance"), row, "area", **{**AREA, **wrong}).status_code == 422
    assert Camera.objects.get(code="CAM-A").clock_area is None


def test_proposed_confirmed_read_and_taken(house: House, row: Recording, as_: As, model: list[dict[str, Any]]) -> None:
    client = as_("surveillance")
    assert act(client, row, "read").status_code == 422  # nobody has said where the clock stands
    act(client, row, "propose")
    assert "being searched" in client.get(address(row)).content.decode()
    assert client.get(address(row, "_state")).content == b"busy"
    assert house.work() == []
    assert client.get(address(row, "_state")).content == b"done"
    assert "10,6,200,24" in client.get(address(row)).content.decode()
    act(client, row, "area", left="10", top="6", width="200", height="24")
    act(client, row, "read", zone="UTC", order="YMD")
    assert house.work() == []
    said = model[-1]
    assert (said["rectangle"], said["zone"], said["order"]) == (Rectangle(10, 6, 210, 30), "UTC", "YMD")
    shown = client.get(address(row)).content.decode()
    assert "2 pictures agree" in shown
    assert "1 was left out" in shown
    assert "+2.480 s" in shown
    job = FootageJob.objects.get(kind="clock", asked__step="read")
    crop = client.get(reverse("footage_picture_clock_crop", args=[row.pk, job.pk, 1]))
    assert (crop.content, crop["Content-Type"]) == (PNG + b"11", "image/png")
    # Nothing of it is recorded until a person says so.
    assert not any(isinstance(each, f.RecordingPlaced) for each in house.custody(row.code))
    assert act(client, row, "take", job=str(job.pk)).status_code == 302
    row.refresh_from_db()
    assert row.shown_from == START + timedelta(milliseconds=LATE_MS)
    assert row.known_by == "person"
    assert readings(house) == []
    assert "taken to begin already" in client.get(address(row)).content.decode()


def test_with_an_event_of_the_round_it_is_a_reading_of_the_recorders_clock(
    house: House, row: Recording, as_: As, model: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The frame at 1.2 s shows an event that the server heard of at 21:14:02."""
    at = START - timedelta(seconds=1)
    event = {"id": str(uuid4()), "at": at, "said": "21:14:02 · RL01"}
    monkeypatch.setattr(page, "_events", lambda _row, _read: [event])
    client = as_("surveillance")
    act(client, row, "area", **AREA)
    act(client, row, "read")
    house.work()
    job = FootageJob.objects.get(kind="clock")
    assert act(client, row, "take", job=str(job.pk), event=str(uuid4())).status_code == 422
    assert act(client, row, "take", job=str(job.pk), event=event["id"], frame_ms="1200").status_code == 302
    [read] = readings(house)
    assert (read.how, read.server_at, read.recording, read.frame_ms) == ("read", at, row.code, 1200)
    assert read.shown_at == START + timedelta(milliseconds=LATE_MS + 1200)
    assert read.uncertainty_ms == 1000  # people press a button about a second after
    assert read.read_by is not None
    assert read.read_by.post == "surveillance"


def test_who_is_not_of_surveillance_changes_nothing(row: Recording, as_: As, model: list[dict[str, Any]]) -> None:
    for role in ("senior_management", "auditor", "dealer", "pit_manager"):
        assert act(as_(role), row, "area", **AREA).status_code == 403
        assert as_(role).get(address(row, "_frame")).status_code == 403
    assert Camera.objects.get(code="CAM-A").clock_area is None
    assert FootageJob.objects.filter(kind="clock").count() == 0


def test_the_frame_is_the_films_and_counts_as_looked_at(house: House, row: Recording, as_: As) -> None:
    from surveillance.files.models import FootageView

    shown = as_("surveillance").get(address(row, "_frame"), {"at_ms": "400"})
    assert shown.content.startswith(b"\x89PNG")
    view = FootageView.objects.get(recording=row.code)
    assert (view.from_ms, view.to_ms, view.why) == (400, 400, "upkeep")


def test_the_api_asks_reads_and_confirms(house: House, row: Recording, as_: As, model: list[dict[str, Any]]) -> None:
    client = as_("surveillance")
    act(client, row, "area", **AREA)
    said = {"command_id": str(uuid4()), "step": "read"}
    where = reverse("files:clock", args=[row.code])
    answers = [client.post(where, said, content_type="application/json") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].json()["id"] == answers[1].json()["id"]  # the same command is the same job
    house.work()
    job = client.get(reverse("files:job", args=[answers[0].json()["id"]])).json()
    assert job["result"]["uncertainty_ms"] == 60
    picture = client.get(reverse("files:clock_picture", args=[row.code, job["id"], 0]))
    assert picture.content == PNG + b"0"
    assert client.get(reverse("files:clock_picture", args=[row.code, job["id"], 3])).status_code != 200
    taken = {"command_id": str(uuid4()), "shown_from": job["result"]["shown_from"], "uncertainty_ms": 60}
    done = client.post(
        reverse("footage:take_picture_clock", args=[row.code]),
        {**taken, "seen_version": row.version},
        content_type="application/json",
    )
    assert done.status_code in (200, 201), done.content
    row.refresh_from_db()
    assert row.shown_from == START + timedelta(milliseconds=LATE_MS)
    assert as_("auditor").post(where, said, content_type="application/json").status_code in (403, 404)


def test_what_was_read_goes_with_the_recording(
    house: House, row: Recording, as_: As, model: list[dict[str, Any]]
) -> None:
    from surveillance.files import checking

    act(as_("surveillance"), row, "area", **AREA)
    act(as_("surveillance"), row, "read")
    house.work()
    [kept] = [path for path in house.folder.rglob("*") if path.is_file() and path.parent.name == "clock"]
    assert FootageCopy.objects.filter(recording=row.code, what__startswith="clock/").count() == 1
    checking.remove_bytes(row.property, row.code, row.sha256)
    assert not kept.exists()


def test_what_the_models_cannot_read_is_said_in_words(
    house: House, row: Recording, as_: As, model: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(*_args: Any, **_besides: Any) -> Looked:
        raise FilmError("ocr_unreadable", None, agree=3, all=80)

    monkeypatch.setattr(pictures, "look", look)
    client = as_("surveillance")
    act(client, row, "area", **AREA)
    act(client, row, "read")
    [failed] = house.work()
    assert failed.state == JobState.FAILED
    assert "only 3 of 80 pictures agree" in client.get(address(row)).content.decode()


def test_a_refusal_in_the_child_keeps_its_words(film: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child itself, called here: fewer pictures than agree."""
    monkeypatch.setattr(ocr, "read", lambda *_args, **_besides: _refuse())
    where = film_file(film, most_points=MOST_POINTS)
    asked = pictures.ClockRequest(where, "read", 0, rectangle=Rectangle(0, 0, 20, 20))
    with pytest.raises(FilmError) as raised:
        pictures.clock_look(asked, lambda _part: None)
    assert raised.value.values == {"agree": 1, "all": 60}


def _refuse() -> Any:
    raise Problem("ocr_unreadable", agree=1, all=60)


@pytest.mark.slow
@pytest.mark.ocr
@pytest.mark.skipif(not ocr.installed(), reason="the extra `ocr` is not installed")
def test_a_known_clock_is_found_in_a_real_film(tmp_path: Path) -> None:
    """Proposed on a whole frame, read in eighty in the child; the first frame is found within a fifth of a second."""
    path = tmp_path / "film.mp4"
    clip = Clip(frames=120, start=START, width=1280, height=720, clock_offset_ms=3_370)
    simulated.make(path, clip)
    first, *_ = pictures.look(path, "propose", 400).proposals
    assert first.is_clock
    found = pictures.look(path, "read", 200, rectangle=first.rectangle, zone="UTC")
    began = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=found.difference_ms)
    assert abs(began - START - timedelta(milliseconds=3_370)) <= timedelta(milliseconds=200)
    assert found.uncertainty_ms <= 200
    assert len(found.crops) == pictures.FRAMES
    assert found.changes_ms
