"""Simulated clips, in the child. See ``simulated.py``."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from datetime import UTC
from fractions import Fraction
from typing import Final

import av
from av.audio.frame import AudioFrame
from av.audio.stream import AudioStream
from av.container import OutputContainer
from PIL import Image, ImageDraw

from surveillance.film.frame_index import FrameIndex
from surveillance.film.inside.coding import add_encoder
from surveillance.film.inside.lettering import font
from surveillance.film.inside.pictures import frame_of
from surveillance.film.simulated import (
    LABEL,
    TICKS_A_SECOND,
    Card,
    Clip,
    ClipRequest,
    Die,
    Disc,
    Layer,
    Made,
    Patch,
    Words,
    clock_moment,
    code_bits,
    code_block,
)

SAMPLES_A_SECOND: Final = 16_000
_SUITS: Final = {
    "hearts": [
        (0.5, 0.95),
        (0.05, 0.4),
        (0.15, 0.1),
        (0.35, 0.05),
        (0.5, 0.25),
        (0.65, 0.05),
        (0.85, 0.1),
        (0.95, 0.4),
    ],
    "diamonds": [(0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5)],
    "spades": [
        (0.5, 0.0),
        (0.95, 0.55),
        (0.8, 0.8),
        (0.58, 0.7),
        (0.65, 1),
        (0.35, 1),
        (0.42, 0.7),
        (0.2, 0.8),
        (0.05, 0.55),
    ],
}
_PIPS: Final = {
    1: [(1, 1)],
    2: [(0, 0), (2, 2)],
    3: [(0, 0), (1, 1), (2, 2)],
    4: [(0, 0), (2, 0), (0, 2), (2, 2)],
    5: [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
    6: [(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)],
}


def simulate(request: ClipRequest, progress: Callable[[float], None]) -> Made:
    film = request.clip
    tick = Fraction(1, TICKS_A_SECOND)
    period = round(Fraction(TICKS_A_SECOND * film.rate[1], film.rate[0]))
    frames = FrameIndex.of([(each, False) for each in request.ticks], tick=tick, last_ticks=period)
    flags = "frag_keyframe+empty_moov+default_base_moof" if film.fragmented else "faststart"
    options = {"movflags": flags} if request.container in ("mp4", "mov") else {}
    with av.open(request.out, "w", format=request.container, options=options) as out:
        said = clock_moment(film, 0).astimezone(UTC)
        out.metadata["creation_time"] = said.isoformat().replace("+00:00", "Z")
        target = add_encoder(
            out, *_encoder(film), (film.width, film.height), frames, key_every=film.key_every or 1 << 20
        )
        sound = out.add_stream("aac", rate=SAMPLES_A_SECOND) if film.sound else None
        if sound is not None:
            assert isinstance(sound, AudioStream)
            sound.layout = "mono"
        scenes, ground = dict(request.scenes), Image.new("RGB", (film.width, film.height), film.background)
        for number, pts in enumerate(request.ticks):
            if number in scenes:
                ground = _ground(film, scenes[number])
            frame = frame_of(_picture(film, ground, number, request.clock[number]))
            frame.pts, frame.time_base = pts, tick
            out.mux(target.encode(frame))
        out.mux(target.encode(None))
        if isinstance(sound, AudioStream):
            _hum(out, sound, (request.ticks[-1] + period) * tick)
    return Made(request.ticks)


def _encoder(film: Clip) -> tuple[str, dict[str, str]]:
    if film.codec == "hevc":
        deep = "3" if film.b_frames else "0"
        keys = film.key_every or 1 << 20
        parameters = f"log-level=none:open-gop=1:bframes={deep}:keyint={keys}:min-keyint={keys}:scenecut=0:pools=none"
        return "libx265", {"preset": "ultrafast", "crf": "24", "x265-params": parameters}
    if film.codec == "vp9":
        return "libvpx-vp9", {"deadline": "realtime", "cpu-used": "8", "crf": "30", "b": "0"}
    return "libx264", {"preset": "veryfast", "crf": "21", "bf": "3" if film.b_frames else "0", "sc_threshold": "0"}


def _ground(film: Clip, layers: tuple[Layer, ...]) -> Image.Image:
    picture = Image.new("RGB", (film.width, film.height), film.background)
    pen = ImageDraw.Draw(picture)
    for layer in layers:
        _draw(pen, layer, film.height / 1000)
    return picture


def _picture(film: Clip, ground: Image.Image, number: int, clock: str) -> Image.Image:
    picture = ground.copy()
    pen = ImageDraw.Draw(picture)
    size = max(14, film.height * 26 // 720)
    _on_dark(pen, size // 2, size // 2, clock, size)
    label = f"{LABEL.vi} · {LABEL.en}" + (f" · {film.title}" if film.title else "")
    _on_dark(pen, size // 2, size * 9 // 4, label, max(12, size * 3 // 4))
    for place, bit in enumerate(code_bits(film.first_code + number)):
        left, top, block = code_block(place, film.width, film.height)
        box = (round(left), round(top), round(left + block) - 1, round(top + block) - 1)
        pen.rectangle(box, fill="white" if bit else "black")
    return picture


def _on_dark(pen: ImageDraw.ImageDraw, x: int, y: int, text: str, size: int) -> None:
    left, top, right, bottom = pen.textbbox((x, y), text, font=font(size))
    pen.rectangle((left - size // 3, top - size // 3, right + size // 3, bottom + size // 3), fill="#101010")
    pen.text((x, y), text, font=font(size), fill="white")


def _draw(pen: ImageDraw.ImageDraw, layer: Layer, unit: float) -> None:
    if isinstance(layer, Words):
        pen.text((layer.x * unit, layer.y * unit), layer.text, font=font(round(layer.size * unit)), fill=layer.colour)
    elif isinstance(layer, Patch):
        box = (layer.x * unit, layer.y * unit, (layer.x + layer.width) * unit, (layer.y + layer.height) * unit)
        pen.rectangle(box, fill=layer.colour, outline=layer.edge or None, width=2)
    elif isinstance(layer, Disc):
        x, y, radius = layer.x * unit, layer.y * unit, layer.radius * unit
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=layer.colour, outline=layer.edge, width=3)
        if layer.text:
            pen.text((x, y), layer.text, font=font(round(radius * 0.8)), fill="white", anchor="mm")
    elif isinstance(layer, Die):
        _die(pen, layer, unit)
    else:
        _card(pen, layer, unit)


def _die(pen: ImageDraw.ImageDraw, die: Die, unit: float) -> None:
    x, y, size = die.x * unit, die.y * unit, die.size * unit
    pen.rounded_rectangle((x, y, x + size, y + size), size / 7, fill="white", outline="#404040", width=2)
    radius = size / 10
    for column, row in _PIPS.get(die.pips, []):
        middle = (x + size * (1 + column) / 4, y + size * (1 + row) / 4)
        box = (middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius)
        pen.ellipse(box, fill="#b91c1c" if die.pips in (1, 4) else "#111111")


def _card(pen: ImageDraw.ImageDraw, card: Card, unit: float) -> None:
    x, y, height = card.x * unit, card.y * unit, card.height * unit
    width = height * 2 / 3
    fill = "#1e3a8a" if card.face_down else "white"
    pen.rounded_rectangle((x, y, x + width, y + height), height / 14, fill=fill, outline="#202020", width=2)
    if card.face_down:
        return
    colour = "#b91c1c" if card.suit in ("hearts", "diamonds") else "#111111"
    pen.text((x + width / 2, y + height * 0.3), card.rank, font=font(round(height * 0.4)), fill=colour, anchor="mm")
    left, top, side = x + width * 0.28, y + height * 0.54, width * 0.44
    if card.suit in _SUITS:
        pen.polygon([(left + side * px, top + side * py) for px, py in _SUITS[card.suit]], fill=colour)
        return
    for px, py in ((0.5, 0.26), (0.24, 0.62), (0.76, 0.62)):
        middle, radius = (left + side * px, top + side * py), side * 0.25
        pen.ellipse((middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius), fill=colour)
    pen.rectangle((left + side * 0.44, top + side * 0.5, left + side * 0.56, top + side), fill=colour)


def _hum(out: OutputContainer, sound: AudioStream, seconds: Fraction) -> None:
    """A quiet hum of 220 Hz for the length of the film."""
    step, total = 1024, int(seconds * SAMPLES_A_SECOND)
    for start in range(0, total, step):
        wave = (round(2000 * math.sin(2 * math.pi * 220 * at / SAMPLES_A_SECOND)) for at in range(start, start + step))
        frame = AudioFrame(format="s16", layout="mono", samples=step)
        frame.planes[0].update(array("h", wave).tobytes())
        frame.pts, frame.sample_rate, frame.time_base = start, SAMPLES_A_SECOND, Fraction(1, SAMPLES_A_SECOND)
        out.mux(sound.encode(frame))
    out.mux(sound.encode(None))
