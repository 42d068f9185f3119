"""A house with a folder for footage, two cameras, people of every post, and small films that are made once."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import av
import msgspec
import pytest
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from casino.access.roles import ensure_roles
from casino.clock import now as clock
from casino.core.events import NewEvent
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from games.engine.facts import Person
from surveillance.files import jobs, keys, uploads
from surveillance.files.models import FootageJob, FootageUpload, JobState
from surveillance.film import copies, frames, limited, probing, simulated
from surveillance.film.simulated import Clip
from surveillance.record import facts as f
from surveillance.recorders.assembling import Frame
from surveillance.rows import readmodel
from surveillance.rows.models import Recording
from tests.admin.house import person
from tests.posting import a_property
from tests.replay.story import CODE
from tests.surveillance.recorders import clips
from tests.surveillance.recorders.fake import BASE_US

START = datetime(2026, 11, 20, 21, 14, 3, tzinfo=UTC)
OFFICER = Person(post="surveillance", staff="surveillance")
FRAMES = 60


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty frames, 25 a second, with a key frame every 25."""
    path = tmp_path_factory.mktemp("film") / "film.mp4"
    simulated.make(path, Clip(frames=FRAMES, start=START, width=320, height=180))
    return path


@pytest.fixture(scope="session")
def other_film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another one."""
    path = tmp_path_factory.mktemp("film") / "other.mp4"
    simulated.make(path, Clip(frames=30, start=START, width=320, height=180))
    return path


@pytest.fixture(scope="session")
def sent(tmp_path_factory: pytest.TempPathFactory) -> list[Frame]:
    """What a recorder sends from 21:14:00 on: eight seconds, 25 frames a second, a key frame with its parameter sets
    every second."""
    path = tmp_path_factory.mktemp("sent") / "clip.mp4"
    clips.make(path, seconds=8, b_frames=0)
    with av.open(str(path)) as container:
        extra = bytes(container.streams.video[0].codec_context.extradata or b"")
    sets, at = [], 5  # of avcC (ISO/IEC 14496-15, 5.3.3)
    for mask in (0x1F, 0xFF):
        count, at = extra[at] & mask, at + 1
        for _ in range(count):
            size = int.from_bytes(extra[at : at + 2], "big")
            sets.append(extra[at + 2 : at + 2 + size])
            at += 2 + size
    return [
        Frame(BASE_US + at, key, (*sets, *units) if key else tuple(units)) for at, key, units in clips.samples(path)
    ]


_WORKED: dict[tuple[Any, ...], tuple[Any, bytes]] = {}
"""What a child made of a film, with the file that it wrote."""


def _worked(
    work: str, request: Any, answer: Any, *, limits: Any, progress: Callable[[float], object] | None = None
) -> Any:
    """As the child answers, which is asked once in each process: the same of the same bytes is the same again. What it
    refuses, cuts or hides it is asked each time."""
    out = getattr(request, "out", None)
    if work not in ("probe", "web_copy", "still", "strip"):
        return limited.run(work, request, answer, limits=limits, progress=progress)
    unplaced = {"film": msgspec.structs.replace(request.film, path="")} | ({} if out is None else {"out": ""})
    film = sha256(Path(request.film.path).read_bytes())
    key = (work, film, msgspec.json.encode(msgspec.structs.replace(request, **unplaced)), limits)
    if key not in _WORKED:
        made = limited.run(work, request, answer, limits=limits, progress=progress)
        _WORKED[key] = (made, b"" if out is None else Path(out).read_bytes())
        return made
    made, content = _WORKED[key]
    if out is not None:
        Path(out).write_bytes(content)
    if progress is not None:
        progress(1.0)
    return made


@pytest.fixture(autouse=True)
def each_film_is_worked_on_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the child does is the matter of ``tests/surveillance/film``; that it is killed, of ``test_killed.py``."""
    for module in (copies, frames, probing):
        monkeypatch.setattr(module, "run", _worked)


_read_key = lru_cache(load_pem_private_key)
"""That a key of 3072 bits is one takes a tenth of a second to check; the same file is the same key."""


@pytest.fixture(autouse=True)
def each_key_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "load_pem_private_key", _read_key)


@pytest.fixture
def footage(tmp_path: Path, settings: Any) -> Path:
    """An empty folder for footage, and one for keys of persons, named by the settings."""
    folder = tmp_path / "footage"
    folder.mkdir(mode=0o750)
    keys = tmp_path / "person-keys"
    keys.mkdir(mode=0o700)
    settings.FOOTAGE_DIR = str(folder)
    settings.FOOTAGE_INCOMING_DIR = str(folder / "incoming")
    settings.FOOTAGE_KEYS_DIR = str(tmp_path / "footage-keys")
    settings.TRANSPARENCY_KEYS_DIR = str(tmp_path / "log-keys")
    settings.FOOTAGE_LEAST_FREE_BYTES = 0
    settings.PERSON_KEYS_DIR = str(keys)
    settings.PERSON_MASTER_KEY = base64.b64encode(b"t" * 32).decode()
    return folder


