"""Who takes the bytes of a deleted recording away: the room that keeps them, called when it is recorded.

A recording is recorded as deleted only where somebody does. Proved by ``tests/surveillance/test_expiry.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from casino.core.seams import Seam
from surveillance.rows.models import Recording

Remove = Callable[[Recording], object]
"""Takes away every byte kept of a recording (original, copies, pictures). The same again does nothing."""

REMOVERS: Final[Seam[str, Remove]] = Seam("What takes the bytes of a recording away, by the room that keeps them.")


def offered() -> bool:
    """Whether anybody takes bytes away."""
    return bool(REMOVERS)


def remove_bytes(recording: Recording) -> None:
    """Take the bytes of a recording away, everywhere. Raises what the first room raises that cannot."""
    for remove in REMOVERS.values():
        remove(recording)
