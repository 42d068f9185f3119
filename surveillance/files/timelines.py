"""Films whose copies count from the file's own zero: as they were made before a film's timeline began with its first
frame (ADR 0140). Marks and links of such a film were read from a player that was off by as much.

Proved by ``tests/surveillance/files/test_timelines.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from casino.ledger.models import Property
from surveillance.files import jobs, storage
from surveillance.files.arrival import keep_index
from surveillance.files.models import FootageCopy, JobKind
from surveillance.film.frame_index import FrameIndex
from surveillance.film.probing import probe
from surveillance.models import Frame, Link, Recording


class Shifted(NamedTuple):
    """A recording whose first frame stood at ``by_ms`` for whoever looked at it."""

    recording: Recording
    by_ms: int


def shifted(owner: Property) -> Iterator[Shifted]:
    """Recordings that are kept and whose index begins elsewhere than at zero."""
    for row in Recording.objects.filter(property=owner, deleted_at=None).order_by("pk"):
        copy = FootageCopy.objects.filter(property=owner, recording=row.code, what="index").first()
        if copy is not None and storage.exists(storage.copies(), copy.path):
            with storage.as_file(storage.copies(), copy.path) as path:
                index = FrameIndex.from_bytes(path.read_bytes())
            if index.first:
                yield Shifted(row, index.start_ms)


def marked_before(row: Recording) -> list[str]:
    """What was said of it by the old count, in words for a person who looks at each again: links and marked frames."""
    links = Link.objects.filter(Q(recording=row), withdrawn=False).order_by("pk")
    frames = Frame.objects.filter(recording=row).order_by("pk")
    return [
        *(f"{each.code} {each.from_ms}–{each.to_ms} ms {each.subject_stream}" for each in links),
        *(f"{each.frame} {each.at_ms} ms" for each in frames),
    ]


def make_anew(owner: Property, row: Recording, now: datetime) -> None:
    """Index at once, and have the other copies made. Problems of the storage and of films."""
    original = storage.original_name(owner.code, row.sha256)
    with storage.as_file(storage.originals(), original) as film:
        found = probe(film)
    for copy in FootageCopy.objects.filter(property=owner, recording=row.code, what__in=("web", "strip", "thumbnail")):
        storage.remove(storage.copies(), copy.path)
    keep_index(owner, row.code, row.sha256, found, now)
    jobs.ask(owner=owner, kind=JobKind.PROCESS, about=row.code, key=f"{row.code}/timeline", now=now)
