"""Taking in: what is recorded of a film, the same content again, and disks that are full or away."""

from __future__ import annotations

import errno
import os
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from casino.core.errors import Problem
from surveillance.files import arrival, checking, jobs, storage, uploads
from surveillance.files.models import FootageJob, FootageUpload, UploadState
from surveillance.film import sealing
from surveillance.film.export_file import Source
from surveillance.record import facts as f
from surveillance.rows.models import Recording
from tests.replay.story import CODE
from tests.surveillance.files.conftest import START, House, sha256
from tests.surveillance.film.conftest import sealer


def test_what_is_recorded_of_a_film(house: House, film: Path) -> None:
    row = house.upload(film.read_bytes(), "cửa số 3.mp4", camera="CAM-A", shown_from=START)
    [arrived] = house.custody(row.recording)
    assert isinstance(arrived, f.RecordingArrived)
    assert (arrived.how, arrived.name, arrived.size_bytes) == ("upload", "cửa số 3.mp4", film.stat().st_size)
    assert arrived.sha256 == sha256(film.read_bytes())
    assert arrived.media is not None
    assert arrived.unplayable is None
    assert arrived.media.codec == "h264"
    assert (arrived.media.frames, arrived.media.key_frames) == (60, 3)
    assert arrived.media.frame_rate_millihz == 25_000
    assert (arrived.shown_from, arrived.known_by) == (START, "person")
    assert arrived.seals == ()
    assert [path.name for path in house.kept()] == [arrived.sha256]
    assert house.kept()[0].read_bytes() == film.read_bytes()
    assert house.kept()[0].stat().st_mode & 0o222 == 0
    assert house.left_behind() == []


def test_a_sealed_start_counts_before_what_a_person_says(house: House, film: Path, tmp_path: Path) -> None:
    ours = sealer("Somebody")
    sealed = tmp_path / "sealed.mp4"
    start = START - timedelta(hours=1)
    sealing.seal(
        film,
        key=ours.key,
        certificate=ours.certificate,
        start=start,
        sources=[Source(track=1, name="Table 4")],
        out=sealed,
    )
    row = house.upload(sealed.read_bytes(), camera="CAM-A", shown_from=START)
    [arrived] = house.custody(row.recording)
    assert (arrived.shown_from, arrived.known_by) == (start, "seal")
    assert [seal.state for seal in arrived.seals] == ["intact"]
    assert arrived.seals[0].fingerprint == ours.fingerprint
    changed = bytearray(sealed.read_bytes())
    changed[changed.index(b"mdat") + 2000] ^= 1
    again = house.upload(bytes(changed))
    assert [seal.state for seal in house.custody(again.recording)[0].seals] == ["broken"]


def test_the_same_content_again_is_the_first_recording(house: House, film: Path) -> None:
    first = house.upload(film.read_bytes())
    again = house.upload(film.read_bytes(), "another name.mp4")
    assert (first.state, again.state) == (UploadState.ARRIVED, UploadState.KNOWN)
    assert again.recording == first.recording
    assert Recording.objects.count() == 1
    assert house.left_behind() == []


def test_another_house_shares_nothing(house: House, film: Path) -> None:
    second = House(house.folder, "DAN")
    first = house.upload(film.read_bytes())
    other = second.upload(film.read_bytes())
    assert other.state == UploadState.ARRIVED
    assert len(house.kept()) == 2
    checking.remove_bytes(second.owner, other.recording, sha256(film.read_bytes()))
    assert [path.parts[-3] for path in house.kept()] == [CODE]
    assert first.recording == other.recording


def test_content_that_comes_back_after_its_term_is_another_recording(house: House, film: Path) -> None:
    first = house.upload(film.read_bytes())
    house.tell(f"recording/{first.recording}", f.RecordingDeleted(kept_until=house.now, rule="term_ended"))
    checking.remove_bytes(house.owner, first.recording, sha256(film.read_bytes()))
    assert house.kept() == []
    again = house.upload(film.read_bytes())
    assert (again.state, again.recording) == (UploadState.ARRIVED, f"{first.recording}-2")
    assert len(house.kept()) == 1


# --- Disks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_full_disk_while_a_part_is_written_takes_the_part_back(
    house: House, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    row = house.begin(bytes(10**6))
    real = os.write
    written: list[int] = []

    def write(file: int, data: Any) -> int:
        if sum(written) > 300_000:
            raise OSError(number, "full")
        written.append(real(file, data))
        return written[-1]

    import io

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(Problem) as caught:
        uploads.add(row, io.BytesIO(bytes(600_000)), begins=0, size_bytes=600_000, checksum=None, now=house.now)
    assert (caught.value.code, caught.value.status) == ("footage_disk_full", 507)
    assert uploads.offset(row) == 0
    monkeypatch.undo()


def test_no_upload_begins_where_it_would_not_fit(house: House, settings: Any) -> None:
    settings.FOOTAGE_LEAST_FREE_BYTES = 2**60
    with pytest.raises(Problem, match="more are needed"):
        house.begin(bytes(10))
    assert house.left_behind() == []
    assert FootageUpload.objects.count() == 0


def test_a_folder_that_is_away_is_said_and_not_made(house: House, film: Path, settings: Any) -> None:
    gone = str(house.folder / "not-mounted")
    settings.FOOTAGE_DIR, settings.FOOTAGE_INCOMING_DIR = gone, f"{gone}/incoming"
    with pytest.raises(Problem) as caught:
        house.begin(b"x")
    assert caught.value.code == "footage_storage_away"
    assert not Path(gone).exists()
    settings.FOOTAGE_DIR = settings.FOOTAGE_INCOMING_DIR = ""
    with pytest.raises(Problem) as caught:
        house.begin(b"x")
    assert caught.value.code == "footage_no_folder"


def test_a_full_disk_while_it_is_kept_is_tried_again_and_leaves_nothing(
    house: House, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: Any) -> bool:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(storage, "_linked", full)
    row = house.upload(film.read_bytes())
    job = FootageJob.objects.get(kind="arrive")
    assert (row.state, job.state, job.code) == (UploadState.CHECKING, "queued", "footage_disk_full")
    assert job.not_before is not None
    assert house.kept() == []
    assert [name for name in house.left_behind() if not name.endswith(f"{row.pk}.part")] == []
    monkeypatch.undo()
    assert jobs.run(job.pk, now=job.not_before + timedelta(seconds=1))
    row.refresh_from_db()
    assert row.state == UploadState.ARRIVED
    assert house.left_behind() == []


def test_begun_again_after_the_record_it_is_the_same_recording(house: House, film: Path) -> None:
    """A process that is killed behind the append leaves the file; the next one finds the event under its id."""
    identity, taken = uuid4(), []
    for _ in range(2):
        origin = arrival.Origin(how="simulated", name="film.mp4")
        found = arrival.take_in(owner=house.owner, path=film, origin=origin, identity=identity, now=house.now)
        taken.append(found)
    assert taken[0] == taken[1]
    assert not taken[1].known
    assert len(house.custody(taken[0].recording)) == 1
