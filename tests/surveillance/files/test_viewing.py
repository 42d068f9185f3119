"""Who looked at which stretch: joined while it goes on, recorded once, and never nothing."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from surveillance.files import showing, viewing
from surveillance.files.models import FootageView
from surveillance.record import facts as f
from tests.surveillance.files.conftest import OFFICER, House

LATER = timedelta(minutes=5)


def views(house: House, code: str) -> list[tuple[int, int, str, str | None]]:
    found = [fact for fact in house.custody(code) if isinstance(fact, f.RecordingViewed)]
    return [(fact.from_ms, fact.to_ms, fact.why, fact.subject) for fact in found]


def look(house: House, code: str, from_ms: int, to_ms: int, **besides: Any) -> None:
    said = {"why": "case", "subject": "case/2026-00001", **besides}
    viewing.looked(
        owner=house.owner,
        recording=code,
        duration_ms=2400,
        from_ms=from_ms,
        to_ms=to_ms,
        by=OFFICER,
        now=said.pop("now", house.now),
        **said,
    )


@pytest.fixture
def code(house: House, film: Path) -> str:
    return house.upload(film.read_bytes()).recording


def test_stretches_that_meet_are_one(house: House, code: str) -> None:
    for begins in (0, 400, 800):
        look(house, code, begins, begins + 400)
    assert views(house, code) == []
    assert viewing.flush(house.now + LATER) == 1
    assert views(house, code) == [(0, 1200, "case", "case/2026-00001")]
    assert viewing.flush(house.now + LATER) == 0
    assert FootageView.objects.count() == 0


def test_another_stretch_another_reason_another_person_are_others(
    house: House, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewing, "CLOSE_MS", 100)
    look(house, code, 0, 300)
    look(house, code, 2000, 2300)
    look(house, code, 0, 300, why="round", subject="round/RL01/short")
    viewing.flush(house.now + LATER)
    assert sorted(views(house, code)) == [
        (0, 300, "case", "case/2026-00001"),
        (0, 300, "round", "round/RL01/short"),
        (2000, 2300, "case", "case/2026-00001"),
    ]


def test_who_is_handed_film_and_says_nothing_has_looked_at_all_of_it(house: House, film: Path, officer: Client) -> None:
    row = house.recording(film)
    address = showing.addresses(row)["web"]
    assert address is not None
    for _ in range(3):
        b"".join(officer.get(address, headers={"range": "bytes=0-99"}).streaming_content)  # type: ignore[attr-defined]
    officer.head(address)
    viewing.flush(house.now + LATER)
    assert views(house, row.code) == [(0, row.duration_ms, "upkeep", None)]


def test_the_player_tells_its_stretches(house: House, film: Path, officer: Client) -> None:
    row = house.recording(film)
    base = f"/api/v1/footage/recordings/{row.code}/"
    b"".join(officer.get(base + "film/?why=round").streaming_content)  # type: ignore[attr-defined]
    said = {"from_ms": 100, "to_ms": 900, "why": "round"}
    assert officer.post(base + "views/", said, content_type="application/json").status_code == 204
    viewing.flush(house.now + LATER)
    assert views(house, row.code) == [(100, 900, "round", None)]
    for bad in ({"from_ms": 900, "to_ms": 100}, {"from_ms": 99_999, "to_ms": 99_999}):
        answer = officer.post(base + "views/", {**said, **bad}, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (422, "footage_stretch")
    assert officer.post(base + "views/", {**said, "why": "fun"}, content_type="application/json").status_code == 400


def test_a_stretch_that_somebody_goes_on_with_is_not_lost(house: House, code: str) -> None:
    look(house, code, 0, 400)
    [row] = viewing.over(house.now + LATER)
    look(house, code, 400, 800, now=house.now + LATER)
    assert viewing.flush(house.now + LATER) == 0
    assert row.pk
    assert viewing.flush(house.now + 3 * LATER) == 1
    assert views(house, code) == [(0, 800, "case", "case/2026-00001")]
