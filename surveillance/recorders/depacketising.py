"""NAL units out of RTP payloads, byte for byte: H.264 (RFC 6184: single, STAP-A, FU-A) and H.265 (RFC 7798: single,
AP, FU).

What no conforming sender in decoding order sends (STAP-B, MTAP, FU-B, PACI, half aggregates) is dropped and counted in
``dropped``. Proved by payloads made by hand, and by cutting units anew at every size, in
``tests/surveillance/recorders/test_depacketising.py``.
"""

from __future__ import annotations

from typing import Final, Protocol

_STAP_A, _FU_A = 24, 28
_AP, _FU, _PACI = 48, 49, 50


class Depacketiser(Protocol):
    """One codec's half of the work."""

    dropped: int
    header_bytes: int

    def feed(self, payload: bytes) -> list[bytes]:
        """The NAL units that this payload completes."""
        ...

    def drop(self) -> bool:
        """Forget a unit that is half there (packets were lost, or its frame ended); whether there was one."""
        ...

    def is_picture(self, unit: bytes) -> bool: ...

    def is_key(self, unit: bytes) -> bool: ...


class _Fragments:
    """The unit that comes in pieces."""

    header_bytes: int

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._unit: bytearray | None = None
        self.dropped = 0

    def drop(self) -> bool:
        half, self._unit = self._unit is not None, None
        self.dropped += half
        return half

    def _piece(self, *, header: bytes, start: bool, end: bool, piece: bytes) -> list[bytes]:
        if start:
            self.drop()
            self._unit = bytearray(header)
        if self._unit is None:  # its beginning never came
            self.dropped += 1
            return []
        self._unit += piece
        if len(self._unit) > self._most:
            self.drop()
            return []
        if not end:
            return []
        whole, self._unit = bytes(self._unit), None
        return [whole]

    def _several(self, payload: bytes, at: int) -> list[bytes]:
        """Units with 16-bit sizes before them (STAP-A, AP); a size that does not fit drops itself and the rest."""
        units: list[bytes] = []
        while at + 2 <= len(payload):
            size = int.from_bytes(payload[at : at + 2], "big")
            at += 2
            if size < self.header_bytes or at + size > len(payload):
                self.dropped += 1
                return units
            units.append(payload[at : at + size])
            at += size
        self.dropped += at != len(payload)
        return units


class H264(_Fragments):
    """RFC 6184, packetization modes 0 and 1."""

    header_bytes = 1

    def feed(self, payload: bytes) -> list[bytes]:
        if not payload:
            return []
        kind = payload[0] & 0x1F
        if kind == _FU_A and len(payload) >= 2:
            header = bytes([payload[0] & 0xE0 | payload[1] & 0x1F])
            start, end = bool(payload[1] & 0x80), bool(payload[1] & 0x40)
            return self._piece(header=header, start=start, end=end, piece=payload[2:])
        self.drop()
        if kind == _STAP_A:
            return self._several(payload, 1)
        if 1 <= kind <= 23:
            return [payload]
        self.dropped += 1
        return []

    def is_picture(self, unit: bytes) -> bool:
        return 1 <= unit[0] & 0x1F <= 5

    def is_key(self, unit: bytes) -> bool:
        return unit[0] & 0x1F == 5


class H265(_Fragments):
    """RFC 7798 without DONL fields (``sprop-max-don-diff`` 0: units come in decoding order)."""

    header_bytes = 2

    def feed(self, payload: bytes) -> list[bytes]:
        if len(payload) < 2:
            self.dropped += len(payload)
            return []
        kind = payload[0] >> 1 & 0x3F
        if kind == _FU and len(payload) >= 3:
            header = bytes([payload[0] & 0x81 | (payload[2] & 0x3F) << 1, payload[1]])
            start, end = bool(payload[2] & 0x80), bool(payload[2] & 0x40)
            return self._piece(header=header, start=start, end=end, piece=payload[3:])
        self.drop()
        if kind == _AP:
            return self._several(payload, 2)
        if kind < _AP:
            return [payload]
        self.dropped += 1
        return []

    def is_picture(self, unit: bytes) -> bool:
        return unit[0] >> 1 & 0x3F <= 31

    def is_key(self, unit: bytes) -> bool:
        return 16 <= unit[0] >> 1 & 0x3F <= 23


CODECS: Final[dict[str, type[H264] | type[H265]]] = {"h264": H264, "h265": H265}
