"""What was handed out stands in the chain of custody as the server knows it, beside what a browser told."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import zipfile
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from surveillance.files import event_words, exports, handed, links, showing, storage, viewing
from surveillance.files.exports import Stretch
from surveillance.files.models import FootageHandOut
from surveillance.files.serving import Piece, Span
from surveillance.record import facts as f
from surveillance.record.parts import ByteRange, Viewer
from surveillance.rows import visibility
from surveillance.rows.models import Recording
from tests.surveillance.files.conftest import OFFICER, House

As = Callable[..., Client]
LATER = timedelta(minutes=5)
VIEWER = Viewer(post=OFFICER.post, staff=OFFICER.staff)


@pytest.fixture
def row(house: House, film: Path) -> Recording:
    return house.recording(film)


def base(row: Recording) -> str:
    return f"/api/v1/footage/recordings/{row.code}/"


def read(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def outs(house: House, row: Recording) -> list[f.RecordingHandedOut]:
    """What the chain says, once nothing was asked for for a while."""
    handed.flush(house.now + LATER)
    return [fact for fact in house.custody(row.code) if isinstance(fact, f.RecordingHandedOut)]


def ranges(fact: f.RecordingHandedOut) -> list[tuple[int, int]]:
    return [(each.first, each.last) for each in fact.ranges]


def test_a_script_that_takes_all_and_tells_little_leaves_both(house: House, row: Recording, officer: Client) -> None:
    whole = read(officer.get(base(row) + "film/?why=round", REMOTE_ADDR="203.0.113.9"))
    told = {"from_ms": 0, "to_ms": 40, "why": "round"}
    assert officer.post(base(row) + "views/", told, content_type="application/json").status_code == 204
    viewing.flush(house.now + LATER)
    [out] = outs(house, row)
    assert ranges(out) == [(0, len(whole) - 1)]
    assert (out.what, out.sha256, out.size_bytes) == ("web", hashlib.sha256(whole).hexdigest(), len(whole))
    assert (out.handed_to, out.address, out.link) == (VIEWER, "203.0.113.9", None)
    [viewed] = [fact for fact in house.custody(row.code) if isinstance(fact, f.RecordingViewed)]
    assert (viewed.from_ms, viewed.to_ms) == (0, 40), "as told"


@pytest.mark.parametrize("role", ["regulator", "auditor"])
def test_whoever_looks_on_by_a_report_is_named_by_their_role(
    house: House, row: Recording, as_: As, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    """Film that was ready was refused to them: custody knew posts of the house alone."""
    client, told = as_(role), {"from_ms": 0, "to_ms": 40, "why": "case"}
    assert client.get(base(row) + "film/").status_code == 403, "no report names it"
    monkeypatch.setattr(visibility, "NAMED", {"report": lambda _user, _owner, _now: [row.code]})
    whole = read(client.get(base(row) + "film/", REMOTE_ADDR="203.0.113.9"))
    assert hashlib.sha256(whole).hexdigest() == showing.copy_of(row, "web").sha256
    assert client.post(base(row) + "views/", told, content_type="application/json").status_code == 204
    link = client.post(base(row) + "link/").json()["address"]
    assert client.get(link).status_code == 200
    viewing.flush(house.now + LATER)
    by_link, by_page = sorted(outs(house, row), key=lambda out: out.link is None)
    assert by_link.handed_to == by_page.handed_to == Viewer(post=role, staff=role)
    [viewed] = [fact for fact in house.custody(row.code) if isinstance(fact, f.RecordingViewed)]
    assert (viewed.viewed_by, viewed.from_ms, viewed.to_ms) == (Viewer(post=role, staff=role), 0, 40)
    for fact in (by_link, viewed):
        lines = event_words.told(fact, None)
        assert any(f"from outside the house: {role}, code {role}." in line.en for line in lines)
        assert any("ở ngoài cơ sở" in line.vi for line in lines)
    refused = client.post(base(row) + "download/", {}, content_type="application/json")
    assert refused.status_code == 403, "what leaves the house is let go by the house"


def test_a_tab_that_dies_leaves_what_it_asked_for(house: House, row: Recording, officer: Client) -> None:
    """It is on record before a byte goes: nobody reads the answer here, and the process is gone with it."""
    officer.get(base(row) + "film/", headers={"range": "bytes=100-299"})
    [kept] = FootageHandOut.objects.all()
    assert kept.ranges == [[100, 299]]
    [out] = outs(house, row)
    assert ranges(out) == [(100, 299)]
    assert FootageHandOut.objects.count() == 0
    assert handed.flush(house.now + LATER) == 0


def test_a_player_s_requests_are_one_event(house: House, row: Recording, officer: Client, as_: As) -> None:
    for first in (0, 100, 150, 4000):
        officer.get(base(row) + "film/", headers={"range": f"bytes={first}-{first + 99}"})
    officer.head(base(row) + "film/")
    assert officer.get(base(row) + "film/", headers={"range": "bytes=99999999-"}).status_code == 416
    for picture in ("thumbnail/", "strip/"):
        assert officer.get(base(row) + picture).status_code == 200
    as_("senior_management").get(base(row) + "film/", headers={"range": "bytes=7-7"})
    mine, theirs = sorted(outs(house, row), key=lambda out: out.handed_to.post, reverse=True)
    assert (ranges(mine), mine.requests) == ([(0, 249), (4000, 4099)], 4)
    assert (ranges(theirs), theirs.requests) == ([(7, 7)], 1)
    assert mine.session != theirs.session


def test_what_goes_on_for_long_is_recorded_meanwhile(house: House, row: Recording, officer: Client, rf: Any) -> None:
    request = rf.get("/")
    request.session = officer.session
    copy = showing.copy_of(row, "web")
    piece = Piece(storage.copies(), copy.path, copy.size_bytes, copy.sha256, copy.media_type)
    for minutes in range(0, 65, 5):
        now = house.now + timedelta(minutes=minutes)
        handed.note(request, row, "web", piece, Span(minutes, minutes), handed.To(OFFICER), now=now)
        if minutes < 60:
            assert handed.flush(now + timedelta(seconds=59)) == 0
    handed.flush(house.now + timedelta(minutes=66))
    found = [fact for fact in house.custody(row.code) if isinstance(fact, f.RecordingHandedOut)]
    assert [len(each.ranges) for each in found] == [6, 6, 1]
    assert [each.begun_at for each in found] == [house.now + timedelta(minutes=m) for m in (0, 30, 60)]
    assert [each.ended_at for each in found] == [house.now + timedelta(minutes=m) for m in (25, 55, 60)]


@pytest.mark.parametrize("seed", range(20))
def test_ranges_joined_say_never_less_and_stay_few(seed: int) -> None:
    chosen, asked, found = random.Random(seed), set[int](), list[list[int]]()
    for _ in range(300):
        first = chosen.randrange(20_000)
        span = Span(first, first + chosen.randrange(40))
        asked |= set(range(span.first, span.last + 1))
        found = handed.joined(found, span)
        said = {byte for one, last in found for byte in range(one, last + 1)}
        assert asked <= said
        assert len(found) <= handed.MOST
        assert all(before[1] + 1 < after[0] for before, after in pairwise(found))


def test_few_ranges_are_said_to_the_byte() -> None:
    found: list[list[int]] = []
    for span in (Span(10, 20), Span(30, 40), Span(21, 29), Span(50, 50), Span(0, 5), Span(15, 35)):
        found = handed.joined(found, span)
    assert found == [[0, 5], [10, 40], [50, 50]]


def test_where_nginx_sends_the_bytes_the_range_asked_for_is_what_counts(
    house: House, row: Recording, officer: Client, settings: Any
) -> None:
    settings.FOOTAGE_SERVE = "accel"
    copy = showing.copy_of(row, "web")
    whole = [(0, copy.size_bytes - 1)]
    with storage.as_file(storage.copies(), copy.path) as path:
        os.utime(path, (1_700_000_000, 1_700_000_000))
    nginx = f'"{1_700_000_000:x}-{copy.size_bytes:x}"'
    cases: list[tuple[dict[str, str], list[tuple[int, int]]]] = [
        ({"range": "bytes=10-19"}, [(10, 19)]),
        ({"range": "bytes=-5"}, [(copy.size_bytes - 5, copy.size_bytes - 1)]),
        ({"range": "bytes=10-19", "if-range": nginx}, [(10, 19)]),
        ({"range": "bytes=10-19", "if-range": '"another"'}, whole),
        ({"range": "bytes=0-1,5-9"}, whole),
        ({}, whole),
    ]
    for headers, wanted in cases:
        answer = officer.get(base(row) + "film/", headers=headers)
        assert "X-Accel-Redirect" in answer
        assert [tuple(each) for each in FootageHandOut.objects.get().ranges] == wanted, headers
        FootageHandOut.objects.all().delete()


def test_a_link_is_named_with_session_and_address(house: House, row: Recording, officer: Client, as_: As) -> None:
    address = officer.post(base(row) + "link/").json()["address"]
    assert as_("surveillance").get(address).status_code == 403, "another session"
    assert FootageHandOut.objects.count() == 0
    read(officer.get(address, headers={"range": "bytes=0-9"}, REMOTE_ADDR="203.0.113.9"))
    officer.get(base(row) + "film/", headers={"range": "bytes=20-29"}, REMOTE_ADDR="203.0.113.9")
    by_link, by_session = sorted(outs(house, row), key=lambda out: out.link is None)
    token = address.rstrip("/").rpartition("/")[2]
    assert by_link.link == hashlib.sha256(token.encode()).hexdigest()
    assert by_link.session == by_session.session == links.session_of(officer_request(officer))
    assert (ranges(by_link), ranges(by_session)) == ([(0, 9)], [(20, 29)])


def officer_request(client: Client) -> Any:
    class Request:
        session = client.session

    return Request()


def test_the_original_and_a_package_are_counted(house: House, row: Recording, officer: Client) -> None:
    said = {"command_id": str(uuid4()), "reason": "Điều tra vụ việc."}
    address = officer.post(base(row) + "download/", said, content_type="application/json").json()["address"]
    original = read(officer.get(address))
    job = exports.ask_export(
        owner=house.owner,
        code=row.code,
        stretch=Stretch(from_ms=0, to_ms=900),
        why="Theo yêu cầu của công an.",
        by=OFFICER,
        now=house.now,
        command=str(uuid4()),
    )
    house.work()
    chain = [type(fact) for fact in house.custody(row.code)]
    assert chain.index(f.RecordingHandedOut) < chain.index(f.RecordingExported), (
        "what went before stands in the package"
    )
    package = read(officer.get(officer.get(f"/api/v1/footage/jobs/{job.pk}/").json()["file"]["address"]))
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        told = json.loads(archive.read("custody.json"))
    [out] = [each for each in told if each["type"] == "recording.handed_out.v1"]
    assert any(f"all {row.size_bytes} bytes of the original" in line["en"] for line in out["said"])
    assert [(each.what, each.size_bytes) for each in outs(house, row)] == [
        ("original", len(original)),
        (f"export/X{job.pk}", len(package)),
    ]


def test_moments_are_local_and_in_words(house: House, row: Recording, officer: Client, as_: As) -> None:
    fact = f.RecordingHandedOut(
        what="export/X7",
        sha256="a" * 64,
        size_bytes=1000,
        ranges=(ByteRange(first=0, last=99), ByteRange(first=200, last=299)),
        requests=2,
        begun_at=house.now.replace(year=2026, month=11, day=20, hour=20, minute=5, second=6),
        ended_at=house.now.replace(year=2026, month=11, day=20, hour=20, minute=6, second=7),
        handed_to=VIEWER,
        session="0123456789abcdef" * 2,
        link="b" * 64,
        address="203.0.113.9",
    )
    lines = event_words.told(fact, None, ZoneInfo("Asia/Ho_Chi_Minh"))
    assert [line.en for line in lines] == [
        "Handed out 200 of 1000 bytes (0–99, 200–299) of package X7, from 21/11/2026 03:05:06 (UTC+07:00) to"
        " 21/11/2026 03:06:07 (UTC+07:00).",
        "Session 01234567.",
        "By the signed link bbbbbbbb.",
        "From the address 203.0.113.9.",
    ]
    assert lines[0].vi.startswith("Đã giao 200 trong 1000 byte (0–99, 200–299) của gói X7, từ 21/11/2026 03:05:06")
    house.tell(row.stream, fact)
    for language, wanted in (("vi", "Giao dữ liệu phim"), ("en", "Film handed out")):
        page = as_("surveillance", language).get(reverse("admin:surveillance_recording_change", args=[row.pk]))
        body = page.content.decode()
        assert wanted in body
        assert "21/11/2026 03:05:06 (UTC+07:00)" in body
    [told] = [each for each in officer.get(base(row) + "custody/").json()["events"] if "handed_out" in each["type"]]
    assert told["said"][0]["en"] == lines[0].en
    assert told["local_time"].endswith("(UTC+07:00)")
