"""A random sample that anybody can draw again: from the rounds of an interval, by a stated seed.

The rule, so that it can be followed by hand: take the streams of all rounds of the table (or dealer) that opened in the
interval, as text (``round/RL01/0007``). For each, compute SHA-256 over the seed's 64 hexadecimal digits, a line feed,
and the stream in UTF-8. Sort by the digest, written in hexadecimal; the first ``size`` are the sample, in that order.
In a shell, for one round::

    printf '%s\\n%s' "$seed" round/RL01/0007 | sha256sum

The seed is 32 random bytes, made when the sample is drawn, or chosen by somebody else before that (a regulator's), so
that nobody who draws can choose what comes out. Pure. Proved by ``tests/surveillance/record/test_sampling.py``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def place(seed: str, stream: str) -> str:
    """Where a round stands in the order that a seed makes: 64 hexadecimal digits."""
    return hashlib.sha256(f"{seed}\n{stream}".encode()).hexdigest()


def sample(seed: str, streams: Iterable[str], size: int) -> list[str]:
    """The first ``size`` of these rounds, each once, in the order that the seed makes; all, where there are fewer."""
    return sorted(set(streams), key=lambda stream: place(seed, stream))[:size]
