"""Fetching a stretch from a recorder: by camera, start and end, again until it came or the recorder has none.

What came is written as it comes to a file of frames (``surveillance.recorders.frames``), which a process that was
killed goes on with; then it is muxed in a child process with limits (``mux_child.py``) and taken in like any other
film, with what was asked and what is missing. A recorder that is away or slow is asked again, later each time; once the
last try is over, what came is kept and said. What packets were lost is known again by the next try; of a process that
was killed only by frames that are damaged or lack. Moments that are asked are the server's: they become the recorder's
by its clock's readings, a little more on either side than they leave open. Footage of a hold is asked for at once
(``tasks.held``, :func:`fetch_for_hold`), before the recorder's own term ends.

Proved by ``tests/surveillance/files/test_fetching.py``.
"""

from __future__ import annotations

import logging
import secrets
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote
from uuid import uuid4

import msgspec
from django.db.models import Q

from casino import vault
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.messages import Catalogue
from casino.ledger.application import get_ledger
from casino.ledger.everywhere import carry_on
from casino.ledger.models import Property
from games.engine.facts import Person
from surveillance.files import arrival, jobs, mux_child, storage
from surveillance.files.models import FootageJob, JobKind, JobState
from surveillance.files.on_duty import person_again
from surveillance.record import facts as f
from surveillance.record import state
from surveillance.recorders import frames, replay
from surveillance.recorders.errors import PASSING
from surveillance.recorders.replay import Fetched
from surveillance.recorders.source import Limits, Source
from surveillance.recorders.wire import dial
from surveillance.rows.clock_rows import clock_of
from surveillance.rows.coverage import uncovered
from surveillance.rows.models import Camera, Coverage, Hold, Recording, shown_between

_WORDS: Final = Catalogue(__file__)

log = logging.getLogger(__name__)

MARGIN: Final = timedelta(seconds=2)
"""Besides the doubt of the clock: a recorder begins with the key frame before."""
MOST_DOUBT: Final = timedelta(minutes=2)
"""However little is known of a clock, no more than this is asked on either side."""
JOINT: Final = timedelta(seconds=1)
"""What lies between two recordings that follow upon one another."""
LONGEST: Final = timedelta(hours=1)
"""A longer stretch is fetched in parts."""
NOT_YET: Final = _WORDS.text("not_yet")
MOST: Final = timedelta(days=1)
"""A person asks for no more at once."""
LIMITS: Final = Limits()
HELD_ANEW: Final = timedelta(days=60)
"""Holds placed before are not looked at: what their recorders had was fetched, or is gone."""
AWAY: Final = timedelta(hours=6)
"""So long after its last try a recorder that was away is asked again for what is held."""
LEFT: Final = timedelta(days=30)
"""So long the frames of a job that failed are kept, for whoever begins it again."""
LOST: Final = "recorder_lost"
"""Not asked for again: going on behind the last frame brings none of those before it."""
UNUSABLE: Final = ("recorder_file", "recorder_muxed_otherwise", "film_")
"""Nothing can be made of the frames: begun again, the job begins anew."""
jobs.PASSING.register_all(dict.fromkeys(PASSING - {LOST}))


