"""Small films for tests and the demonstration, marked as simulated, whose every frame says which one it is.

A clip carries a clock of its own, which may be wrong by a known offset and drift, and the number of each frame as a
code that a program reads from the pixels: twenty bits, most significant first, in a row of blocks at the lower left,
and the same bits inverted beneath, so that a picture without a code is told from one. A block is a fortieth of the
width.
What happens at the table is drawn from layers (:data:`Layer`) that ``draw`` gives for the true moment of a frame.

Coded in the child like everything else. Tests: ``tests/surveillance/film/test_simulated.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Final, Literal

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text
from surveillance.film.errors import FilmError
from surveillance.film.limited import Limits, run, writing

_WORDS: Final = Catalogue(__file__)

CODE_BITS: Final = 20
BLOCKS_ACROSS: Final = 40
TICKS_A_SECOND: Final = 90_000
MAKE_LIMITS: Final = Limits(memory_mb=3000, cpu_s=1800, wall_s=3600, output_mb=4000)
LABEL: Final = _WORDS.text("label")

_UNEVEN: Final = (1, 1, 3, 1, 2, 5, 1, 1, 2, 8)
"""How many periods each frame of a film with a varying rate is shown, again and again."""


class Words(msgspec.Struct, frozen=True, tag="words"):
    """A line of text. Places and sizes of all layers are thousandths of the picture's height, from its upper left."""

    x: int
    y: int
    text: str
    size: int = 40
    colour: str = "#ffffff"


class Patch(msgspec.Struct, frozen=True, tag="patch"):
    """A rectangle."""

    x: int
    y: int
    width: int
    height: int
    colour: str
    edge: str = ""


class Disc(msgspec.Struct, frozen=True, tag="disc"):
    """A chip, a ball or a number's circle, by its middle, with a word on it."""

    x: int
    y: int
    radius: int
    colour: str
    edge: str = "#ffffff"
    text: str = ""


class Card(msgspec.Struct, frozen=True, tag="card"):
    """A playing card by its upper left corner; its width is two thirds of its height."""

    x: int
    y: int
    height: int
    rank: str = ""
    suit: Literal["spades", "hearts", "diamonds", "clubs"] = "spades"
    face_down: bool = False


class Die(msgspec.Struct, frozen=True, tag="die"):
    """A die by its upper left corner."""

    x: int
    y: int
    size: int
    pips: int


Layer = Words | Patch | Disc | Card | Die
Draw = Callable[[datetime], Sequence[Layer]]


class Clip(msgspec.Struct, frozen=True):
    """A film to be made. ``start`` is the true moment of its first frame; the clock in the picture shows the true time
    plus ``clock_offset_ms``, and gains ``clock_drift_ppm`` microseconds a second from then on. ``key_every`` is frames
    between key frames, 0 for a single one; HEVC is coded with open GOPs."""

    frames: int
    start: datetime
    width: int = 1280
    height: int = 720
    rate: tuple[int, int] = (25, 1)
    clock_offset_ms: int = 0
    clock_drift_ppm: int = 0
    clock_hundredths: bool = False
    codec: Literal["h264", "hevc", "vp9"] = "h264"
    b_frames: bool = False
    varying: bool = False
    key_every: int = 25
    sound: bool = False
    fragmented: bool = False
    first_code: int = 0
    title: str = ""
    background: str = "#14532d"


class Made(msgspec.Struct, frozen=True):
    """A clip that was made: the moment of each frame in ticks of 1/90000 second from the first, as it was asked."""

    ticks: tuple[int, ...]


class ClipRequest(msgspec.Struct, frozen=True):
    """What the child is asked. ``scenes`` are layers with the first frame that shows them; ``clock`` the words of the
    clock in each frame."""

    clip: Clip
    out: str
    container: str
    ticks: tuple[int, ...]
    clock: tuple[str, ...]
    scenes: tuple[tuple[int, tuple[Layer, ...]], ...]


