"""Ranges by RFC 9110, and who sends the bytes: this process, nginx by X-Accel-Redirect."""

from __future__ import annotations

import gzip
import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client

from casino.core.errors import Problem
from surveillance.files import leaving, showing, storage
from surveillance.files.serving import Span, asked_span
from surveillance.film.frame_index import FrameIndex
from tests.surveillance.files.conftest import House

SIZE = 1000


def span(said: str | None, size: int = SIZE, etag: str = "e", **headers: str) -> Any:
    request = HttpRequest()
    request.method = "GET"
    if said is not None:
        request.META["HTTP_RANGE"] = said
    request.META.update(headers)
    try:
        return asked_span(request, size, etag)
    except Problem as problem:
        return problem.status


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (None, None),
        ("bytes=0-0", Span(0, 0)),
        ("bytes=10-19", Span(10, 19)),
        ("bytes=990-", Span(990, 999)),
        ("bytes=0-99999999", Span(0, 999)),
        ("bytes=-10", Span(990, 999)),
        ("bytes=-5000", Span(0, 999)),
        ("bytes=-0", 416),
        ("bytes=1000-", 416),
        ("bytes=5000-6000", 416),
        ("bytes=20-10", None),
        ("bytes=-", None),
        ("bytes=0-1,5-9", None),
        ("lines=0-1", None),
        ("bytes=a-b", None),
        ("bytes=" + "9" * 40 + "-", None),
    ],
)
def test_which_bytes_are_asked_for(said: str | None, found: Any) -> None:
    assert span(said) == found


def test_another_content_is_sent_whole() -> None:
    assert span("bytes=0-1", HTTP_IF_RANGE='"e"') == Span(0, 1)
    assert span("bytes=0-1", HTTP_IF_RANGE='"old"') is None
    assert span("bytes=0-1", HTTP_IF_RANGE="Sat, 21 Nov 2026 00:00:00 GMT") is None


def test_film_comes_whole_in_parts_and_as_a_head(house: House, film: Path, officer: Client) -> None:
    row = house.recording(film)
    copy = showing.copy_of(row, "web")
    with storage.as_file(storage.copies(), copy.path) as path:
        content = path.read_bytes()
    address = showing.addresses(row)["web"]
    assert address is not None
    whole: Any = officer.get(address)
    assert (whole.status_code, whole["Accept-Ranges"], whole["Content-Type"]) == (200, "bytes", "video/mp4")
    assert b"".join(whole.streaming_content) == content
    assert whole["ETag"] == f'"{copy.sha256}"'
    assert "private" in whole["Cache-Control"]
    assert "sandbox" in whole["Content-Security-Policy"]
    part: Any = officer.get(address, headers={"range": "bytes=100-299"})
    assert (part.status_code, part["Content-Length"]) == (206, "200")
    assert part["Content-Range"] == f"bytes 100-299/{len(content)}"
    assert b"".join(part.streaming_content) == content[100:300]
    head = officer.head(address)
    assert (head.status_code, head["Content-Length"], head.content) == (200, str(len(content)), b"")
    unmet = officer.get(address, headers={"range": f"bytes={len(content)}-"})
    assert (unmet.status_code, unmet["Content-Range"]) == (416, f"bytes */{len(content)}")
    assert officer.get(address, headers={"if-none-match": f'"{copy.sha256}"'}).status_code == 304


def test_nginx_is_told_where_the_file_lies_and_gets_no_byte_from_us(
    house: House, film: Path, officer: Client, settings: Any
) -> None:
    settings.FOOTAGE_SERVE = "accel"
    row = house.recording(film)
    address = showing.addresses(row)["web"]
    assert address is not None
    answer = officer.get(address)
    path = answer["X-Accel-Redirect"].removeprefix(settings.FOOTAGE_ACCEL_PREFIX)
    assert (house.folder / path).is_file()
    assert answer.content == b""


def test_bytes_that_are_gone_are_said(house: House, film: Path, officer: Client) -> None:
    row = house.recording(film)
    storage.remove(storage.copies(), showing.copy_of(row, "web").path)
    answer = officer.get(showing.addresses(row)["web"] or "")
    assert (answer.status_code, answer.json()["code"]) == (503, "footage_missing_bytes")


def test_the_index_of_a_day_of_one_camera_takes_less_than_four_megabytes(
    house: House, film: Path, officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """25 pictures a second whose times shake by some milliseconds, as those of a recorder behind a network do."""
    chance, ticks, times = random.Random(1), 90_000, []
    for number in range(24 * 3600 * 25):
        times.append(number * ticks // 25 + chance.randrange(-300, 300))
    day = FrameIndex.of(
        [(at + 300, n % 50 == 0) for n, at in enumerate(times)], tick=Fraction(1, ticks), last_ticks=3_600
    )
    monkeypatch.setattr(leaving, "read_copy", lambda *_args, **_named: day.to_bytes())
    row = house.recording(film)
    address = showing.addresses(row)["index"] or ""
    answer = officer.get(address, headers={"Accept-Encoding": "gzip"})
    assert (answer.status_code, answer["Content-Encoding"]) == (200, "gzip")
    assert len(answer.content) < 4 << 20
    told = json.loads(gzip.decompress(answer.content))
    assert told["first"] + sum(told["steps"]) == day.moments[-1]
    assert len(told["steps"]) == day.count - 1


def test_the_index_and_previews_of_a_recording(house: House, film: Path, officer: Client) -> None:
    row = house.recording(film)
    found = officer.get(f"/api/v1/footage/recordings/{row.code}/").json()
    assert found["may_watch"]
    index = officer.get(found["addresses"]["index"]).json()
    assert len(index["steps"]) == 59
    assert index["keys"] == [0, 25, 50]
    picture = officer.get(found["addresses"]["strip"] + "&number=0")
    assert picture.content.startswith(b"\xff\xd8")
    assert officer.get(found["addresses"]["strip"] + "&number=999").status_code == 409
