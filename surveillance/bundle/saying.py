"""What stands beside the events, held against them: disclosed words, indexes, what rounds came to, gaps in numbers.

Proved by ``tests/surveillance/bundle/test_tampering.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from casino.core.stored import Row
from casino.transparency.wire import Malformed, decode_base64
from games.engine import device
from surveillance.bundle import layout
from surveillance.bundle.container import Archive
from surveillance.bundle.found import Found
from surveillance.bundle.opened import Bundle

SALT_BYTES: Final = 32
MAX_FILE: Final = 256 << 20

Line = tuple[str, dict[str, Any]]


def said(bundle: Bundle, row: Row, lines: Sequence[Line], found: Found) -> frozenset[str]:
    """The lines that speak of this event, each against it; their places."""
    data = msgspec.json.decode(row[7]).get("data")
    for where, line in lines:
        if where.startswith(layout.DISCLOSURES):
            _disclosed(bundle, where, line, data, found)
        elif where.startswith(layout.CLIPS):
            if not any(each.get("sha256") == line.get("sha256") for each in _objects(data)):
                found.refuse("clip_not_named", where, stream=row[1], version=row[2])
        else:
            _indexed(where, line, data, found)
    return frozenset(where for where, _line in lines)


def _disclosed(bundle: Bundle, where: str, line: dict[str, Any], data: Any, found: Found) -> None:
    named = [each for each in _objects(data) if each.get("ref") == line.get("ref") and "digest" in each]
    if not named or named[0]["digest"] != line.get("digest"):
        found.refuse("disclosure_not_named", where)
        return
    form = {"stream", "version", "ref", "digest", "state"}
    state = line.get("state")
    if state in ("sealed", "erased") and line.keys() == form:
        found.count(f"disclosed_{state}")
        return
    content = _content(bundle, line) if state == "open" else None
    if content is None or line.keys() != form | {"salt", "file" if "file" in line else "text"}:
        found.refuse("line_form", where)
        return
    try:
        salt = decode_base64(line["salt"])
    except (Malformed, TypeError):
        salt = b""
    if len(salt) != SALT_BYTES or sha256(salt + content).hexdigest() != line["digest"]:
        found.refuse("disclosure", where)
        return
    found.count("disclosed_open")


def _content(bundle: Bundle, line: dict[str, Any]) -> bytes | None:
    text, file = line.get("text"), line.get("file")
    if isinstance(text, str) and file is None:
        return text.encode("utf-8", "surrogatepass")
    if file == f"files/{line['digest']}.bin" and text is None:
        return bundle.archive.bytes_of(file, MAX_FILE)
    return None


def _indexed(where: str, line: dict[str, Any], data: Any, found: Found) -> None:
    """Each value that an index says stands under that name in the event's data."""
    says = line.get("says")
    if line.keys() != {"stream", "version", "says"} or not isinstance(says, dict) or not says:
        found.refuse("line_form", where)
        return
    for name, value in says.items():
        if not any(name in each and _same(each[name], value) for each in _objects(data)):
            found.refuse("index", where, name=name)


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a value of JSON, itself first."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            yield each
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each


def open_gaps(facts: Mapping[str, Iterable[Any]], found: Found) -> None:
    """The numbers that devices never sent, as the record has it."""
    for stream, of_device in sorted(facts.items()):
        for first, last in device.open_gaps(of_device):
            found.remark("gap", stream, first=first, last=last)


class Compared:
    """A member that was written of judged rounds, held piece by piece against what is written of them here. After the
    first difference nothing more of it is compared."""

    def __init__(self, archive: Archive, name: str, found: Found) -> None:
        self._archive, self._name, self._found = archive, name, found
        self._at = 0
        self._differs = False

    def next(self, raw: bytes, stream: str) -> None:
        if self._differs or not raw:
            return
        theirs = self._archive.slice_of(self._name, self._at, self._at + len(raw))
        self._at += len(raw)
        if theirs != raw:
            self._differs = True
            self._found.refuse("differs", self._name, stream=stream, why=_difference(raw, theirs))

    def end(self) -> None:
        if not self._differs and self._archive.slice_of(self._name, self._at, self._at + 1):
            self._found.refuse("left_over", self._name)


def _difference(ours: bytes, theirs: bytes) -> str:
    """Around the first byte that differs, what ought to stand there and what does."""
    at = next((i for i, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]), len(theirs))
    shown = slice(max(0, at - 40), at + 20)
    return f"{ours[shown].decode('utf-8', 'replace')!r} / {theirs[shown].decode('utf-8', 'replace')!r}"
