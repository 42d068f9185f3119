"""What holds and changes of held film are as rows, and what rows begin with. Proved by
``tests/surveillance/test_holds.py`` and ``test_guarding.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from casino.ledger.models import Property
from games.rows.models import row_key
from surveillance.record import facts as f
from surveillance.record import state
from surveillance.rows import models


def own_row(stream: state.Stream, owner: Property) -> dict[str, Any]:
    """What the row of a whole stream begins with."""
    return {
        "id": row_key(owner.pk, stream.first_position),
        "property": owner,
        "stream": stream.stream,
        "version": stream.version,
        "last_position": stream.last_position,
    }


def row_in(stream: state.Stream, kept: state.Kept, owner: Property) -> dict[str, Any]:
    """What the row of something in a stream begins with."""
    return {**own_row(stream, owner), "id": row_key(owner.pk, kept.position)}


def key_of(model: type[Any], owner: Property, code: str | None) -> int | None:
    """The key of what has this code."""
    if code is None:
        return None
    found: int | None = model.objects.filter(property=owner, code=code).values_list("id", flat=True).first()
    return found


def holds(stream: Any, owner: Property) -> Iterator[models.Hold]:
    if not isinstance(stream, state.Holds):
        return
    for code, kept in stream.placed.items():
        fact: f.HoldPlaced | f.RecordingLocked = kept.fact
        released = stream.released.get(code)
        by = released.fact.released_by if released else None
        yield models.Hold(
            **row_in(stream, kept, owner),
            hold=code,
            table="" if isinstance(fact, f.RecordingLocked) else fact.table,
            recording=fact.recording if isinstance(fact, f.RecordingLocked) else "",
            begins_at=kept.at if isinstance(fact, f.RecordingLocked) else fact.begins_at,
            ends_at=kept.at if isinstance(fact, f.RecordingLocked) else fact.ends_at,
            cause=fact.cause,
            subject=fact.subject or "",
            placed_by=fact.placed_by.staff if fact.placed_by else "",
            placed_at=kept.at,
            released_at=released.at if released else None,
            released_by=by.staff if by else "",
            release_rule=released.fact.rule if released else "",
        )


def held(stream: Any, owner: Property) -> Iterator[models.Held]:
    if not isinstance(stream, state.Holds):
        return
    locks = {(kept.fact.hold, kept.fact.recording): kept for kept in stream.placed.values() if _is_lock(kept)}
    for (hold, recording), kept in {**locks, **stream.reached}.items():
        key = key_of(models.Recording, owner, recording)
        if key is not None:
            yield models.Held(
                **row_in(stream, kept, owner),
                hold_id=row_key(owner.pk, stream.placed[hold].position),
                recording_id=key,
                sha256=kept.fact.sha256,
                reached_at=kept.at,
            )


def _is_lock(kept: state.Kept) -> bool:
    return isinstance(kept.fact, f.RecordingLocked)


def change(stream: Any, owner: Property) -> Iterator[models.HeldChange]:
    if not isinstance(stream, state.Change) or stream.asked is None:
        return
    asked, ended = stream.asked, stream.ended
    by = None if ended is None else getattr(ended.fact, "confirmed_by", None) or ended.fact.declined_by
    yield models.HeldChange(
        **own_row(stream, owner),
        code=stream.code,
        command=asked.command,
        about=asked.about,
        recordings=list(asked.recordings),
        subjects=list(asked.subjects),
        asked_by=asked.asked_by.staff,
        asked_at=stream.began_at,
        confirmed=None if ended is None else isinstance(ended.fact, f.ChangeConfirmed),
        ended_by="" if by is None else by.staff,
        ended_at=None if ended is None else ended.at,
    )
