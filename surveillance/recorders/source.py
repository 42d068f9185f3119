"""What is fetched from, and within which limits. Values only; ``tests/surveillance/recorders/test_source.py``."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

import msgspec

from casino.core.errors import Problem
from surveillance.recorders import errors as _codes  # noqa: F401  (fills the error table)

PORTS: Final = {"rtsp": 554, "rtsps": 322}
"""RFC 7826, 22.1 registers 322 for ``rtsps``."""
LONGEST_URL: Final = 2048
_VISIBLE: Final = re.compile(r"[\x21-\x7e]+")
_PRINTABLE: Final = re.compile(r"[^\x00-\x1f\x7f]*")
_FINGERPRINT: Final = re.compile(r"[0-9a-f]{64}")


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """An address at a recorder. ``password`` shows in no representation. A recorder's certificate is trusted by
    ``fingerprint`` (SHA-256 of its DER, lower-case hex; then nothing else is asked), by ``authority`` (PEM), or by the
    system's authorities. ``bare_password`` allows Basic without TLS."""

    url: str
    user: str = ""
    password: str = ""
    fingerprint: str | None = None
    authority: str | None = None
    bare_password: bool = False

    def __repr__(self) -> str:
        return f"Source(url={self.url!r}, user={self.user!r})"

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    @property
    def port(self) -> int:
        parts = urlsplit(self.url)
        return parts.port or PORTS[parts.scheme]

    @property
    def tls(self) -> bool:
        return urlsplit(self.url).scheme == "rtsps"


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Bounds of one fetch. Seconds, bytes and counts; ``gap_ms`` is the distance of two frames from which on it is told
    as a gap, ``attempts`` how many connections are tried where the one before brought something."""

    connect_s: float = 10
    answer_s: float = 15
    silence_s: float = 5
    total_s: float = 3600
    total_bytes: int = 32 << 30
    frames: int = 2_000_000
    frame_bytes: int = 16 << 20
    line_bytes: int = 4096
    headers: int = 64
    body_bytes: int = 256 << 10
    waiting_bytes: int = 8 << 20
    hours: int = 24
    attempts: int = 3
    gap_ms: int = 500


def check(source: Source) -> None:
    """Raises Problem ``recorder_source`` unless address and credentials can be sent as they stand."""
    try:
        parts = urlsplit(source.url)
        right = parts.scheme in PORTS and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        right = False
        parts = urlsplit("")
    if (
        not right
        or "@" in parts.netloc
        or parts.fragment
        or len(source.url) > LONGEST_URL
        or not _VISIBLE.fullmatch(source.url)
        or ":" in source.user
        or not _PRINTABLE.fullmatch(source.user + source.password)
        or (source.fingerprint is not None and not _FINGERPRINT.fullmatch(source.fingerprint))
    ):
        raise Problem("recorder_source", "url")
