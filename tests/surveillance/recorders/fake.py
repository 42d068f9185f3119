"""A recorder in a thread at the other end of a pair of sockets: RTSP by hand, with every fault that a test asks for.

Packets are made here from the RFCs' figures, not by the code under test.
"""

from __future__ import annotations

import hashlib
import re
import socket
import struct
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from surveillance.recorders.assembling import Frame, Stream
from surveillance.recorders.source import Limits, Source
from surveillance.recorders.wire import Connection

BASE = datetime(2026, 11, 20, 21, 14, tzinfo=UTC)
BASE_US = int(BASE.timestamp()) * 1_000_000
STEP_US = 40_000
REPLAY = 0xABAC
SDP = (
    "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\na=control:*\r\n"
    "m=audio 0 RTP/AVP 0\r\na=control:audio\r\n"
    "m=video 0 RTP/AVP 96\r\na=rtpmap:96 {codec}/90000\r\na=fmtp:96 packetization-mode=1\r\na=control:video\r\n"
)


def at(seconds: float) -> datetime:
    return BASE + timedelta(seconds=seconds)


def film(count: int = 50, *, key_every: int = 10, first_us: int = BASE_US) -> list[Frame]:
    """Frames of H.264 that no decoder ever sees: a picture of some size, with parameter sets before each key frame."""
    made = []
    for number in range(count):
        key = number % key_every == 0
        units = (
            (b"\x67SPS", b"\x68PPS", b"\x65" + bytes([number % 256]) * 3000)
            if key
            else (b"\x41" + bytes([number % 256]) * 200,)
        )
        made.append(Frame(first_us + number * STEP_US, key, units))
    return made


