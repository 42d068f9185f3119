"""A random sample that anybody can draw again: from the rounds of an interval, by a stated seed.

The rule, so that it can be followed by hand: take the streams of all rounds of the table (or dealer) that opened in the
interval, as text (``round/RL01/0007``). For each, compute SHA-256 over the seed's 64 hexadecimal digits, a line feed,
and the stream in UTF-8. Sort by the digest, written in hexadecimal; the first ``size`` are the sample, in that order.
In a shell, for one round::

    printf '%s\\n%s' "$seed" round/RL01/0007 | sha256sum

The seed is SHA-256 over the stream of the spot check, a line feed, and the root (64 hexadecimal digits) of the first
checkpoint that was signed after the asking and counts it::

    printf '%s\\n%s' spotcheck/S-00001 "$root" | sha256sum

The root follows from every event of the property up to there, so that nobody who asks knows what comes out, and whoever
keeps checkpoints draws it again. The rounds are those whose first event stands within that checkpoint. Earlier samples
say no checkpoint: their seed was given with the asking. Pure. Proved by ``tests/surveillance/record/test_sampling.py``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def seed_of(stream: str, root: bytes) -> str:
    """The seed of a spot check's stream, by the root of a signed checkpoint: 64 hexadecimal digits."""
    return hashlib.sha256(f"{stream}\n{root.hex()}".encode()).hexdigest()


def place(seed: str, stream: str) -> str:
    """Where a round stands in the order that a seed makes: 64 hexadecimal digits."""
    return hashlib.sha256(f"{seed}\n{stream}".encode()).hexdigest()


def sample(seed: str, streams: Iterable[str], size: int) -> list[str]:
    """The first ``size`` of these rounds, each once, in the order that the seed makes; all, where there are fewer."""
    return sorted(set(streams), key=lambda stream: place(seed, stream))[:size]
