"""Who takes the bytes of a deleted recording away: offered by the room that keeps them, called when it is recorded.

``surveillance.files`` offers its storage; a recording is recorded as deleted only where somebody does. Proved by
``tests/surveillance/test_expiry.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from surveillance.rows.models import Recording

Remove = Callable[[Recording], object]
"""Takes away every byte kept of a recording (original, copies, pictures). The same again does nothing."""

_REMOVERS: Final[list[Remove]] = []


def offer_removal(remove: Remove) -> None:
    """A room keeps bytes of recordings, and takes them away so (called once, when the app is ready)."""
    _REMOVERS.append(remove)


def withdraw_removal(remove: Remove) -> None:
    """It does so no more (tests)."""
    _REMOVERS.remove(remove)


def offered() -> bool:
    """Whether anybody takes bytes away."""
    return bool(_REMOVERS)


def remove_bytes(recording: Recording) -> None:
    """Take the bytes of a recording away, everywhere. Raises what the first room raises that cannot."""
    for remove in _REMOVERS:
        remove(recording)
