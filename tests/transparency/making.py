"""Logs, keys and checkpoints for the tests of this folder: small, the same each time but for ML-DSA's signatures."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey

from casino.transparency import merkle
from casino.transparency.building import Head, TreeBuilder
from casino.transparency.checkpoints import Checkpoint, SignedCheckpoint
from casino.transparency.cosigning import Signer
from casino.transparency.keyfiles import FileKey
from casino.transparency.notes import ED25519, ED25519_COSIGNATURE, MLDSA44_COSIGNATURE, Note
from casino.transparency.store import MemoryStore, TileStore

VECTORS: Final = Path(__file__).parent / "vectors"
ORIGIN: Final = "log.example/HOIDEMO"
NOON: Final = 1_782_036_000
"""2026-06-21 10:00:00 UTC, in seconds."""


def key(name: str, kind: int) -> FileKey:
    """Always the same key for a name and a type."""
    seed = sha256(f"{name} {kind}".encode()).digest()
    if kind == MLDSA44_COSIGNATURE:
        return FileKey(MLDSA44PrivateKey.from_seed_bytes(seed))
    return FileKey(Ed25519PrivateKey.from_private_bytes(seed))


def signer(name: str, kind: int = ED25519) -> Signer:
    return Signer(name, kind, key(name, kind))


LOG: Final = signer(ORIGIN)
LOG_PQ: Final = signer(ORIGIN, MLDSA44_COSIGNATURE)
WITNESS: Final = signer("witness.example/w1", ED25519_COSIGNATURE)
WITNESS_PQ: Final = signer("witness.example/w1", MLDSA44_COSIGNATURE)


def entry(number: int, story: str = "") -> bytes:
    """An entry of any length up to 300 bytes, another in another story."""
    return f"entry {number} {story} ".encode() + b"." * (number * 7 % 250)


def grow(size: int, store: TileStore | None = None, *, story: str = "", forks_at: int = 0) -> tuple[TileStore, Head]:
    """A log of this size, published once; from ``forks_at`` on its entries are those of another story."""
    store = MemoryStore() if store is None else store
    builder = TreeBuilder(store, entries=True)
    for number in range(size):
        builder.add_entry(entry(number, story if number >= forks_at else ""))
    return store, builder.publish()


def signed(head: Head, *signers: Signer, origin: str = ORIGIN, at: int = NOON) -> SignedCheckpoint:
    """A checkpoint with a line of each (of the log's own key where none is said)."""
    checkpoint = Checkpoint(origin, head.size, head.root)
    lines = tuple(each.sign(checkpoint, at) for each in signers or (LOG,))
    return SignedCheckpoint(checkpoint, Note(checkpoint.text, lines))


def naive_root(leaves: list[bytes]) -> bytes:
    """MTH of RFC 6962 section 2.1, word for word, from leaf hashes."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    middle = 1
    while middle * 2 < len(leaves):
        middle *= 2
    return sha256(b"\x01" + naive_root(leaves[:middle]) + naive_root(leaves[middle:])).digest()


def leaf_hashes(size: int) -> list[bytes]:
    return [merkle.leaf_hash(entry(number)) for number in range(size)]


def cases(name: str) -> list[dict[str, Any]]:
    """The lines of a file of cases."""
    return [msgspec.json.decode(line) for line in (VECTORS / name).read_bytes().splitlines()]


def examples() -> dict[str, str]:
    """The examples of the texts of C2SP."""
    return msgspec.json.decode((VECTORS / "c2sp.json").read_bytes(), type=dict[str, str])
