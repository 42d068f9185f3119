"""The reader of boxes: what the standard allows is read, what cannot be is refused in words, within bounds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from surveillance.film.boxes import Boxes, Track, boxed, full, tracks
from surveillance.film.errors import FilmError


def read(tmp_path: Path, data: bytes, **limits: int) -> Boxes:
    path = tmp_path / "file"
    path.write_bytes(data)
    return Boxes(path.open("rb"), **limits)


def long_box(kind: bytes, content: bytes) -> bytes:
    return b"\0\0\0\1" + kind + (16 + len(content)).to_bytes(8, "big") + content


def test_sizes_of_32_and_64_bits_and_to_the_end_of_the_file(tmp_path: Path) -> None:
    data = boxed(b"ftyp", b"isom") + long_box(b"wide", b"12345") + b"\0\0\0\0mdat" + b"x" * 9
    boxes = read(tmp_path, data)
    assert [(box.kind, box.start, box.body, box.end, box.size_field) for box in boxes.top()] == [
        (b"ftyp", 0, 8, 12, 12),
        (b"wide", 12, 28, 33, 1),
        (b"mdat", 33, 41, 50, 0),
    ]
    assert boxes.content(boxes.top()[1]) == b"12345"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\0\0\0\7free", "smaller than its header"),
        (b"\0\0\0\1free" + (15).to_bytes(8, "big"), "smaller than its header"),
        (b"\0\0\0\1free" + b"\0\0\0", "cut off"),
        (b"\0\0\0", "cut off"),
        (b"\0\0\0\x09free", "larger than what holds it"),
        (b"\xff\xff\xff\xfffree", "larger than what holds it"),
        (b"\0\0\0\1free" + b"\xff" * 8, "larger than what holds it"),
        (b"\0\0\0\x08free" * 5, "too many boxes"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, data: bytes, says: str) -> None:
    with pytest.raises(FilmError, match=says) as caught:
        read(tmp_path, data, most=4).top()
    assert caught.value.code == "film_boxes"


def test_a_box_within_a_box_has_a_length_and_stays_within(tmp_path: Path) -> None:
    for inner, says in ((b"\0\0\0\0trak", "no length"), (b"\0\0\0\x20trak", "larger than what holds it")):
        boxes = read(tmp_path, boxed(b"moov", inner) + boxed(b"free", bytes(64)))
        with pytest.raises(FilmError, match=says):
            boxes.within(boxes.top()[0])


def test_depth_and_content_are_bounded(tmp_path: Path) -> None:
    nested = boxed(b"moov", b"")
    for _ in range(20):
        nested = boxed(b"moov", nested)
    boxes = read(tmp_path, nested)
    with pytest.raises(FilmError, match="too deeply"):
        boxes.find((b"moov",) * 20)
    with pytest.raises(FilmError, match="too large"):
        boxes.content(boxes.top()[0], most=10)


def test_the_tracks_of_a_film_made_by_another_program(clip: Callable[[str], Path]) -> None:
    with clip("sound.mp4").open("rb") as file:
        assert tracks(Boxes(file)) == [Track(1, "vide"), Track(2, "soun")]


def test_boxes_that_are_written_are_read(tmp_path: Path) -> None:
    boxes = read(tmp_path, full(b"meta", 1, boxed(b"free", b"abc")))
    meta = boxes.top()[0]
    assert boxes.content(meta)[:4] == b"\1\0\0\0"
    assert boxes.content(boxes.within(meta, skip=4)[0]) == b"abc"
    with pytest.raises(ValueError, match="no such box"):
        boxed(b"no type", b"")


def test_a_film_of_five_gigabytes_is_walked_without_reading_it(tmp_path: Path) -> None:
    path, length = tmp_path / "long.mp4", 5 << 30
    with path.open("wb") as file:
        file.write(boxed(b"ftyp", b"isom") + b"\0\0\0\1mdat" + (16 + length).to_bytes(8, "big"))
        file.seek(length, 1)
        file.write(boxed(b"moov"))
    with path.open("rb") as file:
        assert [(box.kind, box.size) for box in Boxes(file).top()] == [
            (b"ftyp", 12),
            (b"mdat", 16 + length),
            (b"moov", 8),
        ]
