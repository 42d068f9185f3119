"""Films as recorders write them whose times are wrong, or whose container is none that browsers play."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

import av
from av.bitstream import BitStreamFilterContext

from surveillance.film.boxes import boxed, full

FRAGMENTED: Final = {"movflags": "frag_keyframe+empty_moov+default_base_moof", "use_editlist": "0"}


class Fault(NamedTuple):
    """How a recorder wrote the clip of 100 frames: its container, where in its time it begins, and with what options.
    ``hidden`` frames stand before the beginning of an edit list; ``jumps`` says by how many seconds each second's times
    are moved, and ``stretches`` what is told of that: from, to and by how much later, in milliseconds."""

    container: str
    begins_s: Fraction
    options: dict[str, str]
    hidden: int = 0
    jumps: tuple[Fraction | int, ...] = ()
    stretches: tuple[tuple[int, int, int], ...] = ()


def written(source: Path, path: Path, fault: Fault, by_s: Fraction | int = 0, second: int | None = None) -> None:
    """The clip in this container, its times moved; of one second of it, where that is named."""
    options = {"avoid_negative_ts": "disabled", **fault.options}
    with av.open(str(source)) as clip, av.open(str(path), "w", fault.container, options) as out:
        stream = clip.streams.video[0]
        target = out.add_stream_from_template(stream)
        bare = BitStreamFilterContext("h264_mp4toannexb", stream, target) if fault.container == "avi" else None
        assert stream.time_base is not None
        if fault.container == "avi":
            target.time_base = Fraction(1, 25)
        shift = int((fault.begins_s + by_s) / stream.time_base)
        for number, packet in enumerate(each for each in clip.demux(stream) if each.size):
            if second is not None and number // 25 != second:
                continue
            assert packet.pts is not None
            assert packet.dts is not None
            packet.pts, packet.dts = packet.pts + shift, packet.dts + shift
            for each in bare.filter(packet) if bare is not None else [packet]:
                each.stream = target
                out.mux(each)


def jumped(source: Path, path: Path, fault: Fault) -> None:
    """The clip, each second's times moved by what the fault says. No writer does that: where a container tells the
    time of a group, it is changed there; a transport stream is put together from several."""
    if fault.container == "mpegts":
        parts = []
        for second, by_s in enumerate(fault.jumps):
            written(source, path, fault, by_s, second)
            parts.append(path.read_bytes())
        path.write_bytes(b"".join(parts))
        return
    written(source, path, fault)
    data, at = bytearray(path.read_bytes()), -1
    mark, ahead, size, ticks = {"mp4": (b"tfdt", 8, 8, 90_000), "matroska": (b"\x1f\x43\xb6\x75", 0, 4, 1000)}[
        fault.container
    ]
    for by_s in fault.jumps:
        at = data.index(mark, at + 1)
        begins = at + ahead
        if fault.container == "matroska":
            begins, size = data.index(b"\xe7", at + 5) + 2, data[data.index(b"\xe7", at + 5) + 1] & 0x7F
        # The writer of fragments counts from their first one, whatever it is given.
        by_s += fault.begins_s if fault.container == "mp4" else 0
        moment = int.from_bytes(data[begins : begins + size], "big") + int(by_s * ticks)
        data[begins : begins + size] = moment.to_bytes(size, "big")
    path.write_bytes(data)


def with_edits(source: Path, path: Path, edits: list[tuple[int, int | None, int]]) -> None:
    """An MP4 with another edit list of its first track: each edit's seconds, second of the file (None: it waits) and
    speed."""
    data = bytearray(source.read_bytes())
    moov, trak, edts = (data.index(kind) - 4 for kind in (b"moov", b"trak", b"edts"))
    mvhd, mdhd = data.index(b"mvhd"), data.index(b"mdhd")
    of_film, of_track = (int.from_bytes(data[at + 16 : at + 20], "big") for at in (mvhd, mdhd))
    lines = [
        (seconds * of_film).to_bytes(4, "big")
        + (b"\xff" * 4 if second is None else (second * of_track).to_bytes(4, "big"))
        + bytes([0, speed, 0, 0])
        for seconds, second, speed in edits
    ]
    made = boxed(b"edts", full(b"elst", 0, len(lines).to_bytes(4, "big"), *lines))
    former = int.from_bytes(data[edts : edts + 4], "big")
    data[edts : edts + former] = made
    for at in (moov, trak):
        size = int.from_bytes(data[at : at + 4], "big") + len(made) - former
        data[at : at + 4] = size.to_bytes(4, "big")
    assert data.index(b"mdat") < moov, "no offset moves"
    path.write_bytes(data)
