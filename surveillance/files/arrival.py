"""Taking a file in: hashed, looked at in a child process with limits, its seals counted, kept, recorded.

What cannot be shown (damaged, of a form that is not read here, beyond the limits, or no film at all) is kept all the
same, byte for byte, as an exhibit: its recording has no ``media`` and says why (ADR 147). It is looked at again
whenever its bytes are checked, and becomes a film once it can be read. Only a file without a byte is refused.

The order is what makes it safe to begin again after a process was killed: the bytes are kept under their hash before
the record says that they are. A code is made of the hash, so that two processes that take the same content in at once
come to the same recording, and one of them is told that it was here already. When the film begins is said, in this
order, by its seal, by the recorder that was asked, by the person who sent it, by its container.

Proved by ``tests/surveillance/files/test_arrival.py``, ``test_exhibits.py`` and ``test_killed.py``.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

import msgspec
from django.db import transaction

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.events import NewEvent
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from games.engine.facts import Person
from surveillance.files import copy_facts, jobs, looked, storage, uploads
from surveillance.files.models import FootageCopy, FootageJob, FootageUpload, JobKind, UploadState
from surveillance.files.on_duty import person_again
from surveillance.film import export_file, seals
from surveillance.film.limited import FilmWorkFailed
from surveillance.film.probing import Probe
from surveillance.record import facts as f
from surveillance.record import state
from surveillance.record.fields import RECORDERS_AHEAD
from surveillance.record.parts import ArrivedHow, Fetched, KnownBy, Media, SealSeen, Unplayable
from surveillance.rows import readmodel
from surveillance.rows.house import FOOTAGE_DAYS

log = logging.getLogger(__name__)

CODES: Final = 50
"""So many times the same content may come back after its term."""
SUBJECT_LENGTH: Final = 300
COPYING: Final = "system:copies"
Progress = Callable[[int, int], object]


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a file comes from, and what whoever brought it says of it."""

    how: ArrivedHow
    name: str
    by: Person | None = None
    camera: str | None = None
    shown_from: datetime | None = None
    fetched: Fetched | None = None


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a file: its recording, whether that was here before, and why it cannot be shown, if it cannot."""

    recording: str
    known: bool
    unplayable: Unplayable | None = None


def hash_of(path: Path, progress: Progress | None = None) -> tuple[str, int]:
    """SHA-256 and size of a file, read once."""
    digest, done = hashlib.sha256(), 0
    with storage.told(), path.open("rb", buffering=0) as file:
        total = path.stat().st_size
        buffer = memoryview(bytearray(4 * storage.PIECE_BYTES))
        while size := file.readinto(buffer):
            digest.update(buffer[:size])
            done += size
            if progress is not None:
                progress(done, total)
    return digest.hexdigest(), done


def take_in(
    *,
    owner: Property,
    path: Path,
    origin: Origin,
    identity: UUID,
    now: datetime,
    progress: Progress | None = None,
    unreadable: Unplayable | None = None,
) -> Taken:
    """Take a file in; the caller removes ``path`` afterwards. ``identity`` is the id of the event, so that the same
    file begun again is the same recording. ``unreadable`` where it is known already that it cannot be read: it is not
    looked at. Problems: footage_empty, and those of the storage."""
    sha256, size_bytes = hash_of(path, progress)
    if not size_bytes:
        raise Problem("footage_empty")
    known = _standing(owner.code, sha256, identity)
    if isinstance(known, Taken):
        if not known.known:  # a process was killed just behind the event
            complete(owner=owner, code=known.recording, now=now)
        return known
    found = _look(owner, sha256, path) if unreadable is None else unreadable
    read = found if isinstance(found, Read) else None
    arrived = f.RecordingArrived(
        how=origin.how,
        name=uploads.plain_name(origin.name),
        size_bytes=size_bytes,
        sha256=sha256,
        media=None if read is None else _media(read.film),
        unplayable=None if isinstance(found, Read) else found,
        keep_until=now + FOOTAGE_DAYS,
        seals=() if read is None else read.seals,
        camera=origin.camera or None,
        fetched=origin.fetched,
        arrived_by=origin.by,
        **_began(read, origin, now),
    )
    storage.keep(storage.originals(), storage.original_name(owner.code, sha256), path)
    taken = _recorded(owner, known, [arrived, *(times_read(read.film) if read else ())], identity, now)
    if not taken.known:
        _completed(owner, taken.recording, sha256, None if read is None else read.film, now)
    return taken


def complete(*, owner: Property, code: str, now: datetime) -> None:
    """What follows upon the event of a recording's arrival, where whoever recorded it did not come to it. Problem
    footage_missing_bytes."""
    recording = get_ledger(owner.code).load(state.Recording, f"recording/{code}")
    assert recording.arrived is not None
    sha256 = recording.arrived.sha256
    if recording.media is None:
        _completed(owner, code, sha256, None, now)
        return
    try:
        with storage.as_file(storage.originals(), storage.original_name(owner.code, sha256)) as film:
            _completed(owner, code, sha256, looked.prepare(owner.code, sha256, film), now)
    except FileNotFoundError:
        raise Problem("footage_missing_bytes", recording=code) from None


def read_again(
    owner: Property, recording: state.Recording, path: Path, *, by: Person | None
) -> list[f.RecordingRead | f.RecordingTimesRead]:
    """What is to be recorded of an exhibit that can be read now; nothing where it still cannot. Problems of the
    storage."""
    assert recording.arrived is not None
    found = _look(owner, recording.arrived.sha256, path)
    if isinstance(found, Unplayable):
        return []
    origin = Origin(how=recording.arrived.how, name=recording.arrived.name)
    began = _began(found, origin, clock())
    return [f.RecordingRead(media=_media(found.film), seals=found.seals, read_by=by, **began), *times_read(found.film)]


def _completed(owner: Property, code: str, sha256: str, found: Probe | None, now: datetime) -> None:
    if found is not None:
        keep_index(owner, code, sha256, found, now)
        note_film(owner, code, sha256, now)
    readmodel.follow_to_head(owner.code)
    if found is not None:
        jobs.ask(owner=owner, kind=JobKind.PROCESS, about=code, key=code, now=now)


def code_of(sha256: str, time: int = 1) -> str:
    """The code of a recording of this content, the first one that came, or a later one after the term of the first."""
    return f"F{sha256[:16]}" + (f"-{time}" if time > 1 else "")


def _standing(property_code: str, sha256: str, identity: UUID) -> Taken | str:
    """The recording that has this content already, or the code under which it will be recorded."""
    ledger = get_ledger(property_code)
    for time in range(1, CODES):
        code = code_of(sha256, time)
        found = ledger.load(state.Recording, f"recording/{code}")
        if found.arrived is None:
            return code
        if found.arrived.sha256 == sha256 and found.deleted is None:
            first = ledger.find(identity)
            known = first is None or first.stream != found.stream
            return Taken(recording=code, known=known, unplayable=found.unplayable)
    raise Problem("footage_failed", what="codes")


def times_read(found: Probe) -> list[f.RecordingTimesRead]:
    """The remark that the times of a film jump, where they do."""
    stretches = tuple(
        f.Stretch(from_ms=each.from_ms, to_ms=each.to_ms, later_ms=each.later_ms) for each in found.stretches
    )
    return [f.RecordingTimesRead(duration_ms=found.duration_ms, stretches=stretches)] if stretches else []


def _recorded(
    owner: Property,
    code: str,
    facts: Sequence[f.RecordingArrived | f.RecordingTimesRead],
    identity: UUID,
    now: datetime,
) -> Taken:
    arrived = facts[0]
    assert isinstance(arrived, f.RecordingArrived)
    events = [
        NewEvent(
            id=identity if version == 1 else uuid5(identity, str(version)),
            stream=f"recording/{code}",
            type=f.NAMES[type(fact)],
            data=fact,
            actor=f"person:{arrived.arrived_by.staff}" if arrived.arrived_by else "system:footage",
            occurred_at=now,
            expected_version=version,
        )
        for version, fact in enumerate(facts, start=1)
    ]
    try:
        with transaction.atomic():
            get_ledger(owner.code).record(*events)
    except (ledger_errors.ConcurrencyConflict, ledger_errors.IdConflict):
        again = _standing(owner.code, arrived.sha256, identity)  # somebody took the same content in meanwhile
        if isinstance(again, Taken):
            return again
        raise
    return Taken(recording=code, known=False, unplayable=arrived.unplayable)


# --- What the file says -----------------------------------------------------------------------------------------------


class Read(msgspec.Struct, frozen=True):
    """A film as it was read: what it is, the seals that it carries, the start that they say."""

    film: Probe
    seals: tuple[SealSeen, ...]
    start: datetime | None


def _look(owner: Property, sha256: str, path: Path) -> Read | Unplayable:
    """What the file is as a film, or why it is none that can be shown. Problems of the storage and of the house."""
    try:
        found = looked.prepare(owner.code, sha256, path)
        return Read(found, *_sealed(path, found))
    except Problem as problem:
        if problem.code in jobs.PASSING or not problem.code.startswith("film_"):
            raise
        why = problem
    except FilmWorkFailed as failed:
        log.exception("film_not_read property=%s sha256=%s", owner.code, sha256)
        why = Problem("footage_failed", what=type(failed).__name__)
    storage.remove(storage.copies(), looked.name_of(owner.code, sha256))
    return Unplayable(code=why.code, vi=why.text.vi, en=why.text.en)


def _media(found: Probe) -> Media:
    keys = sum(found.frames.keys)
    rate = found.frame_rate
    return Media(
        container=found.container,
        codec=found.codec,
        width=found.width,
        height=found.height,
        duration_ms=found.duration_ms,
        frames=found.frames.count,
        key_frames=keys,
        audio=found.audio,
        signing_packets=found.media_signing,
        frame_rate_millihz=None if rate is None else round(1000 * rate[0] / rate[1]),
        created_at=found.created_at,
    )


def _sealed(path: Path, found: Probe) -> tuple[tuple[SealSeen, ...], datetime | None]:
    """The seals that it carries, as they are, and the start that it says. A Matroska file has neither."""
    if found.container not in ("mp4", "mov"):
        return (), None
    said, report = export_file.read(path), seals.check(path)  # film_boxes where the file is cut off
    seen = tuple(
        SealSeen(
            state=each.state,
            subject=None if each.signer is None else each.signer.subject[:SUBJECT_LENGTH],
            fingerprint=None if each.signer is None else each.signer.fingerprint,
        )
        for each in report.seals
    )
    # A seal says when the file's own timeline begins, and the film begins with its first frame.
    return seen, said.start.at + timedelta(milliseconds=found.origin_ms) if said.start is not None else None


def _began(read: Read | None, origin: Origin, now: datetime) -> dict[str, Any]:
    """When the film begins, and who says so; who names a moment that is yet to come is not heard."""
    said: tuple[tuple[KnownBy, datetime | None], ...] = (
        ("seal", None if read is None else read.start),
        ("recorder", origin.shown_from if origin.fetched is not None else None),
        ("person", origin.shown_from),
        ("container", None if read is None else read.film.created_at),
    )
    for known_by, moment in said:
        if moment is not None and moment <= now + RECORDERS_AHEAD:
            return {"shown_from": moment, "known_by": known_by}
    return {}


def keep_index(owner: Property, recording: str, sha256: str, found: Probe, now: datetime) -> None:
    """The moment of every frame: seeking, stepping and cutting go by it."""
    content = found.frames.to_bytes()
    name = storage.copy_name(owner.code, sha256, "index")
    storage.keep_bytes(storage.copies(), name, content)
    note_copy(
        owner=owner,
        recording=recording,
        what="index",
        path=name,
        size_bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        media_type="application/msgpack",
        now=now,
    )


def note_film(owner: Property, recording: str, sha256: str, now: datetime) -> None:
    """The copy by which it is looked at, where there is one (``looked.py``)."""
    name = looked.name_of(owner.code, sha256)
    if storage.exists(storage.copies(), name):
        with storage.as_file(storage.copies(), name) as film:
            digest, size_bytes = hash_of(film)
        note_copy(
            owner=owner,
            recording=recording,
            what="film",
            path=name,
            size_bytes=size_bytes,
            sha256=digest,
            media_type=looked.MEDIA,
            now=now,
        )


def note_copy(
    *,
    owner: Property,
    recording: str,
    what: str,
    path: str,
    size_bytes: int,
    sha256: str,
    media_type: str,
    now: datetime,
    facts: dict[str, Any] | None = None,
) -> None:
    """Something was made of an original, in the place of what was made before: row and event."""
    made = {
        "path": path,
        "size_bytes": size_bytes,
        "sha256": sha256,
        "media_type": media_type,
        "facts": facts or {},
        "made_at": now,
    }
    with transaction.atomic():
        record_copy(owner, recording, what, sha256, size_bytes, now)
        FootageCopy.objects.update_or_create(property=owner, recording=recording, what=what, defaults=made)


def record_copy(owner: Property, recording: str, what: str, sha256: str, size_bytes: int, now: datetime) -> None:
    """Say in the record what was made of an original, by its hash."""
    event = NewEvent(
        id=uuid4(),
        stream=f"copy/{recording}",
        type=copy_facts.TYPE,
        data=copy_facts.CopyMade(what=what, sha256=sha256, size_bytes=size_bytes),
        actor=COPYING,
        occurred_at=now,
    )
    get_ledger(owner.code).append([event])


# --- Uploads ----------------------------------------------------------------------------------------------------------


@jobs.WORKS.register(JobKind.ARRIVE)
def arrive(run: jobs.Run) -> dict[str, Any]:
    """Take in what was uploaded."""
    row = FootageUpload.objects.select_related("property").filter(pk=run.job.about).first()
    if row is None:
        raise Problem("footage_upload_unknown")
    path = uploads.path_of(row)
    if row.recording:  # a process was killed just behind the end
        path.unlink(missing_ok=True)
        return {"recording": row.recording, "known": row.state == UploadState.KNOWN}
    if not path.is_file():
        raise Problem("footage_upload_unknown")
    taken = take_in(**_upload(row), now=clock(), progress=run.progress)
    _became(row, taken)
    return {"recording": taken.recording, "known": taken.known}


def _upload(row: FootageUpload) -> dict[str, Any]:
    by = person_again(row.post, row.staff) if row.staff else None
    origin = Origin(how="upload", name=row.name, by=by, camera=row.camera or None, shown_from=row.shown_from)
    return {"owner": row.property, "path": uploads.path_of(row), "origin": origin, "identity": row.pk}


def _became(row: FootageUpload, taken: Taken) -> None:
    """The upload is over: its recording is told, and why it cannot be shown, if it cannot."""
    row.state = UploadState.KNOWN if taken.known else UploadState.ARRIVED
    row.recording = taken.recording
    why = taken.unplayable
    row.code, row.said_vi, row.said_en = ("", "", "") if why is None else (why.code, why.vi, why.en)
    row.save(update_fields=["state", "recording", "code", "said_vi", "said_en"])
    uploads.path_of(row).unlink(missing_ok=True)


@jobs.WHEN_FAILED.register(JobKind.ARRIVE)
def _given_up(job: FootageJob, problem: Problem) -> None:
    """No worker came to the end of it. Where the storage or the house is at fault, the bytes stay as they came until
    the work is begun again; where the file is, they are kept unread."""
    for row in FootageUpload.objects.select_related("property").filter(pk=job.about, recording=""):
        row.state, row.code, row.said_vi, row.said_en = (
            UploadState.REFUSED,
            problem.code,
            problem.text.vi,
            problem.text.en,
        )
        row.save(update_fields=["state", "code", "said_vi", "said_en"])
        if problem.code in jobs.FILM:
            _became(row, take_in(**_upload(row), now=clock(), unreadable=unreadable_by(job)))


def unreadable_by(job: FootageJob) -> Unplayable:
    """Why a file is kept on which work failed."""
    return Unplayable(code=job.code, vi=job.said_vi, en=job.said_en)
