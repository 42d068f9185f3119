"""Films whose copies were made before a film's timeline began with its first frame, and ran on where its times jump
(ADR 0140). Marks and links of such a film were read from a player that told other times.

Proved by ``tests/surveillance/files/test_timelines.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from django.db.models import Q

from casino.ledger.models import Property
from surveillance.files import jobs, looked, storage
from surveillance.files.arrival import keep_index, note_film, times_read
from surveillance.files.models import FootageCopy, JobKind
from surveillance.files.writing import say
from surveillance.film.containers import REWRITTEN
from surveillance.film.frame_index import FrameIndex
from surveillance.film.probing import probe
from surveillance.rows.models import Frame, Link, Recording


class Shifted(NamedTuple):
    """A recording whose first frame stood at ``by_ms`` for whoever looked at it, and how often its times jump."""

    recording: Recording
    by_ms: int
    jumps: int


def shifted(owner: Property) -> Iterator[Shifted]:
    """Recordings that are kept and whose index is another than would be made today: each film is read for that."""
    for row in Recording.objects.filter(property=owner, deleted_at=None).order_by("pk"):
        copy = FootageCopy.objects.filter(property=owner, recording=row.code, what="index").first()
        if copy is not None and storage.exists(storage.copies(), copy.path):
            with storage.as_file(storage.copies(), copy.path) as path:
                index = FrameIndex.from_bytes(path.read_bytes())
            original = storage.original_name(owner.code, row.sha256)
            if row.stretches or row.container in REWRITTEN or not storage.exists(storage.originals(), original):
                continue
            with storage.as_file(storage.originals(), original) as film:
                found = probe(film)
            if index.first or found.stretches:
                yield Shifted(row, index.start_ms, max(0, len(found.stretches) - 1))


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
        found = looked.prepare(owner.code, row.sha256, film)
    for copy in FootageCopy.objects.filter(property=owner, recording=row.code, what__in=("web", "strip", "thumbnail")):
        storage.remove(storage.copies(), copy.path)
    for fact in times_read(found):
        identity = uuid5(NAMESPACE_URL, f"{owner.code}/{row.stream}/times")
        say(owner.code, row.code, fact, identity=identity, by=None, now=now)
    keep_index(owner, row.code, row.sha256, found, now)
    note_film(owner, row.code, row.sha256, now)
    jobs.ask(owner=owner, kind=JobKind.PROCESS, about=row.code, key=f"{row.code}/timeline", now=now)
