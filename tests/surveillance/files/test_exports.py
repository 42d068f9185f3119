"""Packages: a sealed clip that anybody can check, with what explains it; copies that are masked and marked."""

from __future__ import annotations

import hashlib
import io
import re
import subprocess
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pypdf
import pytest
from django.test import Client

from casino import vault
from casino.core.errors import Problem
from surveillance.files import exports, jobs, keys, showing, storage
from surveillance.files.exports import Stretch
from surveillance.files.models import FootageJob, JobState
from surveillance.film import export_file, probing, seals
from surveillance.film.copies import Area
from surveillance.record import facts as f
from surveillance.record.parts import Viewer
from surveillance.rows.models import Recording
from tests.surveillance.files.conftest import OFFICER, START, House, sha256
from tests.surveillance.film.reading import codes_of, picture


@pytest.fixture
def row(house: House, film: Path) -> Recording:
    house.clock(1500)
    return house.recording(film)


def export(house: House, row: Recording, **besides: Any) -> FootageJob:
    said: dict[str, Any] = {"stretch": Stretch(from_ms=1200, to_ms=1800), "why": "Theo yêu cầu của công an.", **besides}
    job = exports.ask_export(owner=house.owner, code=row.code, by=OFFICER, now=house.now, command=str(uuid4()), **said)
    house.work()
    job.refresh_from_db()
    return job


def package(row: Recording, job: FootageJob) -> zipfile.ZipFile:
    copy = showing.copy_of(row, f"export/{job.result['export']}")
    with storage.as_file(storage.copies(), copy.path) as path:
        return zipfile.ZipFile(io.BytesIO(path.read_bytes()))


def test_a_package_explains_itself(house: House, row: Recording, tmp_path: Path) -> None:
    job = export(house, row)
    assert job.state == JobState.DONE, job.said_en
    files = package(row, job)
    assert set(files.namelist()) == {
        *("parts.json", "parts.note", "clip.mp4", "certificate.pem", "package.json", "custody.json"),
        *("cover-vi.pdf", "cover-en.pdf", "SHA256SUMS"),
    }
    lines = [line.split("  ") for line in files.read("SHA256SUMS").decode().splitlines()]
    sums = {name: digest for digest, name in lines}
    assert {name: sha256(files.read(name)) for name in sums} == sums
    clip = tmp_path / "clip.mp4"
    clip.write_bytes(files.read("clip.mp4"))
    said = msgspec.json.decode(files.read("package.json"))
    assert said["stretch"]["from_ms"] == 1000, "the key frame before"
    assert said["stretch"]["longer_before_ms"] == 200
    assert said["clock"]["begins"]["recorder_ahead_ms"] == 1500
    assert said["clock"]["begins"]["uncertainty_ms"] >= 200
    [key] = keys.certificates(house.owner.code)
    report = seals.check(clip)
    assert report.state == "intact"
    assert report.intact_by(keys.fingerprint(key))
    start = export_file.read(clip).start
    assert start is not None
    assert abs(start.at - (START - timedelta(milliseconds=1500) + timedelta(seconds=1))) < timedelta(milliseconds=1)
    probed = probing.probe(clip)
    assert probed.codec == "h264"
    assert probed.frames.count == said["stretch"]["frames"]
    chain = msgspec.json.decode(files.read("custody.json"))
    types = ["recording.arrived.v1", "recording.leave_asked.v1", "recording.exported.v1"]
    assert [event["type"] for event in chain] == types