def make(out: Path, clip: Clip, *, draw: Draw | None = None, limits: Limits = MAKE_LIMITS) -> Made:
    """Write the clip; the container is told by the name (``.mp4``, ``.mov``, ``.mkv``, ``.webm``)."""
    container = {".mp4": "mp4", ".mov": "mov", ".mkv": "matroska", ".webm": "webm"}.get(out.suffix)
    if container is None:
        raise _impossible(_WORDS.text("the-names-ending-is-unknown"))
    if clip.width % 2 or clip.height % 2 or clip.width < 160 or clip.height < 90 or clip.frames < 1:
        raise _impossible(_WORDS.text("its-size-or-its-count"))
    if clip.start.utcoffset() is None:
        raise _impossible(_WORDS.text("its-start-has-no-time"))
    ticks = moments(clip)
    clock = tuple(shown(clip, tick) for tick in ticks)
    with writing(out) as part:
        request = ClipRequest(clip, str(part.absolute()), container, ticks, clock, _scenes(clip, ticks, draw))
        return run("simulate", request, Made, limits=limits)


def _impossible(what: Text) -> FilmError:
    return FilmError("film_clip", None, what=what)


def moments(clip: Clip) -> tuple[int, ...]:
    """The moment of each frame in ticks from the first."""
    period = Fraction(TICKS_A_SECOND * clip.rate[1], clip.rate[0])
    found, place = [], 0
    for number in range(clip.frames):
        found.append(round(place * period))
        place += _UNEVEN[number % len(_UNEVEN)] if clip.varying else 1
    return tuple(found)


def true_moment(clip: Clip, tick: int) -> datetime:
    """When the frame at this tick was taken in truth, to the microsecond."""
    return clip.start + timedelta(microseconds=round(Fraction(tick * 10**6, TICKS_A_SECOND)))


def clock_moment(clip: Clip, tick: int) -> datetime:
    """What the clip's clock says then."""
    passed = Fraction(tick * 10**6, TICKS_A_SECOND)
    off = clip.clock_offset_ms * 1000 + round(passed * clip.clock_drift_ppm / 10**6)
    return true_moment(clip, tick) + timedelta(microseconds=off)


def shown(clip: Clip, tick: int) -> str:
    """The clock in the picture: cut, not rounded, as clocks are."""
    moment = clock_moment(clip, tick)
    hundredths = f".{moment.microsecond // 10_000:02d}" if clip.clock_hundredths else ""
    return f"{moment:%Y-%m-%d %H:%M:%S}{hundredths}"


def _scenes(clip: Clip, ticks: Sequence[int], draw: Draw | None) -> tuple[tuple[int, tuple[Layer, ...]], ...]:
    if draw is None:
        return ((0, ()),)
    found: list[tuple[int, tuple[Layer, ...]]] = []
    for number, tick in enumerate(ticks):
        layers = tuple(draw(true_moment(clip, tick)))
        if not found or found[-1][1] != layers:
            found.append((number, layers))
    return tuple(found)


def code_bits(number: int) -> list[bool]:
    """The code of a frame, row by row: twenty bits, then the same inverted. It begins anew after 2^20 frames."""
    bits = [bool(number >> shift & 1) for shift in range(CODE_BITS - 1, -1, -1)]
    return bits + [not bit for bit in bits]


def code_block(place: int, width: int, height: int) -> tuple[float, float, float]:
    """Left, top and size of block ``place`` (0 to 39) in a picture of this size."""
    block = width / BLOCKS_ACROSS
    row, column = divmod(place, CODE_BITS)
    return column * block, height - (2 - row) * block, block


def read_code(grey: bytes, width: int, height: int, *, contrast: int = 60) -> int | None:
    """The code in a picture of ``width`` × ``height`` grey values, row by row; None where none is legible. A copy that
    was made larger or smaller, whole, keeps it."""
    if len(grey) < width * height:
        raise ValueError("fewer points than the size says")
    values = [_mean(grey, width, *code_block(place, width, height)) for place in range(2 * CODE_BITS)]
    number = 0
    for upper, lower in zip(values[:CODE_BITS], values[CODE_BITS:], strict=True):
        if abs(upper - lower) < contrast:
            return None
        number = number << 1 | (upper > lower)
    return number


def _mean(grey: bytes, width: int, left: float, top: float, block: float) -> float:
    """The mean of the middle of a block."""
    edge = block / 4
    columns = slice(int(left + edge), max(int(left + edge) + 1, int(left + block - edge)))
    rows = range(int(top + edge), max(int(top + edge) + 1, int(top + block - edge)))
    points = [value for row in rows for value in grey[row * width + columns.start : row * width + columns.stop]]
    return sum(points) / len(points)
