"""Clips that say of themselves what they show: code, clock, layers."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from surveillance.film import simulated
from surveillance.film.errors import FilmError
from surveillance.film.frames import still
from surveillance.film.simulated import (
    Card,
    Clip,
    Die,
    Disc,
    Layer,
    Patch,
    Words,
    clock_moment,
    code_bits,
    code_block,
    make,
    moments,
    read_code,
    shown,
    true_moment,
)
from tests.surveillance.film.conftest import SMALL, START
from tests.surveillance.film.reading import codes_of


def drawn(number: int, width: int, height: int) -> bytes:
    """The code by the words of its description, without the code under test."""
    points = bytearray([90]) * (width * height)
    side = width // 40
    for bit in range(20):
        value = number >> (19 - bit) & 1
        for row, lit in ((2, value), (1, not value)):
            for line in range(height - row * side, height - (row - 1) * side):
                points[line * width + bit * side : line * width + (bit + 1) * side] = bytes([235 if lit else 16]) * side
    return bytes(points)


@pytest.mark.parametrize("number", [0, 1, 0xFFFFF, 0xAAAAA, 123456])
@pytest.mark.parametrize("size", [(1280, 720), (320, 180), (160, 90)])
def test_a_code_is_read_back(number: int, size: tuple[int, int]) -> None:
    assert read_code(drawn(number, *size), *size) == number


def test_a_picture_without_a_code_has_none() -> None:
    assert read_code(bytes([90]) * 320 * 180, 320, 180) is None
    assert read_code(bytes([0, 255]) * 160 * 180, 320, 180) is None
    broken = bytearray(drawn(77, 320, 180))
    broken[172 * 320 : 180 * 320] = bytes(8 * 320)
    assert read_code(bytes(broken), 320, 180) is None
    with pytest.raises(ValueError, match="fewer points"):
        read_code(b"", 320, 180)
    assert len(code_bits(5)) == 40
    assert code_block(39, 1280, 720) == (608.0, 688.0, 32.0)


def test_every_frame_of_a_clip_has_its_number(clip: Callable[[str], Path]) -> None:
    assert [code for _pts, code in codes_of(clip("varying.mp4"))] == list(range(100))


def test_the_clock_is_off_by_what_was_asked() -> None:
    off = msgspec.structs.replace(SMALL, clock_offset_ms=-1300, clock_drift_ppm=500_000, clock_hundredths=True)
    assert shown(off, 0) == "2026-11-20 21:14:01.70"
    assert shown(off, 90_000) == "2026-11-20 21:14:03.20"
    assert true_moment(off, 90_000) == START + timedelta(seconds=1)
    assert clock_moment(off, 180_000) == START + timedelta(milliseconds=-1300 + 3000)
    assert shown(SMALL, 89_999) == "2026-11-20 21:14:03"


def test_moments_of_a_varying_rate_vary() -> None:
    varying = moments(msgspec.structs.replace(SMALL, varying=True))
    steps = {after - before for before, after in pairwise(varying)}
    assert len(steps) > 3
    assert moments(msgspec.structs.replace(SMALL, rate=(30000, 1001)))[:3] == (0, 3003, 6006)


def test_what_happens_is_drawn_at_its_moment(tmp_path: Path) -> None:
    asked: list[datetime] = []

    def draw(moment: datetime) -> list[Layer]:
        asked.append(moment)
        late = moment >= START + timedelta(seconds=1)
        return [
            Patch(800, 300, 200, 200, "#ff0000" if late else "#0000ff"),
            Card(100, 300, 200, "10", "hearts"),
            Card(300, 300, 200, face_down=True),
            Die(500, 300, 120, 6),
            Disc(1200, 400, 60, "#7c2d12", text="100"),
            Words(100, 600, "Đặt cược"),
        ]

    out = tmp_path / "drawn.mp4"
    make(out, msgspec.structs.replace(SMALL, frames=50, title="Bàn 4"), draw=draw)
    assert asked == [START + timedelta(milliseconds=40 * n) for n in range(50)]
    for at_ms, colour in ((960, 2), (1000, 0)):
        image = Image.open(io.BytesIO(still(out, at_ms).png))
        point = image.getpixel((900 * 180 // 1000, 400 * 180 // 1000))
        assert isinstance(point, tuple)
        assert point.index(max(point[:3])) == colour
    card = image.getpixel((110 * 180 // 1000 + 3, 480 * 180 // 1000))
    assert isinstance(card, tuple)
    assert min(card[:3]) > 180


@pytest.mark.parametrize(
    "changed",
    [{"width": 321}, {"width": 100}, {"frames": 0}, {"start": datetime(2026, 1, 1)}],  # noqa: DTZ001
)
def test_clips_that_cannot_be(tmp_path: Path, changed: dict[str, object]) -> None:
    with pytest.raises(FilmError) as caught:
        make(tmp_path / "out.mp4", msgspec.structs.replace(SMALL, **changed))
    assert caught.value.code == "film_clip"
    with pytest.raises(FilmError):
        make(tmp_path / "out.avi", SMALL)
    assert list(tmp_path.iterdir()) == []


def test_a_start_in_another_zone_is_shown_in_it() -> None:
    hanoi = Clip(frames=1, start=START.astimezone(timezone(timedelta(hours=7))))
    assert shown(hanoi, 0) == "2026-11-21 04:14:03"
    assert simulated.LABEL.en == "SIMULATED"
