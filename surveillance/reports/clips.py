"""Sealed clips in a report: the stretches that the house had exported of the films that the report names.

A report exports nothing itself. A clip is in it because somebody who may let film leave had that stretch sealed, with a
reason, and the event of that names its hash. Whoever may have such a file away by a report: senior management, and a
regulator who may watch the same film (asked for this report, within what the house lets them see). Others ask without
clips. Proved by ``tests/surveillance/reports/test_clips.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from disputes.case.context import Actor
from surveillance.bundle.container import FULL
from surveillance.bundle.selection import Selection
from surveillance.files import storage
from surveillance.files.arrival import hash_of
from surveillance.film import seals
from surveillance.record import facts as footage
from surveillance.reports.models import Report
from surveillance.reports.scope import WITH_CLIPS, is_within, scope_of
from surveillance.rows.models import Recording


class Exported(NamedTuple):
    """A sealed stretch as its event names it, and where it lies in the storage of copies."""

    recording: str
    version: int
    path: str
    sha256: str
    certificate: str


def has(row: Report) -> bool:
    """Whether a report was asked for with clips."""
    return msgspec.convert(row.selection, Selection).clips


def may_have(actor: Actor, row: Report) -> bool:
    """Whether this person takes a report away with the clips in it."""
    if not has(row) or actor.role == "senior_management":
        return True
    if actor.role not in WITH_CLIPS or actor.staff not in row.asked_by:
        return False
    return is_within(row.property, scope_of(actor.staff, actor.role, row.property), row)


def exported(owner: Property, recordings: Sequence[str], position: int) -> Iterator[Exported]:
    """What was exported of these recordings up to a position."""
    for code in recordings:
        original = ""
        for event in get_ledger(owner.code).stream(f"recording/{code}", upto_position=position):
            fact = event.data
            if isinstance(fact, footage.RecordingArrived):
                original = fact.sha256
            elif isinstance(fact, footage.RecordingExported):
                path = storage.copy_name(owner.code, original, f"exports/{fact.export}/clip.mp4")
                yield Exported(code, event.version, path, fact.sha256, fact.certificate)


def given(owner: Property, recordings: Sequence[str], position: int) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The clips that are kept, each with its line (``docs/bundle.md``, "Clips"). A film whose term has ended is not
    there any more. Problem reports_clip where one is not the file that was recorded."""
    for each in exported(owner, recordings, position):
        try:
            with storage.as_file(storage.copies(), each.path) as path:
                if path.stat().st_size >= FULL:
                    continue  # no member of a bundle is so large
                if hash_of(path)[0] != each.sha256:
                    raise Problem("reports_clip", recording=each.recording)
                stream = f"recording/{each.recording}"
                count = seals.check(path).count
                yield path, {
                    "stream": stream, "version": each.version, "seals": count, "fingerprint": each.certificate
                }  # fmt: skip
        except FileNotFoundError:
            continue


def outlived(row: Report, recordings: Sequence[str]) -> bool:
    """Whether the term of a film has ended of which the report holds a clip: then its file goes as well."""
    if not has(row):
        return False
    gone = Recording.objects.filter(property=row.property, code__in=recordings).exclude(deleted_at=None)
    codes = sorted(gone.values_list("code", flat=True))
    return any(True for _each in exported(row.property, codes, row.position))
