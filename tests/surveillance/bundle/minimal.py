"""A second verifier of events and their proof, written from docs/bundle.md, docs/log-entry.md and docs/transparency.md.

It imports nothing of this project: that it agrees shows that the pages suffice. It checks the log's Ed25519 signature,
that every event and entry stands at its position under the signed root, that streams have no hole, and says what of an
interval is not shown. Run: ``python minimal.py BUNDLE VERIFIER-KEY``.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
import zipfile
from collections.abc import Iterator
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Refused(Exception):
    """Something does not hold."""


class Checked(NamedTuple):
    """How many positions are shown whole, as entries, and as hashes."""

    events: int
    entries: int
    hashes: int


def canonical(value: Any) -> bytes:
    """RFC 8785 for what a bundle holds: no floats; names are ASCII, whose order is that of their code units."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def signed(checkpoint: bytes, verifier_key: str) -> tuple[str, int, bytes]:
    """The checkpoint's lines, once the log's own key has signed them."""
    text, _, lines = checkpoint.decode().rpartition("\n\n")
    text += "\n"
    name, key_id, key = verifier_key.split("+", 2)
    material = base64.b64decode(key)
    if hashlib.sha256(name.encode() + b"\n" + material).digest()[:4].hex() != key_id or material[0] != 1:
        raise Refused("the verifier key")
    for line in lines.splitlines():
        _dash, who, blob = line.split(" ")
        raw = base64.b64decode(blob)
        if who == name and raw[:4].hex() == key_id:
            try:
                Ed25519PublicKey.from_public_bytes(material[1:]).verify(raw[4:], text.encode())
            except InvalidSignature as error:
                raise Refused("the signature of the log") from error
            origin, size, root = text.splitlines()
            return origin, int(size), base64.b64decode(root)
    raise Refused("the log has not signed")


def parts(packed: zipfile.ZipFile, folder: str) -> list[bytes]:
    return [packed.read(name) for name in sorted(packed.namelist()) if name.startswith(folder)]


def root_of(ranges: list[list[int]], size: int, leaves: Iterator[bytes], edges: Iterator[bytes]) -> bytes:
    """ "The proof": positions are leaf numbers and one more."""

    def node(low: int, high: int) -> bytes:
        inside = [r for r in ranges if r[0] - 1 < high and low < r[1]]
        if not inside:
            return next(edges)
        if high - low == 1:
            return next(leaves)
        middle = low + (1 << ((high - low - 1).bit_length() - 1))
        return hashlib.sha256(b"\1" + node(low, middle) + node(middle, high)).digest()

    try:
        found = node(0, size)
    except (StopIteration, RuntimeError) as error:
        raise Refused("a hash is missing") from error
    if next(leaves, None) is not None or next(edges, None) is not None:
        raise Refused("hashes are left over")
    return found


def hashes(raw: bytes) -> list[bytes]:
    return [raw[at : at + 32] for at in range(0, len(raw), 32)]


def check(path: str, verifier_key: str) -> Checked:
    """Raises :class:`Refused`."""
    with zipfile.ZipFile(path) as packed:
        manifest = json.loads(packed.read("manifest.json"))
        for member in manifest["members"]:
            if hashlib.sha256(packed.read(member["name"])).hexdigest() != member["sha256"]:
                raise Refused(member["name"])
        origin, size, root = signed(packed.read("log/checkpoint"), verifier_key)
        if (origin, size) != (manifest["origin"], manifest["size"]):
            raise Refused("another checkpoint")
        ranges = [json.loads(line) for line in packed.read("log/ranges.ndjson").splitlines()]
        leaves = hashes(b"".join(parts(packed, "log/leaves/")))
        edges = hashes(packed.read("log/edges.bin"))
        if root_of(ranges, size, iter(leaves), iter(edges)) != root:
            raise Refused("the root")
        positions = [position for first, last in ranges for position in range(first, last + 1)]
        at = dict(zip(positions, leaves, strict=True))
        whole = events(packed, at)
        shown: dict[int, bool] = {}
        for raw in parts(packed, "log/entries/"):
            for line in raw.splitlines():
                position = placed(line, at)["position"]
                if shown and position <= next(reversed(shown)):
                    raise Refused("the order of entries")
                shown[position] = True
        if whole.keys() & shown.keys():
            raise Refused("a position twice")
    return Checked(len(whole), len(shown), len(at) - len(whole) - len(shown))


def placed(line: bytes, at: dict[int, bytes]) -> dict[str, Any]:
    """An entry, in its one form, at its position."""
    entry: dict[str, Any] = json.loads(line)
    if canonical(entry) != line or at.get(entry["position"]) != hashlib.sha256(b"\0" + line).digest():
        raise Refused(f"position {entry['position']}")
    return entry


def events(packed: zipfile.ZipFile, at: dict[int, bytes]) -> dict[int, str]:
    """Position and stream of each event, whose body is the one in its entry and whose stream has no hole."""
    found: dict[int, str] = {}
    last: dict[str, tuple[int, int]] = {}
    for raw in parts(packed, "events/"):
        lines = raw.split(b"\n")[:-1]
        for line, body in zip(lines[::2], lines[1::2], strict=True):
            entry = placed(line, at)
            position, stream = entry["position"], entry["stream"]
            if hashlib.sha256(body).hexdigest() != entry["body_sha256"] or canonical(json.loads(body)) != body:
                raise Refused(f"the body of position {position}")
            version, before = last.get(stream, (0, None))
            if entry["version"] != version + 1 or entry["previous"] != before or position in found:
                raise Refused(f"{stream} before version {entry['version']}")
            last[stream] = entry["version"], position
            found[position] = stream
    return found


if __name__ == "__main__":
    sys.stdout.write(f"{check(sys.argv[1], sys.argv[2])}\n")
