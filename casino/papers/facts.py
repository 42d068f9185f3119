"""What the record says of the keys that sign papers, as events of the stream ``paper/keys``.

Whoever checks a paper takes its certificate by these events, which stand in the transparency log, or by a fingerprint
handed over in person. Proved by ``tests/papers/test_signing.py`` and the frozen examples.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec

from casino.core.events import Fact, register

Retired = Literal["replaced", "lost", "stolen"]

STREAM: Final = "paper/keys"
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", description="SHA-256 in hex.")]
Base64 = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$(?!\n)",
        min_length=4,
        max_length=16_384,
        description="Bytes in base64 (RFC 4648, section 4), padded.",
    ),
]


class KeyRegistered(Fact, frozen=True):
    """From now on papers are signed with the key of this certificate (X.509, DER; ``fingerprint`` is its SHA-256).
    ``chain`` are the certificates above it, the next first."""

    fingerprint: Digest
    certificate: Base64
    chain: tuple[Base64, ...] = ()


class KeyRetired(Fact, frozen=True):
    """Papers are no longer signed with this key. ``stolen``: what claims to have been signed after ``as_of`` counts
    for nothing; otherwise what it signed stays good."""

    fingerprint: Digest
    reason: Retired
    as_of: datetime


FACTS: Final[dict[str, type[Fact]]] = {"key_registered": KeyRegistered, "key_retired": KeyRetired}
NAMES: Final = {fact: f"paper.{name}.v1" for name, fact in FACTS.items()}
"""Fact -> full type name."""

for _name, _fact in FACTS.items():
    register(f"paper.{_name}", _fact, stream_kind="paper", from_device=False)
