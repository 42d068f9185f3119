"""Resumable uploads by tus 1.0: every answer of the protocol, and what stays on disk after each refusal."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from casino.web.admission import HEADER, KEY, Asking
from surveillance.files import tasks, uploads
from surveillance.files.models import FootageUpload
from surveillance.rows.models import Recording
from tests.replay.story import CODE
from tests.surveillance.files.conftest import House, posted, sha256

ADDRESS = "/api/v1/footage/uploads/"
TUS = {"Tus-Resumable": "1.0.0"}
PART = "application/offset+octet-stream"


def words(**pairs: str) -> str:
    return ",".join(f"{key} {base64.b64encode(value.encode()).decode()}" for key, value in pairs.items())


def begin(client: Client, length: int, **besides: str) -> str:
    """The address of a new upload."""
    said = {"filename": "film.mp4", **besides}
    answer = client.post(ADDRESS, headers={**TUS, "Upload-Length": str(length), "Upload-Metadata": words(**said)})
    assert answer.status_code == 201, answer.content
    assert answer["Upload-Offset"] == "0"
    return str(answer["Location"])


def send(client: Client, address: str, content: bytes, offset: int = 0, **headers: str) -> Any:
    said = {**TUS, "Upload-Offset": str(offset), **headers}
    return client.patch(address, content, content_type=headers.pop("type", PART), headers=said)


def offset(client: Client, address: str) -> int:
    answer = client.head(address, headers=TUS)
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    return int(answer["Upload-Offset"])


def on_disk(house: House) -> bytes:
    [path] = (house.folder / "incoming").glob("*.part")
    return path.read_bytes()


def test_what_the_server_speaks(house: House, officer: Client) -> None:
    answer = officer.options(ADDRESS)
    assert answer.status_code == 204
    assert answer["Tus-Version"] == answer["Tus-Resumable"] == "1.0.0"
    assert set(answer["Tus-Extension"].split(",")) == {"creation", "expiration", "termination", "checksum"}
    assert int(answer["Tus-Max-Size"]) > 2**32


def test_a_film_comes_in_parts_and_becomes_a_recording(house: House, officer: Client, film: Path) -> None:
    content = film.read_bytes()
    address = begin(officer, len(content), camera="CAM-A", shown_from="2026-11-21T04:14:03+07:00")
    half = len(content) // 2
    assert send(officer, address, content[:half])["Upload-Offset"] == str(half)
    assert offset(officer, address) == half
    assert on_disk(house) == content[:half]
    assert send(officer, address, content[half:], half).status_code == 204
    assert officer.get(address).json()["state"] == "checking"
    assert not house.work()
    said = officer.get(address).json()
    assert said["state"] == "arrived"
    row = Recording.objects.get(code=said["recording"])
    assert (row.sha256, row.size_bytes, row.frames) == (sha256(content), len(content), 60)
    assert row.camera is not None
    assert row.camera.code == "CAM-A"
    assert row.arrived_by == "surveillance"
    assert house.left_behind() == []


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Tus-Resumable": "0.2.2"}, 412, "footage_upload_version"),
        ({"Upload-Offset": "3"}, 409, "footage_offset"),
        ({"Upload-Offset": "-1"}, 409, "footage_offset"),
        ({"type": "application/octet-stream"}, 415, "footage_chunk_type"),
        ({"Upload-Checksum": "md5 AAAA"}, 400, "footage_checksum_kind"),
        ({"Upload-Checksum": "sha256 " + base64.b64encode(bytes(32)).decode()}, 460, "footage_checksum"),
    ],
)
def test_a_part_that_does_not_fit_leaves_nothing(
    house: House, officer: Client, headers: dict[str, str], status: int, code: str
) -> None:
    address = begin(officer, 100)
    assert send(officer, address, b"a" * 10).status_code == 204
    said = {"Upload-Offset": "10", **headers}
    kind = said.pop("type", PART)
    answer = officer.patch(address, b"b" * 20, content_type=kind, headers={**TUS, **said})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    if status == 412:
        assert answer["Tus-Version"] == "1.0.0"
    assert on_disk(house) == b"a" * 10
    assert offset(officer, address) == 10


def test_a_checksum_that_holds_is_taken(house: House, officer: Client) -> None:
    address = begin(officer, 100)
    for at, kind in ((0, "sha256"), (10, "sha1")):
        digest = base64.b64encode(hashlib.new(kind, b"c" * 10).digest()).decode()
        assert send(officer, address, b"c" * 10, at, **{"Upload-Checksum": f"{kind} {digest}"}).status_code == 204
    assert on_disk(house) == b"c" * 20


def test_more_than_was_said_or_than_a_part_may_have_is_refused(house: House, officer: Client, settings: Any) -> None:
    address = begin(officer, 100)
    assert send(officer, address, b"a" * 101).status_code == 413
    settings.FOOTAGE_CHUNK_BYTES = 50
    assert send(officer, address, b"a" * 51).json()["code"] == "footage_chunk_too_large"
    assert on_disk(house) == b""
    settings.FOOTAGE_MAX_BYTES = 1000
    answer = officer.post(ADDRESS, headers={**TUS, "Upload-Length": "1001"})
    assert (answer.status_code, answer.json()["code"]) == (413, "footage_upload_too_large")
    for length in ("", "0", "-4", "x", "9" * 20):
        assert officer.post(ADDRESS, headers={**TUS, "Upload-Length": length}).status_code == 400
    assert officer.post(ADDRESS, headers={**TUS, "Upload-Length": "9", "Upload-Metadata": "a ==="}).status_code == 400


def test_two_parts_at_once_only_one_writes(house: House, officer: Client) -> None:
    address = begin(officer, 100)
    row = FootageUpload.objects.get()
    with uploads.held(row):
        answer = send(officer, address, b"a" * 10)
        assert (answer.status_code, answer.json()["code"]) == (423, "footage_upload_busy")
        assert officer.delete(address, headers=TUS).status_code == 423
    assert send(officer, address, b"b" * 10).status_code == 204
    assert on_disk(house) == b"b" * 10


def test_giving_an_upload_up_takes_its_bytes_away(house: House, officer: Client) -> None:
    address = begin(officer, 100)
    send(officer, address, b"a" * 10)
    assert officer.delete(address, headers=TUS).status_code == 204
    assert officer.head(address, headers=TUS).status_code == 404
    assert house.left_behind() == []


def test_an_upload_is_its_owners_alone(house: House, officer: Client, as_: Callable[..., Client]) -> None:
    address = begin(officer, 100)
    colleague = as_(posted("second", "surveillance"))
    assert send(colleague, address, b"x").status_code == 404
    assert colleague.delete(address, headers=TUS).status_code == 404
    for role in ("dealer", "pit_supervisor", "pit_manager", "auditor", "regulator", "administrator"):
        assert as_(role).post(ADDRESS, headers={**TUS, "Upload-Length": "5"}).status_code == 403, role
    assert Client().patch(address, b"x", content_type=PART, headers=TUS).status_code in (401, 403)
    assert on_disk(house) == b""


def test_the_server_asks_before_it_reads_a_body(house: House, officer: Client) -> None:
    """The gateway calls with the head alone; only what would be taken may send its body."""
    address = begin(officer, 100)

    def asked(begins: int, length: int | None) -> Any:
        headers = {**TUS, "Upload-Offset": str(begins)}
        said: dict[str, Any] = {"CONTENT_TYPE": PART, KEY: Asking(length)}
        return officer.patch(address, b"", content_type=PART, headers=headers, **said)

    assert asked(0, 100).headers[HEADER] == "1"
    assert HEADER not in asked(0, 101).headers
    assert asked(7, 10).status_code == 409
    assert on_disk(house) == b""


def test_unfinished_uploads_end_by_themselves(house: House, officer: Client, settings: Any) -> None:
    settings.FOOTAGE_UPLOADS_EACH = 2
    first = begin(officer, 100)
    begin(officer, 100)
    assert officer.post(ADDRESS, headers={**TUS, "Upload-Length": "5"}).json()["code"] == "footage_uploads_many"
    later = house.now + timedelta(hours=settings.FOOTAGE_UPLOAD_HOURS + 1)
    assert uploads.expire(later) == 2
    assert house.left_behind() == []
    assert officer.head(first, headers=TUS).status_code == 404


def test_an_upload_that_came_whole_is_looked_at_even_if_its_request_was_killed(house: House, film: Path) -> None:
    row = house.begin(film.read_bytes())
    uploads.path_of(row).write_bytes(film.read_bytes())
    tasks.sweep()
    assert not house.work()
    row.refresh_from_db()
    assert row.state == "arrived"


def test_names_are_shown_and_never_a_path(house: House, officer: Client) -> None:
    begin(officer, 5, filename="../../../etc/passwd")
    begin(officer, 5, filename="C:\\film\x07.mp4")
    assert sorted(FootageUpload.objects.values_list("name", flat=True)) == ["film�.mp4", "passwd"]
    answer = officer.post(ADDRESS, headers={**TUS, "Upload-Length": "5", "Upload-Metadata": words(camera="NONE")})
    assert answer.json()["code"] == "footage_camera_unknown"
    answer = officer.post(
        ADDRESS, headers={**TUS, "Upload-Length": "5", "Upload-Metadata": words(shown_from="2026-11-21T04:14:03")}
    )
    assert answer.json()["code"] == "footage_moment"
    assert house.owner.code == CODE
