"""The clock in pictures: drawn with Pillow at a known difference, read back by the extra's model; and what needs
none."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from casino.core.errors import Problem
from surveillance.clocks import ocr
from surveillance.clocks.ocr import Frame, Rectangle

BASE = datetime(2026, 11, 20, 14, 14, 9, tzinfo=UTC)
BASE_MS = int(BASE.timestamp()) * 1000
HANOI = timezone(timedelta(hours=7))
DIFFERENCE_MS = -83_370
PLACE = Rectangle(34, 26, 420, 66)
needs_model = pytest.mark.skipif(not ocr.installed(), reason="the extra `ocr` is not installed")


def picture(at_ms: int, form: str = "%Y-%m-%d %H:%M:%S", *, seed: int = 0) -> np.ndarray:
    """640 x 360, blotches and noise, the clock in white with a black line around, as JPEG of quality 70."""
    pick = np.random.default_rng(seed)
    ground = np.kron(pick.integers(40, 200, (9, 16, 3)), np.ones((40, 40, 1))) + pick.normal(0, 12, (360, 640, 3))
    drawn = Image.fromarray(ground.clip(0, 255).astype(np.uint8))
    shown = (BASE + timedelta(milliseconds=at_ms - BASE_MS + DIFFERENCE_MS)).astimezone(HANOI)
    font = ImageFont.load_default(size=26)
    ImageDraw.Draw(drawn).text(
        (44, 30), shown.strftime(form), fill="white", font=font, stroke_width=2, stroke_fill="black"
    )
    packed = io.BytesIO()
    drawn.save(packed, "JPEG", quality=70)
    return np.asarray(Image.open(packed).convert("RGB"))[:, :, ::-1].copy()


def frames(count: int = 40, step_ms: int = 40, form: str = "%Y-%m-%d %H:%M:%S") -> list[Frame]:
    moments = [BASE_MS + number * step_ms for number in range(count)]
    return [Frame(at, picture(at, form, seed=number)) for number, at in enumerate(moments)]


def text_of(at_ms: int) -> str:
    return (
        (BASE + timedelta(milliseconds=at_ms - BASE_MS + DIFFERENCE_MS)).astimezone(HANOI).strftime("%d/%m/%Y %H:%M:%S")
    )


@pytest.mark.ocr
@needs_model
@pytest.mark.parametrize("form", ["%Y-%m-%d %H:%M:%S", "%d/%m/%Y %H:%M:%S"])
def test_a_known_difference_is_found_within_a_fifth_of_a_second(form: str) -> None:
    found = ocr.read(frames(28, form=form), PLACE, zone=HANOI)
    assert abs(found.difference_ms - DIFFERENCE_MS) <= 200
    assert abs(found.difference_ms - DIFFERENCE_MS) <= found.uncertainty_ms <= 200
    assert found.changes_ms
    reading = found.reading(BASE_MS, name="camera 3")
    assert (reading.how, reading.server_ms, reading.uncertainty_ms) == ("read", BASE_MS, found.uncertainty_ms)
    assert abs(reading.shown_ms - BASE_MS - DIFFERENCE_MS) <= 200


@pytest.mark.ocr
@needs_model
def test_the_rectangle_is_proposed_on_a_full_picture() -> None:
    first, *_ = ocr.propose(picture(BASE_MS))
    assert first.is_clock
    found = ocr.read(frames(12, 90), first.rectangle, zone=HANOI)
    assert abs(found.difference_ms - DIFFERENCE_MS) <= found.uncertainty_ms


@pytest.mark.ocr
@needs_model
def test_pictures_as_png_are_read_and_each_crop_stands_beside_its_text() -> None:
    packed = []
    for each in frames(4, 300):
        assert isinstance(each.picture, np.ndarray)
        out = io.BytesIO()
        Image.fromarray(each.picture[:, :, ::-1]).save(out, "PNG")
        packed.append(Frame(each.at_ms, out.getvalue()))
    found = ocr.read(packed, PLACE, zone=HANOI)
    assert len(found.crops) == 4
    for crop, frame in zip(found.crops, packed, strict=True):
        shown = Image.open(io.BytesIO(crop.png))
        assert shown.size == (PLACE.right - PLACE.left, PLACE.bottom - PLACE.top)
        assert isinstance(frame.picture, bytes)
        whole = Image.open(io.BytesIO(frame.picture)).crop((PLACE.left, PLACE.top, PLACE.right, PLACE.bottom))
        assert np.array_equal(np.asarray(shown), np.asarray(whole))
        assert crop.used
        assert crop.text


@pytest.mark.ocr
@needs_model
@pytest.mark.parametrize(
    "data", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + bytes(30), b"\xff\xd8\xff\xe0" + bytes(40)]
)
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(Problem) as raised:
        ocr.read([Frame(n, data) for n in range(3)], PLACE, zone=HANOI)
    assert raised.value.code == "ocr_picture"


def reader_of(texts: list[str]) -> ocr.Reader:
    waiting = iter(texts)
    return lambda _crop: (next(waiting), 0.9)


def blank(count: int) -> list[Frame]:
    return [Frame(BASE_MS + 40 * number, np.zeros((90, 480, 3), dtype=np.uint8)) for number in range(count)]


def test_misread_frames_are_left_out_and_shown_as_such() -> None:
    given = blank(40)
    texts = [text_of(frame.at_ms) for frame in given]
    texts[5], texts[11], texts[20] = "2O/1l", "", texts[20].replace("2026", "2028")
    found = ocr.read(given, PLACE, zone=HANOI, reader=reader_of(texts))
    assert abs(found.difference_ms - DIFFERENCE_MS) <= found.uncertainty_ms
    assert [number for number, crop in enumerate(found.crops) if not crop.used] == [5, 11, 20]
    assert found.order == "DMY"


def test_frames_and_rectangles_that_cannot_be_are_refused() -> None:
    given = blank(10)
    other = Frame(BASE_MS + 999_999, np.zeros((10, 10, 3), dtype=np.uint8))
    for frames_, place, code in (
        (given[:2], PLACE, "ocr_frames"),
        (given[::-1], PLACE, "ocr_frames"),
        (blank(601), PLACE, "ocr_frames"),
        (given, Rectangle(0, 0, 481, 20), "ocr_rectangle"),
        (given, Rectangle(0, 0, 5, 20), "ocr_rectangle"),
        (given, Rectangle(-1, 0, 50, 20), "ocr_rectangle"),
        ([*given, other], PLACE, "ocr_picture"),
    ):
        with pytest.raises(Problem) as raised:
            ocr.read(frames_, place, zone=HANOI, reader=lambda _crop: ("", 0.0))
        assert raised.value.code == code
    with pytest.raises(Problem) as raised:
        ocr.read(
            [Frame(n, np.zeros((9, 9), dtype=np.uint8)) for n in range(3)],
            PLACE,
            zone=HANOI,
            reader=reader_of([""] * 3),
        )
    assert raised.value.code == "ocr_picture"


def test_a_machine_without_the_extra_says_so_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "installed", lambda: False)
    ocr._engine.cache_clear()
    for attempt in (
        lambda: ocr.read(blank(5), PLACE, zone=HANOI),
        lambda: ocr.propose(np.zeros((9, 9, 3), dtype=np.uint8)),
    ):
        with pytest.raises(Problem) as raised:
            attempt()
        assert raised.value.code == "ocr_missing"
        assert "ocr" in raised.value.text.vi