class House:
    """A property with its footage, and whoever works there."""

    def __init__(self, folder: Path, code: str = CODE) -> None:
        ensure_roles()
        self.folder = folder
        self.owner: Property = a_property(code)
        self.now = clock()
        self.port = 1
        """Where the recorder listens: nobody does there."""

    def tell(self, stream: str, *facts: Any) -> None:
        events = [
            NewEvent(
                id=uuid4(),
                stream=stream,
                type=f.NAMES[type(fact)],
                data=fact,
                actor="person:surveillance",
                occurred_at=self.now,
            )
            for fact in facts
        ]
        get_ledger(self.owner.code).append(events)
        readmodel.follow_to_head(self.owner.code)

    def camera(self, code: str = "CAM-A", *, recorder: str | None = "NVR-1", table: str = "RL01") -> House:
        if recorder is not None and not get_ledger(self.owner.code).stream(f"recorder/{recorder}"):
            address = f"rtsp://127.0.0.1:{self.port}/{{camera}}"
            kept = f.RecorderRegistered(name=recorder, kind="onvif", registered_by=OFFICER, address=address)
            self.tell(f"recorder/{recorder}", kept)
        self.tell(
            f"camera/{code}",
            f.CameraInstalled(name=f"Camera {code}", installed_by=OFFICER, recorder=recorder, channel="ch1"),
            f.CoverageBegan(
                coverage="V1", shows=("table",), begins_at=START - timedelta(days=9), set_by=OFFICER, table=table
            ),
        )
        return self

    def clock(self, ahead_ms: int, recorder: str = "NVR-1") -> House:
        shown = START + timedelta(milliseconds=ahead_ms)
        read = f.ClockRead(reading="C1", how="compared", server_at=START, shown_at=shown, uncertainty_ms=200)
        self.tell(f"recorder/{recorder}", read)
        return self

    def begin(self, content: bytes, name: str = "film.mp4", **besides: Any) -> FootageUpload:
        return uploads.begin(
            owner=self.owner, by=OFFICER, name=name, length_bytes=len(content), now=self.now, **besides
        )

    def upload(self, content: bytes, name: str = "film.mp4", **besides: Any) -> FootageUpload:
        """A whole file, looked at."""
        row = self.begin(content, name, **besides)
        uploads.path_of(row).write_bytes(content)
        job = jobs.arrive(row, now=self.now)
        assert jobs.run(job.pk)
        row.refresh_from_db()
        return row

    def recording(self, film: Path, **besides: Any) -> Recording:
        """A film that was taken in, of camera CAM-A, with its copies."""
        besides = {"camera": "CAM-A", "shown_from": START, **besides}
        row = self.upload(film.read_bytes(), **besides)
        assert row.recording, row.said_en
        self.work()
        return Recording.objects.select_related("property", "camera__recorder").get(code=row.recording)

    def work(self) -> list[FootageJob]:
        """Do everything that is due; what failed."""
        for pk in list(jobs.waiting(clock()).values_list("pk", flat=True)):
            jobs.run(pk)
        return list(FootageJob.objects.filter(state=JobState.FAILED))

    def left_behind(self) -> list[str]:
        """Files below the folder of footage, but for originals and copies that are kept."""
        return sorted(
            str(path.relative_to(self.folder))
            for path in self.folder.rglob("*")
            if path.is_file() and (path.name.startswith(".") or "incoming" in path.parts)
        )

    def kept(self) -> list[Path]:
        return sorted(path for path in (self.folder / "originals").rglob("*") if path.is_file())

    def custody(self, code: str) -> list[Any]:
        return [event.data for event in get_ledger(self.owner.code).stream(f"recording/{code}")]


@pytest.fixture
def house(db: None, footage: Path) -> House:
    """Everything is rolled back."""
    return House(footage).camera()


@pytest.fixture
def as_() -> Callable[..., Client]:
    """``as_("surveillance", "en")``: a client of somebody in that post (or of an account), in a language."""

    def client(who: str | User, language: str = "en") -> Client:
        user = who if isinstance(who, User) else person(who)
        found = Client(headers={"accept-language": language})
        found.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        found.force_login(user, backend="casino.backends.PostingBackend")
        return found

    return client


@pytest.fixture
def officer(house: House, as_: Callable[..., Client]) -> Client:
    return as_("surveillance")


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def posted(name: str, role: str) -> User:
    """Another account of a role, posted where the role needs it."""
    from tests.disputes.court import colleague

    return colleague(name, role)
