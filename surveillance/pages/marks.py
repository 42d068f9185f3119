"""What an officer says of film while they watch: this frame is kept; this frame is that event.

Each is an event with the person's name; words of theirs are sealed. A command has the id that the page made for it:
sent again it is the first answer again. What film shows of something (links, reviews, samples) goes through the
service. Proved by ``tests/surveillance/player/test_walk.py`` and ``test_pages.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import transaction

from casino.core.errors import ERRORS, Problem
from casino.core.events import Fact, NewEvent
from casino.core.sealed import Sealed
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.locking import lock_log
from casino.ledger.models import Property
from casino.ledger.rows import Appended
from games.commands import reasons
from games.engine.facts import Person
from surveillance.keeping import guarding
from surveillance.record import facts as f
from surveillance.rows import readmodel
from surveillance.rows.clock_rows import clock_of
from surveillance.rows.models import Recording

ATTEMPTS: Final = 5
LONGEST: Final = 500

ERRORS.register_all(
    {
        "film_not_here": 404,
        "film_not_placed": 422,
        "film_outside": 422,
        "film_subject_unknown": 422,
        "film_pair_far": 422,
    }
)


def recording_of(owner: Property, code: str) -> Recording:
    """A recording that is a film and kept. Problems ``film_not_here``, ``footage_unplayable``."""
    row = Recording.objects.filter(property=owner, code=code, deleted_at=None).select_related("camera").first()
    if row is None:
        raise Problem("film_not_here", recording=code)
    row.must_play()
    row.property = owner
    return row


def mark_frame(
    recording: Recording,
    *,
    at_ms: int,
    sha256: str,
    event: UUID | None,
    note: str,
    by: Person,
    command_id: UUID,
    now: datetime,
) -> str:
    """Keep a frame as evidence; its code. ``sha256`` is that of the still, which the caller keeps."""
    _within(recording, at_ms, at_ms)
    code = f"F{command_id.hex[:12]}"

    def fact() -> Fact:
        sealed = _sealed(recording.property, note)
        return f.FrameMarked(frame=code, at_ms=at_ms, sha256=sha256, marked_by=by, event=event, sealed_note=sealed)

    say(recording.property, f"recording/{recording.code}", fact, by=by, command_id=command_id, now=now)
    return code


def pair_clock(
    recording: Recording,
    *,
    frame_ms: int,
    event: UUID,
    event_at: datetime,
    uncertainty_ms: int,
    by: Person,
    command_id: UUID,
    now: datetime,
) -> timedelta:
    """This frame is that event: a reading of the recorder's clock. By how much the clock's difference, as it was known
    for that frame, was wrong."""
    _within(recording, frame_ms, frame_ms)
    camera = recording.camera
    if camera is None or camera.recorder_id is None or recording.shown_from is None:
        raise Problem("film_not_placed", recording=recording.code)
    shown_at = recording.shown_at(frame_ms)
    assert shown_at is not None
    if abs(shown_at - event_at) > timedelta(days=1):
        raise Problem("film_pair_far", hours=24)
    held, _doubt = clock_of(camera.recorder_id).server_time(shown_at)

    def fact() -> Fact:
        return f.ClockRead(
            reading=f"K{command_id.hex[:12]}",
            how="marked",
            server_at=event_at,
            shown_at=shown_at,
            uncertainty_ms=uncertainty_ms,
            read_by=by,
            recording=recording.code,
            frame_ms=frame_ms,
            event=event,
        )

    say(
        recording.property,
        f"recorder/{camera.recorder.code}",
        fact,
        by=by,
        command_id=command_id,
        now=now,
        guarded=True,
    )
    return event_at - held


def say(
    owner: Property, stream: str, fact: Any, *, by: Person, command_id: UUID, now: datetime, guarded: bool = False
) -> Appended:
    """Record one fact that ``fact()`` makes, and bring the read models up. The same command again is passed over.
    Problem change_at_once where it is ``guarded`` and would move film that is held."""
    ledger = get_ledger(owner.code)
    identity = uuid5(command_id, stream)
    for _attempt in range(ATTEMPTS):
        known = ledger.find(identity)
        if known is not None:
            return Appended(identity, "duplicate", known.position, known.version, known.recorded_at)
        try:
            with transaction.atomic():
                made = fact()
                guard = None
                if guarded:
                    lock_log(owner.pk)
                    guard = guarding.Guard(owner, [stream], now)
                event = NewEvent(
                    id=identity,
                    stream=stream,
                    type=f.NAMES[type(made)],
                    data=made,
                    actor=f"person:{by.staff}",
                    occurred_at=now,
                )
                [said] = ledger.append([event])
                if guard is not None and guard.moved() is not None:
                    raise Problem("change_at_once")
        except ledger_errors.ConcurrencyConflict:
            continue
        readmodel.follow_to_head(owner.code)
        return said
    raise Problem("try_again")


def _within(recording: Recording, from_ms: int, to_ms: int) -> None:
    if not 0 <= from_ms <= to_ms <= recording.duration_ms:
        raise Problem("film_outside", recording=recording.code)


def _sealed(owner: Property, words: str) -> Sealed | None:
    said = " ".join(words.split())[:LONGEST]
    return reasons.sealed(owner.code, said) if said else None
