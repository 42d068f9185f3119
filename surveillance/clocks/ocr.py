"""Reading the clock that is burnt into a picture: the rectangle proposed once, then many frames read, wrong ones left
out.

A clock in whole seconds that reads ``s`` in a frame at ``t`` says that it stands between ``s`` and ``s + 1`` there: the
difference ``clock - t`` lies in ``[s - t, s + 1 - t)``. The difference in which most frames agree is the answer; what
does not agree was misread. Where the second changes between two frames the bounds meet, so frames 40 ms apart give the
fraction to 40 ms without a hundredth being read. The uncertainty is half the width of what is left, and one distance
of two frames more (pictures are stamped, and overlays drawn, up to a frame late).

Needs the extra ``ocr`` (rapidocr-onnxruntime, Apache-2.0, models in its wheel); without it every entry raises Problem
``ocr_missing``. Recognition only, except for :func:`propose`. Runs in any process, best in a child: about 150 MB, a GB
while proposing. Proved by ``tests/surveillance/clocks/test_ocr.py`` and, without a model, ``test_agreeing.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, Final

import msgspec
import numpy as np

from casino.core.errors import Problem
from surveillance.clocks.agreeing import Seen, agree
from surveillance.clocks.offsets import Reading
from surveillance.clocks.parsing import Order, moments

Picture = np.ndarray | bytes
"""PNG or JPEG bytes, or height x width x 3 bytes in the order blue, green, red."""
LEAST_FRAMES: Final = 3
MOST_FRAMES: Final = 600
MOST_PIXELS: Final = 7680 * 4320
LEAST_SIDE: Final = 6
_MARGIN: Final = 0.25
"""Of the rectangle's height: clocks change their width, and recognition wants some ground around."""


class Rectangle(msgspec.Struct, frozen=True):
    """Pixels of the full picture; the right and the lower edge are outside."""

    left: int
    top: int
    right: int
    bottom: int


class Proposal(msgspec.Struct, frozen=True):
    """A place where text stands: ``is_clock`` where it reads as a date and time."""

    rectangle: Rectangle
    text: str
    confidence: float
    is_clock: bool


class Frame(msgspec.Struct, frozen=True):
    """A picture and its time in milliseconds: by the server's clock where the difference to it is wanted, or the
    film's own."""

    at_ms: int
    picture: Picture


class Crop(msgspec.Struct, frozen=True):
    """What was read beside what it was read from: ``png`` is the rectangle as it was cut out; ``used`` is False for
    text that is no clock or does not agree with the rest."""

    at_ms: int
    text: str
    confidence: float
    png: bytes
    shown: datetime | None
    used: bool


class ClockRead(msgspec.Struct, frozen=True):
    """The clock in the pictures: it shows ``at_ms + difference_ms`` (milliseconds since 1970, its figures taken in the
    given zone) in a frame at ``at_ms``. ``changes_ms`` are the frames (at_ms) that are the first of a new second."""

    difference_ms: int
    uncertainty_ms: int
    order: Order
    changes_ms: tuple[int, ...]
    crops: tuple[Crop, ...]

    def reading(self, at_ms: int, *, name: str = "") -> Reading:
        """A reading for :func:`surveillance.clocks.offsets.fit`, where the frames' times were the server's."""
        return Reading(at_ms, at_ms + self.difference_ms, "read", self.uncertainty_ms, name)


Reader = Callable[[np.ndarray], tuple[str, float]]


def installed() -> bool:
    """Whether the extra ``ocr`` is here."""
    return find_spec("rapidocr_onnxruntime") is not None and find_spec("cv2") is not None


def propose(picture: Picture) -> tuple[Proposal, ...]:
    """Where text stands in a full picture, clocks first. Problems ``ocr_missing``, ``ocr_picture``."""
    engine = _engine()
    array = _array(picture, 0)
    found, _ = engine(array, use_det=True, use_cls=False, use_rec=True)
    proposals = []
    for box, text, confidence in found or ():
        corners = np.array(box, dtype=float)
        margin = _MARGIN * float(np.ptp(corners[:, 1]))
        left, top = np.floor(corners.min(axis=0) - margin)
        right, bottom = np.ceil(corners.max(axis=0) + margin)
        rectangle = Rectangle(
            max(0, int(left)), max(0, int(top)), min(array.shape[1], int(right)), min(array.shape[0], int(bottom))
        )
        proposals.append(Proposal(rectangle, str(text), round(float(confidence), 3), bool(moments(str(text)))))
    return tuple(sorted(proposals, key=lambda each: (not each.is_clock, -each.confidence)))


