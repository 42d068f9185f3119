"""A film of hours that somebody sees by a case: the stretches of the case and its margin, and no byte of the rest."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from casino.clock import now as clock
from surveillance.files import handed, partly, showing, storage, viewing
from surveillance.files.models import FootageHandOut, FootageJob
from surveillance.record import facts as f
from surveillance.rows import visibility
from surveillance.rows.models import Recording
from surveillance.rows.visibility import Seeing
from tests.surveillance.files.conftest import OFFICER, House, posted
from tests.surveillance.files.test_allowed import _case
from tests.surveillance.film.reading import codes_of

As = Callable[..., Client]
LATER = timedelta(minutes=5)


@pytest.fixture
def row(house: House, film: Path, monkeypatch: pytest.MonkeyPatch) -> Recording:
    """Sixty frames, with a key frame every 25; linked to a case from 1.2 to 1.4 seconds."""
    from disputes.rows.models import Case

    monkeypatch.setattr(visibility, "EDGE_MS", 100)
    monkeypatch.setattr(visibility, "MARGIN", timedelta(milliseconds=100))
    found = house.recording(film)
    Case.objects.create(**{field.name: value for field, value in _case(house, "super", clock())})
    link = f.FootageLinked(
        subject=f.Subject(kind="case", stream="case/2026-00001"),
        camera="CAM-A",
        recording=found.code,
        from_ms=1200,
        to_ms=1400,
        begins_at=house.now,
        ends_at=house.now,
        linked_by=OFFICER,
    )
    house.tell("footage/L1", link)
    return found


@pytest.fixture
def supervisor(row: Recording, as_: As) -> Client:
    return as_(posted("super", "pit_supervisor"))


def base(row: Recording) -> str:
    return f"/api/v1/footage/recordings/{row.code}/"


def test_whoever_sees_it_by_a_case_gets_the_stretch_and_no_byte_beside_it(
    house: House, row: Recording, supervisor: Client, tmp_path: Path
) -> None:
    first = supervisor.get(base(row) + "film/")
    assert (first.status_code, first.json()["code"]) == (409, "footage_not_ready"), "it is being made"
    assert FootageHandOut.objects.count() == 0
    assert FootageJob.objects.filter(kind="part").count() == 1
    assert house.work() == []
    answer: Any = supervisor.get(base(row) + "film/?why=case")
    content = b"".join(answer.streaming_content)
    (tmp_path / "got.mp4").write_bytes(content)
    shown = {code for _at, code in codes_of(tmp_path / "got.mp4")}
    assert set(range(28, 38)) <= shown <= set(range(25, 50)), "from key frame to key frame"
    whole = storage.copies().open(showing.copy_of(row, "web").path).read()
    assert len(content) < len(whole)
    told = supervisor.get(base(row)).json()
    assert told["stretches"] == [[1100, 1500]]
    viewing.flush(house.now + LATER)
    handed.flush(house.now + LATER)
    chain = house.custody(row.code)
    [out] = [fact for fact in chain if isinstance(fact, f.RecordingHandedOut)]
    assert out.what == partly.name_of(((1100, 1500),))
    [viewed] = [fact for fact in chain if isinstance(fact, f.RecordingViewed)]
    assert (viewed.from_ms, viewed.to_ms) == (1100, 1500), "who tells nothing has looked at what they were handed"


def test_each_way_to_its_pictures_ends_at_the_stretch(house: House, row: Recording, supervisor: Client) -> None:
    supervisor.get(base(row))
    assert house.work() == []
    told = supervisor.get(base(row)).json()
    assert [told["addresses"][what] is not None for what in ("web", "index", "thumbnail", "strip")] == [
        *(True, True, False, False)
    ]
    for whole in ("thumbnail/", "strip/"):
        assert supervisor.get(base(row) + whole).status_code == 403
    places = showing.previews_of(row)
    seen = {number for number, each in enumerate(places) if 1100 <= each["at_ms"] < 1500}
    assert 0 < len(seen) < len(places)
    assert {n for n in range(len(places)) if supervisor.get(f"{base(row)}strip/?number={n}").status_code == 200} == seen
    assert len(told["previews"]) == len(seen)
    link = supervisor.post(base(row) + "link/").json()["address"]
    by_link: Any = supervisor.get(link)
    by_page: Any = supervisor.get(base(row) + "film/")
    assert b"".join(by_link.streaming_content) == b"".join(by_page.streaming_content)
    assert supervisor.get(f"/admin/surveillance/footage/recordings/{row.pk}/clock/").status_code in (403, 404)


def test_who_sees_by_post_sees_all(house: House, row: Recording, as_: As) -> None:
    for post in ("surveillance", "senior_management"):
        client = as_(post)
        assert client.get(base(row)).json()["stretches"] is None
        answer: Any = client.get(base(row) + "film/")
        assert len(b"".join(answer.streaming_content)) == showing.copy_of(row, "web").size_bytes
        assert client.get(base(row) + "strip/").status_code == 200
    assert not FootageJob.objects.filter(kind="part").exists()


def test_a_hold_of_minutes_opens_minutes_of_a_film_of_hours(house: House, film: Path) -> None:
    """By the moments of the hold, set right and doubted by the recorder's clock."""
    from disputes.rows.models import Case

    house.clock(1500)
    row = house.recording(film)
    media_ms = 7_200_000
    Recording.objects.filter(pk=row.pk).update(duration_ms=media_ms, held=True)
    user = posted("super", "pit_supervisor")
    Case.objects.create(**{field.name: value for field, value in _case(house, "super", clock())})
    assert row.shown_from is not None
    starts = row.shown_from - timedelta(milliseconds=1500)
    held = f.HoldPlaced(
        hold="H1",
        table="RL01",
        begins_at=starts + timedelta(minutes=60),
        ends_at=starts + timedelta(minutes=72),
        cause="case",
        subject="case/2026-00001",
    )
    house.tell("hold/2026-00001", held)
    row = Recording.objects.select_related("property", "camera__recorder").get(pk=row.pk)
    row.duration_ms = media_ms
    stretches = Seeing(user, clock()).stretches(row)
    assert stretches is not None
    [(begins, ends)] = stretches
    assert begins <= 3_600_000 <= begins + 20_000
    assert ends - 20_000 <= 4_320_000 <= ends
