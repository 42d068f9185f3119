"""A recording and what hangs on it as pages and the API show it: rows that this account may see, where to watch, jobs.

Proved by ``tests/surveillance/files/test_pages.py`` and ``test_allowed.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.text import Text
from casino.ledger.models import Property
from games.engine.facts import Person
from surveillance.files import handed, partly, serving, storage, viewing
from surveillance.files.looked import film_of
from surveillance.files.models import FootageCopy, FootageJob, JobState
from surveillance.film import frames
from surveillance.record.parts import Viewer
from surveillance.rows import visibility
from surveillance.rows.models import Recording

FILES: Final = ("web", "thumbnail", "strip", "index")


def row_for(user: Any, owner: Property, code: str, *, to_watch: bool, film: bool = True) -> Recording:
    """The recording, if this account may read of it, or (``to_watch``) watch it. Problem footage_unknown for what does
    not exist or is not theirs to know of, ``forbidden`` for film that they may read of and not watch, footage_gone;
    footage_unplayable unless ``film`` is False: where its bytes are asked for, which an exhibit has too."""
    if not user.has_perm("surveillance.view_recording"):
        raise Problem("forbidden")
    seen = visibility.Seeing(user, clock())
    rows = Recording.objects.filter(property=owner, code=code).select_related("property", "camera__recorder")
    row = rows.filter(seen.listed()).first()
    if row is None:
        raise Problem("footage_unknown", what=f"recording/{code}")
    if to_watch:
        if row.deleted_at is not None:
            raise Problem("footage_gone", recording=code)
        if not seen.may_watch(row):
            raise Problem("forbidden")
        if film:
            row.must_play()
    return row


def frame(row: Recording, at_ms: int, *, by: Person, now: datetime) -> bytes:
    """The frame that is shown at a time, whole, from the original, as PNG; it counts as looked at, for upkeep. Problem
    footage_missing_bytes, and those of films."""
    try:
        with film_of(row.property.code, row) as film:
            still = frames.still(film, at_ms)
    except FileNotFoundError:
        raise Problem("footage_missing_bytes", recording=row.code) from None
    viewing.looked(
        owner=row.property,
        recording=row.code,
        duration_ms=row.duration_ms,
        from_ms=at_ms,
        to_ms=at_ms,
        by=by,
        why="upkeep",
        subject="",
        now=now,
    )
    return still.png


def copy_of(row: Recording, what: str) -> FootageCopy:
    """Something that was made of it. Problem footage_not_ready."""
    found = FootageCopy.objects.filter(property_id=row.property_id, recording=row.code, what=what).first()
    if found is None:
        raise Problem("footage_not_ready", recording=row.code)
    return found


def hand_out_copy(
    request: HttpRequest, row: Recording, what: str, *, to: handed.To | None, name: str | None = None
) -> HttpResponseBase:
    """The bytes of a copy; ``to`` None for pictures, which are no film. Problem footage_not_ready,
    footage_missing_bytes."""
    copy = copy_of(row, what)
    piece = serving.Piece(storage.copies(), copy.path, copy.size_bytes, copy.sha256, copy.media_type, name)
    return _handed(request, row, what, piece, to)


def hand_out_original(request: HttpRequest, row: Recording, *, to: handed.To) -> HttpResponseBase:
    """The bytes as they arrived."""
    path = storage.original_name(row.property.code, row.sha256)
    piece = serving.Piece(
        storage.originals(), path, row.size_bytes, row.sha256, "application/octet-stream", row.name or row.code
    )
    return _handed(request, row, "original", piece, to)


def _handed(
    request: HttpRequest, row: Recording, what: str, piece: serving.Piece, to: handed.To | None
) -> HttpResponseBase:
    """The answer; of film what it hands out is noted before it goes."""
    try:
        answer = serving.hand_out(request, piece)
    except FileNotFoundError:
        raise Problem("footage_missing_bytes", recording=row.code) from None
    span = serving.span_of(request, piece, answer)
    if to is not None and span is not None:
        handed.note(request, row, what, piece, span, to, now=clock())
    return answer


def previews_of(row: Recording, stretches: partly.Stretches | None = None) -> list[dict[str, Any]]:
    """The previews of its strip, as far as they may be seen: moment in milliseconds, number of the frame, where each
    lies in the strip's file."""
    copy = FootageCopy.objects.filter(property_id=row.property_id, recording=row.code, what="strip").first()
    there = [] if copy is None else list(copy.facts.get("previews", ()))
    return [each for each in there if partly.shows(stretches, each["at_ms"])]


