"""Takes a bundle apart to its single values, changes one, and puts it together again as somebody would who has the file
and no key: with new digests in the manifest, new checksums, new lines of the container.

What can be changed is found by walking the bundle itself, so that a new part is walked as well.
"""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from casino.core.canonical import canonical_bytes
from surveillance.bundle import layout
from surveillance.bundle.container import Stored, assemble


class Change(NamedTuple):
    """One value of one member, and the member with another in its place."""

    member: str
    path: str
    content: bytes

    @property
    def shape(self) -> str:
        """The path without its numbers, of a kind of members: what is one field of one part."""
        member = re.sub(r"[0-9a-f]{64}|[0-9]+", "#", self.member)
        return f"{member} {re.sub(r'[0-9]+', '#', self.path)}"


def read(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def write(members: dict[str, bytes], target: Path, *, cover: bool = True) -> Path:
    """A bundle of these members; with ``cover`` the manifest says their digests, and nobody has signed it."""
    members = dict(members)
    if cover:
        members.pop(layout.SIGNATURE, None)
        manifest = json.loads(members[layout.MANIFEST])
        listed = sorted(name for name in members if name != layout.MANIFEST)
        manifest["members"] = [
            {"name": name, "sha256": sha256(members[name]).hexdigest(), "size": len(members[name])} for name in listed
        ]
        members[layout.MANIFEST] = canonical_bytes(manifest)
    front = [name for name in (layout.MANIFEST, layout.SIGNATURE) if name in members]
    folder = target.with_suffix(".members")
    folder.mkdir(exist_ok=True)
    stored = []
    for number, name in enumerate([*front, *sorted(members.keys() - set(front))]):
        file = folder / str(number)
        file.write_bytes(members[name])
        stored.append(Stored(name, file, len(members[name]), zlib.crc32(members[name])))
    assemble(target, stored)
    return target


def changes(members: dict[str, bytes]) -> Iterator[Change]:
    """Every value of every member, each changed by itself."""
    for name, raw in members.items():
        for path, content in _changes(name, raw):
            assert content != raw, (name, path)
            yield Change(name, path, content)


def _changes(name: str, raw: bytes) -> Iterator[tuple[str, bytes]]:
    if name == layout.MANIFEST:
        for path, value in values(json.loads(raw)):
            if not path.startswith("/members"):  # these are made anew
                yield path, canonical_bytes(value)
    elif name.endswith(".ndjson"):
        lines = raw.split(b"\n")[:-1]
        for number, line in enumerate(lines):
            head, line = (line[:65], line[65:]) if name.startswith("origins/") else (b"", line)
            for path, value in values(json.loads(line)):
                what = "body" if name.startswith("events/") and number % 2 else "line"
                changed = [*lines[:number], head + canonical_bytes(value), *lines[number + 1 :]]
                yield f"/{number}/{what}{path}", b"\n".join(changed) + b"\n"
            if head:
                changed = [*lines[:number], flipped(head, 3) + line, *lines[number + 1 :]]
                yield f"/{number}/digest", b"\n".join(changed) + b"\n"
        for path, kept in _lists(list(range(len(lines))), 2 if name.startswith("events/") else 1):
            yield path, b"".join(lines[number] + b"\n" for number in kept)
    elif name.endswith(".csv"):
        for found in re.finditer(rb"[^,\r\n]+", raw):
            row = raw.count(b"\n", 0, found.start())
            column = raw[raw.rfind(b"\n", 0, found.start()) + 1 : found.start()].count(b",")
            yield f"/{row}/{'abcdefghijklmnopqrstuvwxyz'[column]}", flipped(raw, found.start())
    elif name.endswith(".bin") and name.startswith("log/"):
        for at in range(0, len(raw), 32):
            yield f"/{at // 32}", flipped(raw, at + 7)
        yield "/short", raw[:-32]
        yield "/long", raw + raw[-32:]
    else:
        for number, found in enumerate(re.finditer(rb"\S+", raw)):
            yield f"/word{number}", flipped(raw, found.start() + len(found[0]) // 2)


def _lists(items: list[int], of: int) -> Iterator[tuple[str, list[int]]]:
    """One left out, one twice, two swapped, each of so many lines."""
    groups = [items[at : at + of] for at in range(0, len(items), of)]
    for at in (0, len(groups) // 2, len(groups) - 1):
        yield f"/left out {at}", _flat(groups[:at] + groups[at + 1 :])
        yield f"/twice {at}", _flat([*groups[:at], groups[at], *groups[at:]])
    if len(groups) > 1:
        yield "/swapped", _flat([groups[1], groups[0], *groups[2:]])


def _flat(groups: list[list[int]]) -> list[int]:
    return [each for group in groups for each in group]


def values(value: Any) -> Iterator[tuple[str, Any]]:
    """The same JSON with each value of it changed, one at a time; and each list and object one shorter."""
    for path, set_value, old in _leaves(value, lambda new: new):
        for new in _others(old):
            yield path, set_value(new)
    for path, set_value, old in _branches(value, lambda new: new):
        if isinstance(old, dict) and old:
            name = next(iter(old))
            yield f"{path}/-", set_value({key: each for key, each in old.items() if key != name})
            yield f"{path}/+", set_value({**old, "zz": 1})
        elif isinstance(old, list) and old:
            yield f"{path}/-", set_value(old[:-1])
            yield f"{path}/+", set_value([*old, old[-1]])


Setter = Callable[[Any], Any]


def _children(value: Any, put: Setter, path: str) -> Iterator[tuple[Any, Setter, str]]:
    """What stands in an object or a list, each with what puts another in its place in the whole."""
    names: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    for name in names:

        def set_child(new: Any, name: Any = name) -> Any:
            changed = value.copy()
            changed[name] = new
            return put(changed)

        yield value[name], set_child, f"{path}/{name}"


def _leaves(value: Any, put: Setter, path: str = "") -> Iterator[tuple[str, Setter, Any]]:
    if isinstance(value, dict | list):
        for child, set_child, at in _children(value, put, path):
            yield from _leaves(child, set_child, at)
    else:
        yield path, put, value


def _branches(value: Any, put: Setter, path: str = "") -> Iterator[tuple[str, Setter, Any]]:
    if isinstance(value, dict | list):
        yield path, put, value
        for child, set_child, at in _children(value, put, path):
            yield from _branches(child, set_child, at)


def _others(value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif value is None:
        yield "x"
    elif isinstance(value, str):
        yield _other_text(value)


def _other_text(text: str) -> str:
    """Another text of the same kind: base64 stays base64, digits stay digits."""
    if not text:
        return "x"
    at = len(text) // 2
    if len(text) > 16 and re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", text) and len(text) % 4 == 0 and not text.isalnum():
        raw = bytearray(b64decode(text))
        raw[len(raw) // 2] ^= 1
        return b64encode(bytes(raw)).decode()
    new = {"0": "1", "a": "b"}.get(text[at], "0" if text[at].isdigit() else "a")
    return text[:at] + new + text[at + 1 :]


def flipped(raw: bytes, at: int) -> bytes:
    """One character another, of its kind."""
    old = raw[at : at + 1]
    new = b"1" if old == b"0" else b"0" if old.isdigit() else b"b" if old == b"a" else b"a" if old.isalpha() else None
    return raw[:at] + (new or bytes([raw[at] ^ 1])) + raw[at + 1 :]