def ask(
    *, owner: Property, camera: Camera, begins_at: datetime, ends_at: datetime, by: Person | None, now: datetime
) -> list[FootageJob]:
    """Have this stretch (by the server's clock) fetched, in parts of an hour. Problem footage_no_recorder,
    recorder_interval, footage_field. The same stretch asked for twice is the same work, unless something of it was
    missing and a person asks again."""
    if camera.recorder is None or camera.recorder.kind != "onvif" or not camera.recorder.address:
        raise Problem("footage_no_recorder", "camera", camera=camera.code)
    if ends_at <= begins_at or (by is not None and ends_at - begins_at > MOST):
        raise Problem("recorder_interval", "ends_at", hours=MOST // timedelta(hours=1))
    if ends_at > now:
        raise Problem("footage_field", "ends_at", name="ends_at", why=NOT_YET)
    asked, at = [], begins_at
    while at < ends_at:
        until = min(ends_at, at + LONGEST)
        said = {"begins_at": at.isoformat(), "ends_at": until.isoformat()}
        key = f"{camera.code}/{at.isoformat()}/{until.isoformat()}"
        key = _key(owner, key) if by is not None else key
        asked.append(jobs.ask(owner=owner, kind=JobKind.FETCH, about=camera.code, key=key, asked=said, by=by, now=now))
        at = until
    return asked


def _key(owner: Property, key: str) -> str:
    """The key of the work on a stretch: a new one where all that was done came to less than was asked."""
    done = FootageJob.objects.filter(property=owner, key__startswith=f"{JobKind.FETCH.value}/{key}")
    short = done.filter(state=JobState.DONE, result__complete=False).count()
    return f"{key}/{short + 1}" if short else key


@jobs.WORKS.register(JobKind.FETCH)
def fetch(run: jobs.Run) -> dict[str, Any]:
    """Fetch, mux, take in."""
    kept = frames_of(run.job)
    known = get_ledger(run.owner.code).find(run.identity("arrived"))
    if known is not None:  # a process was killed just behind the end
        code = known.stream.partition("/")[2]
        arrival.complete(owner=run.owner, code=code, now=clock())
        kept.unlink(missing_ok=True)
        return {"recording": code, "known": False, "complete": known.data.fetched.complete}
    camera = Camera.objects.select_related("recorder").filter(property=run.owner, code=run.job.about).first()
    if camera is None or camera.recorder is None:
        raise Problem("footage_no_recorder", camera=run.job.about)
    stretch = shown(run.owner, camera, run.asked)
    came = _came(run, camera, *stretch, kept)
    why = came.why
    lost = run.kept("lost_packets") + came.lost_packets
    if why is not None and why.code in jobs.PASSING and run.job.attempts <= len(jobs.WAITS_SECONDS):
        run.keep(lost_packets=lost)
        raise why  # what came stays in its file; the next try goes on behind it
    if why is None and lost:
        why = Problem(LOST, host=camera.recorder.code, packets=lost, frames=came.damaged_frames)
    fetched = f.Fetched(
        shown_from=stretch[0],
        shown_to=stretch[1],
        lost_packets=lost,
        missing_ms=missing_ms(came),
        complete=why is None,
    )
    taken = _taken(run, camera, fetched, kept)
    kept.unlink(missing_ok=True)
    said = {"recording": taken.recording, "known": taken.known, "frames": came.frames, "complete": fetched.complete}
    said |= {"missing_ms": fetched.missing_ms, "lost_packets": lost}
    if why is not None:
        said |= {"code": why.code, "vi": why.text.vi, "en": why.text.en}
    if taken.unplayable is not None:
        said |= {"complete": False, **msgspec.to_builtins(taken.unplayable)}
    return said


def _taken(run: jobs.Run, camera: Camera, fetched: f.Fetched, kept: Path) -> arrival.Taken:
    """The frames as a film of the house."""
    with storage.scratch() as folder:
        film = folder / "fetched.mp4"
        first = replay.moment_of(mux_child.mux(kept, film).first_us)
        origin = arrival.Origin(
            how="fetched",
            name=f"{camera.code} {first:%Y-%m-%d %H-%M-%S}.mp4",
            by=run.by,
            camera=camera.code,
            shown_from=first,
            fetched=fetched,
        )
        return arrival.take_in(owner=run.owner, path=film, origin=origin, identity=run.identity("arrived"), now=clock())


def frames_of(job: FootageJob) -> Path:
    """Where the frames of a job lie while they come."""
    return storage.incoming() / f"fetch-{job.pk}.frames"


def missing_ms(came: Fetched) -> int:
    """How much of what was asked lacks, in milliseconds."""
    between = sum((gap.until_us - gap.from_us) // 1000 for gap in came.gaps)
    return came.missing_before_ms + came.missing_after_ms + between


def shown(owner: Property, camera: Camera, asked: dict[str, str]) -> tuple[datetime, datetime]:
    """The stretch by the recorder's clock, with what its readings leave open on either side."""
    recorder = clock_of(camera.recorder_id)
    begins, doubt = recorder.shown_time(datetime.fromisoformat(asked["begins_at"]))
    ends, later = recorder.shown_time(datetime.fromisoformat(asked["ends_at"]))
    return begins - min(doubt, MOST_DOUBT) - MARGIN, ends + min(later, MOST_DOUBT) + MARGIN


def _came(run: jobs.Run, camera: Camera, begins: datetime, ends: datetime, kept: Path) -> Fetched:
    """What the recorder sends, behind what it sent before. Problem where not one frame has come."""
    source = source_of(run.owner, camera)
    span = max(1, round((ends - begins).total_seconds()))

    class Told(frames.FrameFile):
        """Says how far it is, by the recorder's time."""

        def take(self, frame: Any) -> None:
            super().take(frame)
            at = (replay.moment_of(frame.at_us) - begins).total_seconds()
            run.progress(max(0, min(span - 1, round(at))), span)

    with storage.told():
        resume = frames.resume(kept)
        if resume is None:
            kept.unlink(missing_ok=True)
        with Told(kept) as into:
            return replay.fetch(
                source,
                begins,
                ends,
                into,
                now=time.monotonic,
                cnonce=lambda: secrets.token_hex(16),
                resume_from=resume,
                limits=LIMITS,
                connect=dial,
            )


def source_of(owner: Property, camera: Camera) -> Source:
    """Where the camera's film is replayed from, with what opens it. ``{camera}`` in the address stands for its
    channel. Problem footage_no_recorder, person_erased."""
    assert camera.recorder is not None
    recorder = get_ledger(owner.code).load(state.Recorder, camera.recorder.stream)
    known = recorder.known
    if known is None or known.kind != "onvif" or known.address is None:
        raise Problem("footage_no_recorder", camera=camera.code)
    url = known.address.replace("{camera}", quote(camera.channel or camera.code, safe=""))
    user = password = ""
    if known.credentials is not None:
        opened = vault.open_text(owner.code, known.credentials) or ""
        user, _, password = opened.partition(":")
    return Source(url=url, user=user, password=password)


# --- What is held -----------------------------------------------------------------------------------------------------


def fetch_for_hold(owner: Property, hold: Hold, *, now: datetime) -> list[FootageJob]:
    """Have everything fetched that recorders have of what a hold keeps and is not here: every camera that covered the
    table, where no recording of it reaches over the stretch. Those without a recorder to ask are left out."""
    asked: list[FootageJob] = []
    for camera, begins, ends in covering(owner, hold):
        if ends > now or is_here(owner, camera, begins, ends):
            continue
        try:
            asked += ask(owner=owner, camera=camera, begins_at=begins, ends_at=ends, by=None, now=now)
        except Problem as problem:
            log.info("hold_not_fetched hold=%s camera=%s code=%s", hold.hold, camera.code, problem.code)
    return asked


def covering(owner: Property, hold: Hold) -> list[tuple[Camera, datetime, datetime]]:
    """The cameras that covered the table of a hold, and from when to when of it."""
    from surveillance.rows.house import pit_in_record

    pit = pit_in_record(owner.code, hold.table)
    where = Q(table=hold.table) | (Q(pit=pit) if pit else Q(pk__in=()))
    rows = Coverage.objects.filter(where, property=owner, begins_at__lt=hold.ends_at).filter(
        Q(ends_at=None) | Q(ends_at__gt=hold.begins_at)
    )
    return [
        (row.camera, max(row.begins_at, hold.begins_at), min(row.ends_at or hold.ends_at, hold.ends_at))
        for row in rows.select_related("camera__recorder")
    ]


def is_here(owner: Property, camera: Camera, begins: datetime, ends: datetime) -> bool:
    """Whether recordings of the camera reach over the stretch, one or several that follow upon one another, as sure as
    its clock is."""
    recorder = clock_of(camera.recorder_id)
    day = timedelta(days=1)
    here = []
    near = Recording.objects.filter(shown_between(begins - day, ends + day))
    for row in near.filter(property=owner, camera=camera, deleted_at=None):
        assert row.shown_from is not None
        for piece in row.pieces:
            first, _ = recorder.at(row.shown_from, piece.from_ms + piece.later_ms)
            here.append((first, first + timedelta(milliseconds=piece.to_ms - piece.from_ms)))
    return all(until - since < JOINT for since, until in uncovered(here, begins, ends))


def unfetched(now: datetime, *, placed_within: timedelta = HELD_ANEW, owner: Property | None = None) -> list[Hold]:
    """Holds that stand, and of which a recorder has something that nobody has asked it for yet."""
    rows = Hold.objects.filter(released_at=None, ends_at__lte=now, placed_at__gt=now - placed_within)
    rows = rows.exclude(table="")
    if owner is not None:
        rows = rows.filter(property=owner)
    return [row for row in rows.select_related("property").order_by("id").iterator() if _lacks(row.property, row, now)]


def _lacks(owner: Property, hold: Hold, now: datetime) -> bool:
    return any(
        camera.recorder is not None
        and camera.recorder.kind == "onvif"
        and camera.recorder.address
        and not is_here(owner, camera, begins, ends)
        and not _was_asked(owner, camera, begins, now)
        for camera, begins, ends in covering(owner, hold)
    )


def _was_asked(owner: Property, camera: Camera, begins: datetime, now: datetime) -> bool:
    """Whether somebody asked for it, and need not again: a recorder that was away may be there now."""
    started = f"{JobKind.FETCH.value}/{camera.code}/{begins.isoformat()}/"
    away = Q(state=JobState.FAILED, code__in=PASSING, ended_at__lt=now - AWAY)
    return FootageJob.objects.filter(property=owner, key__startswith=started).exclude(away).exists()


def fetch_held(now: datetime, **which: Any) -> int:
    """Ask for everything that holds keep and only a recorder has; how many stretches. ``which`` as
    :func:`unfetched` has it."""
    asked = carry_on(lambda hold: fetch_for_hold(hold.property, hold, now=now), unfetched(now, **which))
    return sum(map(len, asked))


# --- What failed ------------------------------------------------------------------------------------------------------


@jobs.WHEN_FAILED.register(JobKind.FETCH)
def _left_behind(job: FootageJob, problem: Problem) -> None:
    """The last try is over: frames that came stay for whoever begins it again; those of which no film can be made are
    kept as they came."""
    if problem.code.startswith(UNUSABLE) and problem.code not in jobs.PASSING:
        _kept_as_they_came(job)
    log.error("footage_not_fetched job=%s camera=%s code=%s", job.pk, job.about, job.code)


def _kept_as_they_came(job: FootageJob) -> None:
    """Frames as an exhibit."""
    kept = frames_of(job)
    if kept.is_file() and kept.stat().st_size:
        by = person_again(job.post, job.staff) if job.staff else None
        origin = arrival.Origin(how="fetched", name=f"{job.about} {job.pk}.frames", by=by, camera=job.about)
        why = arrival.unreadable_by(job)
        arrival.take_in(owner=job.property, path=kept, origin=origin, identity=uuid4(), now=clock(), unreadable=why)
    kept.unlink(missing_ok=True)


def forget(now: datetime) -> None:
    """Keep as they came the frames of jobs that failed long ago, and that nobody has begun again."""
    ended = FootageJob.objects.filter(kind=JobKind.FETCH, state=JobState.FAILED, ended_at__lt=now - LEFT)
    carry_on(_kept_as_they_came, ended.select_related("property"))
