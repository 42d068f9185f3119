"""The still of a marked frame: taken from the original in a process of its own, kept beside the copies, never altered.

Proved by ``tests/surveillance/files/test_stills.py``.
"""

from __future__ import annotations

import hashlib

import msgspec

from casino.core.errors import Problem
from surveillance.film import frames
from surveillance.pages import marks as _codes  # noqa: F401  (fills the error table)
from surveillance.rows.models import Recording


class Kept(msgspec.Struct, frozen=True):
    """A still that is kept: the moment of its frame, and its hash."""

    at_ms: int
    sha256: str
    path: str


def keep(recording: Recording, at_ms: int, code: str) -> Kept:
    """Take the frame that is shown at this time and keep it. Problem ``film_not_here`` where the bytes are away."""
    from surveillance.files import storage
    from surveillance.files.looked import film_of

    owner = recording.property.code
    try:
        with film_of(owner, recording) as film:
            still = frames.still(film, at_ms)
    except FileNotFoundError:
        raise Problem("film_not_here", recording=recording.code) from None
    name = storage.copy_name(owner, recording.sha256, f"frames/{code}.png")
    storage.keep_bytes(storage.copies(), name, still.png)
    return Kept(at_ms=still.at_ms, sha256=hashlib.sha256(still.png).hexdigest(), path=name)
