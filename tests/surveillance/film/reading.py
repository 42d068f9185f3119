"""The number of a frame, read from the pixels of a picture or of every frame of a film."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from surveillance.film.containers import MOST_POINTS, film_file
from surveillance.film.frames import still
from surveillance.film.inside.opening import decoded, opened, packets
from surveillance.film.inside.pictures import image_of
from surveillance.film.simulated import read_code


def code_of(picture: bytes, *, foot: int = 0) -> int | None:
    """The code in a picture file; ``foot`` lines beneath belong to no frame."""
    image = Image.open(io.BytesIO(picture)).convert("L")
    return read_code(image.tobytes(), image.width, image.height - foot)


def picture(path: Path, at_ms: int) -> Image.Image:
    """The frame that is shown at a moment, in grey."""
    return Image.open(io.BytesIO(still(path, at_ms).png)).convert("L")


def codes_of(path: Path, *, foot: int = 0) -> list[tuple[int, int | None]]:
    """Moment in ticks and code of every frame. In this process: only for films that the tests made themselves."""
    found = []
    with opened(film_file(path)) as (container, stream):
        origin = packets(container, stream).origin
    with opened(film_file(path)) as (container, stream):
        for pts, frame in decoded(container, stream, MOST_POINTS, origin):
            image = image_of(frame).convert("L")
            found.append((pts, read_code(image.tobytes(), image.width, image.height - foot)))
    return found
