"""Small clips made with PyAV, and their NAL units, frame by frame, as the encoder wrote them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import cast

import av
import numpy as np
from av.video.stream import VideoStream

RATE = 25


def make(
    path: Path, codec: str = "h264", *, seconds: float = 8, b_frames: int = 2, size: tuple[int, int] = (192, 108)
) -> None:
    """A clip in which every picture differs: a bar that moves on noise, with each frame's number as grey level."""
    encoders = {"h264": "libx264", "h265": "libx265"}
    options = {"preset": "ultrafast", "bf": str(b_frames), "g": "25"}
    if codec == "h265":
        options = {
            "preset": "ultrafast",
            "x265-params": f"bframes={b_frames}:keyint=25:open-gop=0:log-level=none:pools=1",
        }
    else:
        options["x264-params"] = "scenecut=0:threads=1"
    noise = np.random.default_rng(7).integers(0, 90, (size[1], size[0], 3), dtype=np.uint8)
    with av.open(str(path), "w") as container:
        stream = cast(VideoStream, container.add_stream(encoders[codec], rate=RATE, options=options))
        stream.width, stream.height, stream.pix_fmt = size[0], size[1], "yuv420p"
        stream.time_base = Fraction(1, 1000)
        for number in range(int(seconds * RATE)):
            picture = noise.copy()
            picture[:, number % size[0]] = 255
            picture[:20, :20] = number % 256
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame.pts, frame.time_base = number * 1000 // RATE, Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def units_of(packet: bytes) -> list[bytes]:
    """NAL units of an MP4 sample with lengths of four bytes."""
    units, at = [], 0
    while at < len(packet):
        size = int.from_bytes(packet[at : at + 4], "big")
        units.append(packet[at + 4 : at + 4 + size])
        at += 4 + size
    return units


def samples(path: Path) -> list[tuple[int, bool, list[bytes]]]:
    """(microseconds since the first picture, key, NAL units) of each sample, in decoding order."""
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        base = stream.time_base
        assert base is not None
        found = [
            (round((packet.pts or 0) * base * 1_000_000), packet.is_keyframe, units_of(bytes(packet)))
            for packet in container.demux(stream)
            if packet.size
        ]
    first = min(each[0] for each in found)
    return [(at - first, key, units) for at, key, units in found]
