"""Letters in pictures, with the font of this room: every Vietnamese letter, whatever fonts the machine has."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

FONT: Final = Path(__file__).resolve().parents[1] / "fonts" / "IBMPlexSans-SemiBold.ttf"


@lru_cache(maxsize=32)
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font at this height in points."""
    return ImageFont.truetype(str(FONT), max(8, size))


def wrapped(text: str, size: int, width: int) -> list[str]:
    """The text in lines that fit; a word that is too long is broken."""
    lines, line = [], ""
    for word in text.split():
        joined = f"{line} {word}".strip()
        if font(size).getlength(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        while font(size).getlength(word) > width and len(word) > 1:
            fits = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or font(size).getlength(word[:n]) <= width)
            lines.append(word[:fits])
            word = word[fits:]
        line = word
    return [*lines, line] if line else lines


def foot(lines: tuple[str, ...], width: int, size: int) -> Image.Image:
    """A band with the lines, white on black, as high as they need; the height is even."""
    written = [each for line in lines for each in wrapped(line, size, width - size)]
    height = (len(written) * (size + size // 3) + size // 2 + 1) // 2 * 2
    band = Image.new("RGB", (width, height), "black")
    pen = ImageDraw.Draw(band)
    for row, line in enumerate(written):
        pen.text((size // 2, size // 6 + row * (size + size // 3)), line, font=font(size), fill="white")
    return band


def across(text: str, width: int, height: int) -> Image.Image:
    """A faint mask of the text, again and again, slanting over a picture of this size."""
    side = width + height
    sheet = Image.new("L", (side, side), 0)
    pen = ImageDraw.Draw(sheet)
    size = max(10, height // 18)
    step = int(font(size).getlength(text)) + 3 * size
    for row, top in enumerate(range(0, side, 4 * size)):
        for left in range(-(row % 2) * step // 2, side, step):
            pen.text((left, top), text, font=font(size), fill=56)
    turned = sheet.rotate(24, resample=Image.Resampling.BILINEAR)
    left, top = (side - width) // 2, (side - height) // 2
    return turned.crop((left, top, left + width, top + height))
