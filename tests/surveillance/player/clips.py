"""Small clips with a code in the picture that a script can read back, for the player's tests.

Each frame carries the time at which it begins, in milliseconds, as 20 bits in blocks of 32 pixels, each bit once as it
is and once inverted beneath: what is read is either right or no code at all. Made with PyAV, never with the product's
own film room, so that the player is held against something else.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av
import numpy as np

WIDTH, HEIGHT, BLOCK, BITS = 640, 360, 32, 20
TICKS: Final = 90_000


def picture(milliseconds: int) -> Any:
    """A frame with its time in blocks; a bar that moves lies beneath, so that no two frames are alike."""
    luma = np.full((HEIGHT, WIDTH), 90, dtype=np.uint8)
    for bit in range(BITS):
        on = bool(milliseconds >> (BITS - 1 - bit) & 1)
        left = bit * BLOCK
        luma[0:BLOCK, left : left + BLOCK] = 235 if on else 16
        luma[BLOCK : 2 * BLOCK, left : left + BLOCK] = 16 if on else 235
    at = (milliseconds // 10) % (WIDTH - 40)
    luma[200:300, at : at + 40] = 200
    return np.repeat(luma[:, :, None], 3, axis=2)


def even(seconds: float, fps: int) -> list[int]:
    """Times of frames at a constant rate, in ticks."""
    return [TICKS * n // fps for n in range(int(seconds * fps))]


def uneven(seconds: float) -> list[int]:
    """Times of frames whose lengths go from 20 to 120 ms."""
    times, at = [], 0
    lengths = (20, 35, 60, 120, 45, 80)
    while at < seconds * 1000:
        times.append(at * TICKS // 1000)
        at += lengths[len(times) % len(lengths)]
    return times


def make(path: Path, times: list[int], *, key_every: int = 25, b_frames: int = 0) -> list[float]:
    """Write a clip (H.264 in MP4); the seconds at which its frames begin."""
    with av.open(str(path), "w", options={"movflags": "+faststart"}) as file:
        stream: Any = file.add_stream("libx264", rate=25)
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, TICKS)
        stream.codec_context.gop_size = key_every
        stream.options = {
            "preset": "ultrafast" if not b_frames else "veryfast",
            "crf": "26",
            "bf": str(b_frames),
            "sc_threshold": "0",
            "keyint_min": str(key_every),
        }
        for at in times:
            frame = av.VideoFrame.from_ndarray(picture(round(at * 1000 / TICKS)), format="rgb24")
            frame.pts, frame.time_base = at, Fraction(1, TICKS)
            for packet in stream.encode(frame):
                file.mux(packet)
        for packet in stream.encode(None):
            file.mux(packet)
    return [at / TICKS for at in times]


READ: Final = """
(video) => {
    const canvas = document.createElement('canvas');
    canvas.width = 640; canvas.height = 64;
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.drawImage(video, 0, 0, 640, 360);
    const pixels = pen.getImageData(0, 0, 640, 64).data;
    let code = 0;
    for (let bit = 0; bit < 20; bit += 1) {
        const at = (row) => pixels[((row * 32 + 16) * 640 + bit * 32 + 16) * 4];
        if ((at(0) > 128) === (at(1) > 128)) return null;
        code = code * 2 + (at(0) > 128 ? 1 : 0);
    }
    return code;
}
"""
"""The code in what a video element shows: milliseconds, or null where there is none."""
