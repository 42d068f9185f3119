"""What there is to answer a request with: recordings that cover it, cameras that only their recorder has film of, links
that stand; each a box to tick, so that one answer names several at once.

A choice's value holds all that a link needs, and is checked by the domain like anything typed. Proved by
``tests/surveillance/admin/test_pages.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext as _

from casino.ledger.models import Property
from surveillance.files.event_words import place
from surveillance.rows.clock_rows import clock_of
from surveillance.rows.coverage import Covering, covering
from surveillance.rows.models import Link, Recording, Request, shown_between

MOST: Final = 40
NEAR: Final = timedelta(days=1)
"""By more than this no recorder's clock is wrong."""
Choice = tuple[str, str]


def stretches(row: Request) -> list[Choice]:
    """Stretches of film that cover what was asked for: of a recording where there is one, of the camera otherwise."""
    found: list[Choice] = []
    for each in covering(row.property_id, row.table, row.begins_at, row.ends_at):
        found += _of_recordings(row.property, each) or [_of_camera(row.property, each)]
    return list(dict.fromkeys(found))[:MOST]


def _of_recordings(owner: Property, each: Covering) -> list[Choice]:
    recorder = clock_of(each.camera.recorder_id)
    near = Recording.objects.filter(shown_between(each.begins_at - NEAR, each.ends_at + NEAR))
    found = []
    for film in near.filter(property=owner, camera=each.camera, deleted_at=None).order_by("shown_from", "id"):
        assert film.shown_from is not None
        for piece in film.pieces:
            begins, _doubt = recorder.at(film.shown_from, piece.later_ms)
            first = max(piece.from_ms, round((each.begins_at - begins) / timedelta(milliseconds=1)))
            last = min(piece.to_ms, round((each.ends_at - begins) / timedelta(milliseconds=1)))
            if first < last:
                said = f"{each.camera.name} · {film.code} · {place(first)} – {place(last)}"
                found.append((f"recording|{film.code}|{first}|{last}", said))
    return found


def _of_camera(owner: Property, each: Covering) -> Choice:
    begins, ends = (f"{at.astimezone(owner.zone):%d/%m %H:%M:%S}" for at in (each.begins_at, each.ends_at))
    said = f"{each.camera.name} · {begins} – {ends} · {_('only on the recorder')}"
    return f"camera|{each.camera.code}|{each.begins_at.isoformat()}|{each.ends_at.isoformat()}", said


def links(row: Request) -> list[Choice]:
    """Links that stand about the same case, round or finding."""
    about = Q(subject_stream=row.subject_stream)
    if row.case:
        about |= Q(case=row.case)
    if row.table and row.round:
        about |= Q(subject_stream=f"round/{row.table}/{row.round}")
    rows = Link.objects.filter(about, property=row.property, withdrawn=False).select_related("camera")
    zone = row.property.zone
    return [
        (link.code, f"{link.code} · {link.camera.name} · {link.begins_at.astimezone(zone):%d/%m %H:%M:%S}")
        for link in rows[:MOST]
    ]


def stretch_of(said: str) -> dict[str, Any] | None:
    """The stretch that a choice stands for; None for what is none."""
    kind, _bar, rest = said.partition("|")
    parts = rest.split("|")
    if len(parts) != 3:
        return None
    code, begins, ends = parts
    try:
        if kind == "recording":
            return {"recording": code, "from_ms": int(begins), "to_ms": int(ends)}
        if kind == "camera":
            between = {"begins_at": datetime.fromisoformat(begins), "ends_at": datetime.fromisoformat(ends)}
            return {"camera": code, **between}
    except ValueError:
        return None
    return None