def preview(row: Recording, number: int, stretches: partly.Stretches | None = None) -> bytes:
    """One preview as JPEG. Problem footage_not_ready, footage_not_yours."""
    copy = copy_of(row, "strip")
    places = copy.facts.get("previews", ())
    if not 0 <= number < len(places):
        raise Problem("footage_not_ready", recording=row.code)
    place = places[number]
    if not partly.shows(stretches, place["at_ms"]):
        raise Problem("footage_not_yours")
    try:
        found = storage.pieces(storage.copies(), copy.path, place["begins"], place["begins"] + place["bytes"] - 1)
        return b"".join(found)
    except FileNotFoundError:
        raise Problem("footage_missing_bytes", recording=row.code) from None


def stretches_of(user: Any, row: Recording) -> partly.Stretches | None:
    """What of it this account may see, which may watch it; None: all."""
    return visibility.Seeing(user, clock()).stretches(row)


def copy_to_watch(row: Recording, stretches: partly.Stretches | None) -> str:
    """The copy to watch that has what this person may see, by its name; one of stretches is begun when it is first
    asked for. Problem footage_not_yours, footage_not_ready."""
    if stretches == ():
        raise Problem("footage_not_yours")
    partly.made(row, stretches, made_of([row])[row.code], now=clock())
    what = partly.name_of(stretches)
    copy_of(row, what)
    return what


def note_opened(
    row: Recording,
    *,
    by: Person | Viewer,
    why: str,
    subject: str,
    now: datetime,
    stretches: partly.Stretches | None = None,
) -> None:
    """Film of it was handed to this person."""
    begins, ends = (stretches[0][0], stretches[-1][1]) if stretches else (0, row.duration_ms)
    viewing.opened(
        owner=row.property,
        recording=row.code,
        starts_ms=begins,
        duration_ms=ends,
        by=by,
        why=why,
        subject=subject,
        now=now,
    )


# --- As data ----------------------------------------------------------------------------------------------------------


def made_of(rows: Sequence[Recording]) -> dict[str, set[str]]:
    """Code of each recording (all of one property) -> what was made of it."""
    found: dict[str, set[str]] = {row.code: set() for row in rows}
    if not rows:
        return found
    copies = FootageCopy.objects.filter(property_id=rows[0].property_id, recording__in=found)
    for recording, what in copies.values_list("recording", "what"):
        found[recording].add(what)
    return found


def addresses(
    row: Recording, made: Collection[str] | None = None, stretches: partly.Stretches | None = None
) -> dict[str, str | None]:
    """Where what was made of it lies, for who may watch it, or these stretches of it; None for what is not made yet, or
    shows more. ``made`` where the caller knows it (:func:`made_of`)."""
    made = set(made_of([row])[row.code] if made is None else made)
    if stretches is not None:
        made = made & {"index"} | ({"web"} if partly.name_of(stretches) in made else set())
    house = row.property.code
    return {
        what: reverse(f"files:{what}", args=[row.code]) + f"?property={house}" if what in made else None
        for what in FILES
    }


def told_at(row: Recording) -> str:
    """Where a player tells which stretches of it were looked at."""
    return reverse("files:views", args=[row.code]) + f"?property={row.property.code}"


def job(row: FootageJob, language: str) -> dict[str, Any]:
    """Work as JSON has it."""
    return {
        "id": row.pk,
        "kind": row.kind,
        "about": row.about,
        "state": row.state,
        "done": row.done,
        "total": row.total,
        "percent": row.percent,
        "attempts": row.attempts,
        "asked_at": row.asked_at,
        "began_at": row.began_at,
        "ended_at": row.ended_at,
        "next_try_at": row.not_before if row.state == JobState.QUEUED else None,
        "code": row.code or None,
        "message": Text(row.said_vi, row.said_en).in_language(language) or None,
        "result": row.result if row.state == JobState.DONE else None,
    }


def jobs_of(row: Recording) -> list[FootageJob]:
    """Work on this recording, the newest first."""
    return list(FootageJob.objects.filter(property_id=row.property_id, about=row.code).order_by("-id")[:50])


def plain(row: Recording) -> dict[str, Any]:
    """A recording's row as JSON has it."""
    return {
        "code": row.code,
        "property": row.property.code,
        "how": row.how,
        "name": row.name,
        "size_bytes": row.size_bytes,
        "sha256": row.sha256,
        "unplayable": row.unplayable,
        "container": row.container,
        "codec": row.codec,
        "width": row.width,
        "height": row.height,
        "duration_ms": row.duration_ms,
        "frames": row.frames,
        "key_frames": row.key_frames,
        "audio": row.audio,
        "seals": row.seals,
        "seals_count": row.seals_count,
        "media_signing": "carried_not_verified" if row.signing_packets else "none",
        "camera": None if row.camera is None else row.camera.code,
        "shown_from": row.shown_from,
        "known_by": row.known_by or None,
        "arrived_at": row.arrived_at,
        "arrived_by": row.arrived_by or None,
        "fetched": row.fetched,
        "keep_until": row.keep_until,
        "held": row.held,
        "deleted_at": row.deleted_at,
        "checked_at": row.checked_at,
        "checked_ok": row.checked_ok,
        "version": row.version,
    }
