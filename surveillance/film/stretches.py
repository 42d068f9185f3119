"""Where the times of a film's packets jump, and one timeline without the jumps.

A film whose times run on is one stretch. Where they jump ahead by more than any recorder pauses between two frames, or
back over frames that were there already (a recorder whose clock was set, two exports put together), another begins: it
is told right behind the one before, so that no frame is lost and no hours are shown in which nothing was filmed; by how
much the file's own times are later there is said with it (:attr:`Stretch.later_ms`).

In the order of the file a key frame is later than every frame before it, and so are the pictures that follow it there
(ITU-T H.264, 3.69 and 7.4.1.2.4; H.265, 8.1): what is earlier has jumped back, however little. Pure.
Tests: ``tests/surveillance/film/test_stretches.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from statistics import median_low
from typing import Final

import msgspec

from surveillance.film.errors import FilmError

MOST: Final = 200
"""Stretches of a film."""
PAUSE_S: Final = 10
PAUSE_FRAMES: Final = 25
"""Two frames are of one stretch if no more than this lies between them: the greater of the two, since a film may have a
frame a minute."""


class Stretch(msgspec.Struct, frozen=True):
    """From when to when in the film's timeline, in milliseconds, and by how much the file's own times are later than
    that timeline (less than zero: earlier)."""

    from_ms: int
    to_ms: int
    later_ms: int


class Run(msgspec.Struct, frozen=True):
    """Packets from ``place`` on whose times run on; in ticks. ``begins`` and ``ends`` by the file, ``at`` in the
    film."""

    place: int
    begins: int
    ends: int
    at: int


def runs(
    pts: Sequence[int], keys: Sequence[bool], lengths: Sequence[int], hidden: frozenset[int], tick: Fraction
) -> list[Run]:
    """The stretches of a film's packets, in the order of the file. ``hidden`` are the places of those that are never
    shown. ``film_times`` beyond :data:`MOST`."""
    between = sorted(set(pts))
    usual = median_low([late - early for early, late in pairwise(between)] or [round(1 / 25 / tick)])
    places = _places(pts, keys, hidden, max(int(PAUSE_S / tick), PAUSE_FRAMES * usual))
    if len(places) > MOST:
        raise FilmError("film_times", None, count=len(places) - 1)
    made: list[Run] = []
    at = 0
    for place, stop in zip(places, [*places[1:], len(pts)], strict=True):
        shown = [each for each in range(place, stop) if each not in hidden]
        begins, last = min(pts[each] for each in shown), max(shown, key=lambda each: pts[each])
        made.append(Run(place, begins, pts[last] + (lengths[last] or usual), at))
        at += made[-1].ends - begins
    return made


def _places(pts: Sequence[int], keys: Sequence[bool], hidden: frozenset[int], pause: int) -> list[int]:
    """Where each stretch begins: the first frame of each, besides what is hidden in front of the first."""
    found = [0]
    top: int | None = None
    floor: int | None = None
    for place, at in enumerate(pts):
        if place in hidden:
            continue
        if top is not None and (
            at - top > pause or at < top - pause or (keys[place] and at < top) or (floor is not None and at < floor)
        ):
            found.append(place)
            top = floor = None
        if keys[place]:
            floor = top
        top = at if top is None else max(top, at)
    return found