def ntp(at_us: int) -> bytes:
    """As servers write it: the fraction cut."""
    seconds, rest = divmod(at_us, 1_000_000)
    return struct.pack(">II", (seconds + 2_208_988_800) & 0xFFFFFFFF, rest * (1 << 32) // 1_000_000)


def rtp(
    sequence: int, timestamp: int, payload: bytes, *, marker: bool = False, at_us: int | None = None, flags: int = 0
) -> bytes:
    first, second = 0x80 | (0x10 if at_us is not None else 0), 96 | (0x80 if marker else 0)
    head = struct.pack(">BBHII", first, second, sequence & 0xFFFF, timestamp & 0xFFFFFFFF, 0xCAFE)
    extension = b"" if at_us is None else struct.pack(">HH", REPLAY, 3) + ntp(at_us) + bytes([flags, 0, 0, 0])
    return head + extension + payload


def packets(frame: Frame, sequence: int, *, last: bool = False, timed: bool = True, size: int = 1000) -> list[bytes]:
    """A frame as RTP, units above ``size`` in FU-A fragments."""
    payloads: list[bytes] = []
    for unit in frame.units:
        if len(unit) <= size:
            payloads.append(unit)
            continue
        pieces = [unit[start : start + size] for start in range(1, len(unit), size)]
        for number, piece in enumerate(pieces):
            bits = (0x80 if number == 0 else 0) | (0x40 if number == len(pieces) - 1 else 0)
            payloads.append(bytes([unit[0] & 0xE0 | 28, bits | unit[0] & 0x1F]) + piece)
    flags = (0x80 if frame.key else 0) | (0x10 if last else 0) | (0x40 if frame.section_ends else 0)
    at_us = frame.at_us if timed else None
    return [
        rtp(
            sequence + number,
            frame.at_us * 9 // 100,
            payload,
            marker=number == len(payloads) - 1,
            at_us=at_us,
            flags=flags,
        )
        for number, payload in enumerate(payloads)
    ]


def interleaved(channel: int, payload: bytes) -> bytes:
    return b"$" + bytes([channel]) + len(payload).to_bytes(2, "big") + payload


class Kept:
    """A sink that keeps what it is given."""

    def __init__(self) -> None:
        self.stream: Stream | None = None
        self.frames: list[Frame] = []

    def begin(self, stream: Stream) -> None:
        self.stream = stream

    def take(self, frame: Frame) -> None:
        self.frames.append(frame)


class Recorder:
    """``cut`` and ``silent``: after so many frames of a connection; ``lose``: numbers of packets left out;
    ``answers``: bytes (or a function of the request) instead of what a method is answered; ``end``: terminal, bye,
    close or silence."""

    def __init__(self, frames: Sequence[Frame] | None = None, **how: Any) -> None:
        self.frames = film() if frames is None else list(frames)
        self.how = how
        self.requests: list[str] = []
        self.connections = 0
        self._threads: list[threading.Thread] = []

    def connect(self, _source: Source, _limits: Limits) -> Connection:
        ours, theirs = socket.socketpair()
        self.connections += 1
        thread = threading.Thread(target=self._serve, args=(theirs,), daemon=True)
        self._threads.append(thread)
        thread.start()
        return ours

    def join(self) -> None:
        for thread in self._threads:
            thread.join(5)
            assert not thread.is_alive(), "the recorder of the test still runs"

    def asked(self, method: str) -> list[str]:
        return [each for each in self.requests if each.startswith(method + " ")]

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection, connection.makefile("rb") as file:
                while request := self._request(file.readline):
                    self.requests.append(request)
                    if not self._answer(connection, request):
                        return
        except OSError:
            return  # the client left

    def _request(self, readline: Callable[[], bytes]) -> str:
        lines = []
        while (line := readline()) not in (b"", b"\r\n"):
            lines.append(line.decode().strip())
        return "\n".join(lines)

    def _answer(self, connection: socket.socket, request: str) -> bool:
        method = request.partition(" ")[0]
        instead = self.how.get("answers", {}).get(method)
        if instead is not None:
            said = instead(request) if callable(instead) else instead
            if said is not None:
                connection.sendall(said.replace(b"{cseq}", header(request, "CSeq").encode()))
                return True
        if "guard" in self.how and (refused := self.how["guard"](request)) is not None:
            connection.sendall(reply(request, "401 Unauthorized", refused))
        elif method == "DESCRIBE":
            body = self.how.get("sdp", SDP.format(codec=self.how.get("codec", "H264")))
            connection.sendall(reply(request, "200 OK", "Content-Base: rtsp://recorder/cam/", body=body))
        elif method == "SETUP":
            timeout = self.how.get("timeout", "")
            first = self.how.get("channel", 0)
            transport = f"Transport: RTP/AVP/TCP;unicast;interleaved={first}-{first + 1}"
            connection.sendall(reply(request, "200 OK", f"Session: 12345{timeout}", transport))
        elif method == "PLAY":
            return self._play(connection, request)
        elif method == "TEARDOWN":
            return False
        else:
            connection.sendall(reply(request, self.how.get("alive", "200 OK")))
        return True

    def _play(self, connection: socket.socket, request: str) -> bool:
        asked = re.search(r"clock=(\S+?)Z-(\S+?)Z", request)
        assert asked is not None
        start, end = (
            int(datetime.strptime(each + "+0000", "%Y%m%dT%H%M%S.%f%z").timestamp() * 1e6) for each in asked.groups()
        )
        keys = [number for number, frame in enumerate(self.frames) if frame.key and frame.at_us <= start]
        sent = self.frames[keys[-1] if keys else 0 :]
        if not self.how.get("ignores_end"):
            sent = [frame for frame in sent if frame.at_us <= end] or sent[:1]
        answer = reply(request, "200 OK", "Session: 12345")
        early = self.how.get("early", False)
        if not early:
            connection.sendall(answer)
        for number, data in enumerate(self._stream(sent)):
            connection.sendall(data)
            if early and number == 20:
                connection.sendall(answer)
        how = self.how.get("end", "terminal")
        if how == "bye":
            connection.sendall(interleaved(self.how.get("channel", 0) + 1, bytes.fromhex("81cb00010000cafe")))
        return not (how == "close" or "cut" in self.how)

    def _stream(self, frames: list[Frame]) -> list[bytes]:
        sequence = self.how.get("sequence", 65_500)
        stop = self.how.get("cut", self.how.get("silent", len(frames)))
        terminal = self.how.get("end", "terminal") == "terminal" and stop >= len(frames)
        out: list[bytes] = []
        for number, frame in enumerate(frames[:stop]):
            last = terminal and number == len(frames) - 1
            made = packets(frame, sequence + len(out), last=last, timed=self.how.get("timed", True))
            out += [interleaved(self.how.get("channel", 0), packet) for packet in made]
        if self.how.get("half"):
            out = out[:-1]
        lose = self.how.get("lose", ())
        return [packet for number, packet in enumerate(out) if number not in lose]


def header(request: str, name: str) -> str:
    return next((line.partition(":")[2].strip() for line in request.splitlines() if line.startswith(name + ":")), "")


def reply(request: str, status: str, *headers: str, body: str = "") -> bytes:
    lines = [f"RTSP/1.0 {status}", f"CSeq: {header(request, 'CSeq')}", *headers]
    if body:
        lines += ["Content-Type: application/sdp", f"Content-Length: {len(body.encode())}"]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


def digest_guard(user: str, password: str, *, algorithm: str = "MD5", uses: int = 1000) -> Callable[[str], str | None]:
    """Demands Digest, worked out here anew; a nonce holds for so many uses, then it is stale."""
    state = {"nonce": 0, "used": 0}
    name = {"MD5": "md5", "SHA-256": "sha256"}[algorithm]

    def hashed(text: str) -> str:
        return hashlib.new(name, text.encode()).hexdigest()

    def challenge(stale: bool) -> str:
        state["nonce"], state["used"] = state["nonce"] + 1, 0
        word = ", stale=true" if stale else ""
        return (
            f'WWW-Authenticate: Digest realm="cam", nonce="n{state["nonce"]}", qop="auth", algorithm={algorithm}{word}'
        )

    def guard(request: str) -> str | None:
        given = dict(re.findall(r'(\w+)="?([^",]*)"?', header(request, "Authorization")))
        method = request.partition(" ")[0]
        if not given:
            return challenge(stale=False)
        secret, asked = hashed(f"{user}:cam:{password}"), hashed(f"{method}:{given['uri']}")
        right = hashed(f"{secret}:{given['nonce']}:{given['nc']}:{given['cnonce']}:auth:{asked}")
        if given["response"] != right:
            return challenge(stale=False)
        if given["nonce"] != f"n{state['nonce']}" or state["used"] >= uses:
            return challenge(stale=True)
        state["used"] += 1
        assert int(given["nc"], 16) == state["used"], "the count of the nonce"
        return None

    return guard
