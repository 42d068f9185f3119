"""Bytes changed by chance, the same for the same seed, and how many a run tries: a few where nothing is said, as many
as ``FUZZ`` says in ``make fuzz``."""

from __future__ import annotations

import os
import random

SPLICED = (b"\0\0\0\0", b"\xff\xff\xff\xff", b"PK\1\2", b"\n\n{}", b"]]]]", b"\n", b"\x30\x80", b"/ByteRange [0 ")


def seeds(few: int) -> range:
    return range(int(os.environ.get("FUZZ", few)))


def mutated(rng: random.Random, raw: bytes) -> bytes:
    """A file with some bytes changed, taken out, doubled, or put elsewhere."""
    data = bytearray(raw)
    for _ in range(rng.choice([1, 1, 2, 5])):
        if not data:
            break
        at = rng.randrange(len(data))
        length = rng.choice([1, 1, 4, 32, 300])
        kind = rng.randrange(5)
        if kind == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del data[at : at + length]
        elif kind == 2:
            data[at:at] = data[at : at + length]
        elif kind == 3:
            data[at : at + length] = rng.randbytes(length)
        else:
            spliced = rng.choice(SPLICED)
            data[at : at + len(spliced)] = spliced
    return bytes(data)
