"""The file by which a recording is looked at: the original, or the copy that was written anew beside it
(:mod:`surveillance.film.remuxing`). Whatever is handed out as the original is the original.

Proved by ``tests/surveillance/files/test_timelines.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from surveillance.files import storage
from surveillance.film.containers import REWRITTEN
from surveillance.film.probing import Probe
from surveillance.film.remuxing import probed
from surveillance.record.state import Recording
from surveillance.rows.models import Recording as Row

MEDIA: Final = "video/mp4"


@contextmanager
def film_of(property_code: str, recording: Row | Recording) -> Iterator[Path]:
    """The film, to read only; the copy is made again where it is not there. FileNotFoundError where the original is not
    kept; Problems of the storage and of films."""
    if isinstance(recording, Row):
        sha256, anew = recording.sha256, recording.container in REWRITTEN
    else:
        assert recording.arrived is not None
        sha256 = recording.arrived.sha256
        anew = recording.media is not None and recording.media.container in REWRITTEN
    original = storage.original_name(property_code, sha256)
    if not anew and not recording.stretches:
        with storage.as_file(storage.originals(), original) as film:
            yield film
        return
    name = name_of(property_code, sha256)
    if not storage.exists(storage.copies(), name):
        with storage.as_file(storage.originals(), original) as film:
            prepare(property_code, sha256, film)
    with storage.as_file(storage.copies(), name) as film:
        yield film


def name_of(property_code: str, sha256: str) -> str:
    """Under which name the copy is kept."""
    return storage.copy_name(property_code, sha256, "film")


def prepare(property_code: str, sha256: str, original: Path) -> Probe:
    """What the film is; the copy by which it is looked at is kept, where it needs one. Problems of films and of the
    storage."""
    with storage.scratch() as folder:
        copy = folder / "film"
        found = probed(original, copy)
        if copy.exists():
            storage.keep(storage.copies(), name_of(property_code, sha256), copy)
    return found