def read(
    frames: Sequence[Frame],
    rectangle: Rectangle,
    *,
    zone: tzinfo,
    order: Order | None = None,
    near: datetime | None = None,
    reader: Reader | None = None,
) -> ClockRead:
    """Reads the clock in the rectangle of each frame. ``order`` is that of the date; where it is not known ``near``
    (about when it must be) may tell. ``reader`` reads a crop (text, confidence); the extra's model where it is None.

    Problems ``ocr_missing``, ``ocr_frames``, ``ocr_picture``, ``ocr_rectangle``, ``ocr_order``, ``ocr_unreadable``."""
    times = [frame.at_ms for frame in frames]
    if not LEAST_FRAMES <= len(frames) <= MOST_FRAMES or any(a >= b for a, b in pairwise(times)):
        raise Problem("ocr_frames", least=LEAST_FRAMES, most=MOST_FRAMES)
    recognise = reader or _recognise
    seen: list[Seen] = []
    crops = []
    shape = None
    for number, frame in enumerate(frames):
        array = _array(frame.picture, number)
        shape = shape or array.shape
        if array.shape != shape:
            raise Problem("ocr_picture", number=number)
        crop = _cut(array, rectangle)
        text, confidence = recognise(crop)
        seen.append(Seen(frame.at_ms, moments(text)))
        crops.append((text, confidence, _png(crop)))
    agreed = agree(seen, zone=zone, order=order, near=near)
    return ClockRead(
        agreed.difference_ms,
        agreed.uncertainty_ms,
        agreed.order,
        agreed.changes_ms,
        tuple(
            Crop(each.at_ms, text, round(confidence, 3), png, each.moments.get(agreed.order), used)
            for each, (text, confidence, png), used in zip(seen, crops, agreed.used, strict=True)
        ),
    )


@cache
def _engine() -> Any:
    """The models, once in a process, on one thread: other work has the rest of the machine."""
    if not installed():
        raise Problem("ocr_missing")
    from rapidocr_onnxruntime import RapidOCR

    return RapidOCR(intra_op_num_threads=1, inter_op_num_threads=1)


def _recognise(crop: np.ndarray) -> tuple[str, float]:
    found, _ = _engine()(crop, use_det=False, use_cls=False, use_rec=True)
    return (str(found[0][0]), float(found[0][1])) if found else ("", 0.0)


def _array(picture: Picture, number: int) -> np.ndarray:
    if isinstance(picture, bytes):
        if not installed():
            raise Problem("ocr_missing")
        import cv2

        _check_size(picture, number)
        try:
            decoded = cv2.imdecode(np.frombuffer(picture, dtype=np.uint8), cv2.IMREAD_COLOR)
        except cv2.error as error:
            raise Problem("ocr_picture", number=number) from error
        if decoded is None:
            raise Problem("ocr_picture", number=number)
        picture = np.asarray(decoded)
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3 or picture.size > 3 * MOST_PIXELS:
        raise Problem("ocr_picture", number=number)
    return picture


def _check_size(data: bytes, number: int) -> None:
    """PNG and JPEG say their size in their heads: a huge picture is refused before it is unpacked."""
    size = None
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        size = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    elif data.startswith(b"\xff\xd8\xff"):
        at = 2
        while at + 9 <= len(data) and data[at] == 0xFF:
            # SOF0 to SOF15, without the tables (DHT, JPG, DAC) that lie among their numbers.
            if 0xC0 <= data[at + 1] <= 0xCF and data[at + 1] not in (0xC4, 0xC8, 0xCC):
                size = int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
                break
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    if size is None or not 0 < size[0] * size[1] <= MOST_PIXELS:
        raise Problem("ocr_picture", number=number)


def _cut(array: np.ndarray, rectangle: Rectangle) -> np.ndarray:
    height, width = array.shape[:2]
    inside = 0 <= rectangle.left < rectangle.right <= width and 0 <= rectangle.top < rectangle.bottom <= height
    if not inside or min(rectangle.right - rectangle.left, rectangle.bottom - rectangle.top) < LEAST_SIDE:
        raise Problem("ocr_rectangle", "rectangle")
    return array[rectangle.top : rectangle.bottom, rectangle.left : rectangle.right]


def _png(crop: np.ndarray) -> bytes:
    """A PNG of its own making (RFC 2083): no library is needed to show what was read."""
    import struct
    import zlib

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    height, width = crop.shape[:2]
    rows = np.zeros((height, 1 + 3 * width), dtype=np.uint8)
    rows[:, 1:] = crop[:, :, ::-1].reshape(height, 3 * width)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(rows.tobytes(), 6)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