def test_the_seal_is_checked_by_openssl(house: House, row: Recording, tmp_path: Path) -> None:
    """Somebody else's program over the file with its signature as zeros."""
    files = package(row, export(house, row))
    content = bytearray(files.read("clip.mp4"))
    at = content.index(b"sibo") + 4
    (tmp_path / "signature").write_bytes(content[at : at + 384])
    content[at : at + 384] = bytes(384)
    (tmp_path / "zeroed").write_bytes(content)
    (tmp_path / "certificate.pem").write_bytes(files.read("certificate.pem"))
    public = subprocess.run(
        ["openssl", "x509", "-in", "certificate.pem", "-pubkey", "-noout"],
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    (tmp_path / "public").write_bytes(public.stdout)
    command = ["openssl", "dgst", "-sha256", "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:20"]
    done = subprocess.run(
        [*command, "-verify", "public", "-signature", "signature", "zeroed"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.stdout.strip() == b"Verified OK", done.stderr


def test_the_cover_says_it_in_both_languages(house: House, row: Recording) -> None:
    viewed = f.RecordingViewed(
        from_ms=400,
        to_ms=900,
        why="case",
        viewed_by=Viewer(post=OFFICER.post, staff=OFFICER.staff),
        subject="case/2026-00003",
    )
    house.tell(row.stream, viewed)
    files = package(row, export(house, row))
    told = {}
    for language in ("vi", "en"):
        pages = pypdf.PdfReader(io.BytesIO(files.read(f"cover-{language}.pdf"))).pages
        told[language] = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert "Bản xuất cảnh quay" in told["vi"]
    assert "Export of footage" in told["en"]
    assert "Đoạn 0:00:00.400 – 0:00:00.900, vì hồ sơ 2026-00003." in told["vi"], "every view with its stretch"
    assert "The stretch 0:00:00.400 – 0:00:00.900, because of case 2026-00003." in told["en"]
    for text in told.values():
        assert row.code in text
        assert "1500 ms" in text
        assert "2026-11-21 04:14:04.000 UTC+07:00" in text, (
            "where it begins, by the recorder's clock, as the house counts"
        )
        assert not re.search(r"[0-9] UTC(?![+-])", text), "no moment is called UTC that is none"


def test_the_record_names_what_was_cut_and_its_reason_lies_sealed(house: House, row: Recording) -> None:
    job = export(house, row)
    exported = house.custody(row.code)[-1]
    assert isinstance(exported, f.RecordingExported)
    assert (exported.asked_from_ms, exported.asked_to_ms) == (1200, 1800)
    assert exported.sha256 == hashlib.sha256(package(row, job).read("clip.mp4")).hexdigest()
    assert vault.open_text(house.owner.code, exported.sealed_reason) == "Theo yêu cầu của công an."
    assert "công an" not in str(FootageJob.objects.get(pk=job.pk).asked)


def test_begun_again_it_is_the_same_clip_and_one_event(house: House, row: Recording) -> None:
    """Killed behind the record: the seal holds random numbers, so the clip that was recorded is the one that is
    packed."""
    job = export(house, row)
    first = package(row, job).read("clip.mp4")
    FootageJob.objects.filter(pk=job.pk).update(state=JobState.RUNNING)
    assert jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.DONE
    assert package(row, job).read("clip.mp4") == first
    assert [type(fact) for fact in house.custody(row.code)].count(f.RecordingExported) == 1
    assert house.left_behind() == []


def test_what_cannot_be_exported_is_said(house: House, film: Path, row: Recording, other_film: Path) -> None:
    for stretch in (Stretch(from_ms=5, to_ms=5), Stretch(from_ms=99_000, to_ms=99_100)):
        with pytest.raises(Problem) as caught:
            export(house, row, stretch=stretch)
        assert caught.value.code == "footage_stretch"
    with pytest.raises(Problem) as caught:
        export(house, row, why="  ")
    assert caught.value.code == "footage_reason"
    unplaced = house.recording(other_film, camera="", shown_from=None)
    with pytest.raises(Problem) as caught:
        export(house, unplaced, stretch=Stretch(from_ms=0, to_ms=500))
    assert caught.value.code == "footage_no_camera"


def test_a_copy_for_somebody_is_masked_marked_and_recorded(house: House, row: Recording) -> None:
    area = Area(from_ms=1000, to_ms=2000, x=0, y=0, width=100, height=100)
    job = exports.ask_copy(
        owner=house.owner,
        code=row.code,
        stretch=Stretch(from_ms=1000, to_ms=1500),
        areas=(area,),
        given_to="Ông Trần Văn B, Công an tỉnh",
        by=OFFICER,
        now=house.now,
        command=str(uuid4()),
    )
    assert house.work() == []
    job.refresh_from_db()
    given = house.custody(row.code)[-1]
    assert isinstance(given, f.CopyGiven)
    assert (given.masked_areas, given.copy) == (1, job.result["copy"])
    assert vault.open_text(house.owner.code, given.given_to) == "Ông Trần Văn B, Công an tỉnh"
    copy = showing.copy_of(row, f"given/{given.copy}")
    with storage.as_file(storage.copies(), copy.path) as path:
        assert sha256(path.read_bytes()) == given.sha256
        assert seals.check(path).state == "not_sealed"
    assert len(house.kept()) == 1
    assert sha256(house.kept()[0].read_bytes()) == row.sha256, "the original is untouched"


def give(house: House, row: Recording, stretch: Stretch, areas: tuple[Area, ...], command: str = "") -> FootageJob:
    return exports.ask_copy(
        owner=house.owner,
        code=row.code,
        stretch=stretch,
        areas=areas,
        given_to="Ông Trần Văn B",
        by=OFFICER,
        now=house.now,
        command=command or str(uuid4()),
    )


def test_a_copy_shows_nothing_beside_its_stretch_and_hides_what_moves_where_it_is(house: House, row: Recording) -> None:
    """A cut begins at the key frame before (here 1000 ms) and ends at the one behind: there no area was asked for."""
    moving = Area(from_ms=0, to_ms=2400, x=0, y=90, width=20, height=20, to_x=240, to_y=90)
    job = give(house, row, Stretch(from_ms=1200, to_ms=1500), (moving,))
    assert house.work() == []
    job.refresh_from_db()
    copy = showing.copy_of(row, f"given/{job.result['copy']}")
    with storage.as_file(storage.copies(), copy.path) as path:
        film = probing.probe(path)
        assert [code for _pts, code in codes_of(path, foot=film.height - 180)] == list(range(30, 38))
        first = picture(path, 0)
    assert sum(first.crop((124, 94, 136, 106)).tobytes()) < 40 * 144


@pytest.mark.parametrize("other", ["areas", "stretch", "case", "to"])
def test_the_same_command_asks_for_nothing_else(house: House, row: Recording, other: str) -> None:
    """Whoever goes back and hides more is not given the copy that hides less."""
    area, stretch, command = Area(1000, 2000, 0, 0, 100, 100), Stretch(from_ms=1000, to_ms=1500), str(uuid4())
    first = give(house, row, stretch, (area,), command)
    assert give(house, row, stretch, (area,), command).pk == first.pk
    said: dict[str, Any] = {"stretch": stretch, "areas": (area,), "case": None, "given_to": "Ông Trần Văn B"}
    others: dict[str, dict[str, Any]] = {
        "to": {"given_to": "Bà Lê Thị C"},
        "areas": {"areas": (area, Area(1000, 2000, 150, 0, 100, 100))},
        "stretch": {"stretch": Stretch(from_ms=1000, to_ms=1400)},
        "case": {"case": "D-2026-0001"},
    }
    rest: dict[str, Any] = {"owner": house.owner, "code": row.code, "by": OFFICER, "now": house.now, "command": command}
    with pytest.raises(Problem) as caught:
        exports.ask_copy(**said | others[other], **rest)
    assert caught.value.code == "command_conflict"
    assert FootageJob.objects.filter(kind="give").count() == 1


def test_a_package_leaves_by_a_link(house: House, row: Recording, officer: Client) -> None:
    said = {"command_id": str(uuid4()), "reason": "Điều tra.", "from_ms": 0, "to_ms": 900}
    base = "/api/v1/footage/"
    asked = officer.post(f"{base}recordings/{row.code}/exports/", said, content_type="application/json")
    assert asked.status_code == 202
    again = officer.post(f"{base}recordings/{row.code}/exports/", said, content_type="application/json")
    assert again.json()["id"] == asked.json()["id"]
    house.work()
    found = officer.get(f"{base}jobs/{asked.json()['id']}/").json()
    assert found["state"] == "done"
    assert found["percent"] == 100
    answer: Any = officer.get(found["file"]["address"])
    content = b"".join(answer.streaming_content)
    assert zipfile.ZipFile(io.BytesIO(content)).testzip() is None
    assert answer["Content-Disposition"].startswith("attachment")
