"""A bundle opened for checking: its container, its manifest, where its leaves lie, and what was signed.

Nothing that is read here is believed: the manifest says what to expect, and every part is held against it and against
the log. Raises :class:`~surveillance.bundle.layout.Unreadable` for what is not of its form. Proved by
``tests/surveillance/bundle/test_hostile.py``.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import msgspec

from casino.transparency.ranges import Range
from casino.transparency.wire import HASH_BYTES
from surveillance.bundle import data, layout
from surveillance.bundle.container import Archive
from surveillance.bundle.layout import Manifest, Unit, Unreadable

KNOWN: Final = re.compile(
    r"manifest\.(?:json|note)|log/(?:checkpoint|keys|ranges\.ndjson|edges\.bin|former\.ndjson)"
    r"|log/leaves/[0-9]{6}\.bin|log/entries/[0-9]{6}\.ndjson|log/proofs/[1-9][0-9]{0,15}\.tlog-proof"
    r"|log/stamps/[0-9]{6}\.tsr|events/[a-z]{2,16}/[0-9]{6}\.ndjson|events/round/[0-9]{6}/[0-9]{6}\.ndjson"
    rf"|judged/[0-9]{{6}}/(?:{'|'.join(map(re.escape, data.WRITTEN))})|origins/[0-9]{{6}}\.ndjson"
    rf"|rules/[0-9a-f]{{64}}\.toml|disclosures\.ndjson|index/(?:{'|'.join(layout.INDEXES)})\.ndjson|clips\.ndjson"
    r"|clips/[0-9a-f]{64}\.mp4|files/[0-9a-f]{64}\.bin|annex\.json"
)
_RANGE: Final = re.compile(rb"\[([1-9][0-9]{0,15}),([1-9][0-9]{0,15})\]")
_ORIGIN_LINE: Final = 64


class Bundle:
    """One bundle. Closed by whoever opened it."""

    def __init__(self, path: Path) -> None:
        self.archive = Archive(path)
        try:
            self.raw_manifest = self.archive.bytes_of(layout.MANIFEST, layout.MAX_MANIFEST)
            self.manifest: Manifest = layout.read_manifest(self.raw_manifest)
            self.names = list(self.archive.members)
            self._folders: dict[str, list[str]] = {}
            for name in self.names:
                self._folders.setdefault(name.rpartition("/")[0], []).append(name)
            self._check_members()
            self._starts, self._ends, self._before = self._read_ranges()
            self._last = (0, 0, 0)
        except BaseException:
            self.archive.close()
            raise

    def close(self) -> None:
        self.archive.close()

    def _check_members(self) -> None:
        """The file holds what the manifest lists, by names that are known, each part with its number."""
        expected = [member.name for member in self.manifest.members]
        front = [layout.MANIFEST] + [layout.SIGNATURE] * (layout.SIGNATURE in self.archive.members)
        for name in self.names:
            if KNOWN.fullmatch(name) is None:
                raise Unreadable("unknown_member", name)
        for missing in expected:
            if missing not in self.archive.members:
                raise Unreadable("missing", missing)
        listed = set(expected)
        for name in self.names[len(front) :]:
            if name in front or name not in listed:
                raise Unreadable("unlisted", name)
        if self.names != front + expected or expected != sorted(expected):
            raise Unreadable("members_order", layout.MANIFEST)
        for needed in (layout.CHECKPOINT, layout.KEYS, layout.RANGES, layout.EDGES):
            if needed not in self.archive.members:
                raise Unreadable("missing", needed)
        kinds = [each.kind for each in self.manifest.kinds]
        if sorted(set(kinds)) != kinds or not set(self.kinds()) <= set(kinds):
            raise Unreadable("units", layout.MANIFEST)
        numbers = {unit.number for unit in self.manifest.units}
        if numbers != set(range(1, len(self.manifest.units) + 1)):
            raise Unreadable("units", layout.MANIFEST)
        for name in expected:
            found = re.match(r"(?:events/round|judged|origins)/([0-9]{6})", name)
            if found and name != "origins/000000.ndjson" and int(found[1]) not in numbers:
                raise Unreadable("unlisted", name)
        for folder in ("log/leaves", "log/entries", *(f"events/{kind}" for kind in self.kinds())):
            self.parts(folder)

    # --- Members ----------------------------------------------------------------------------------------------------

    def kinds(self) -> list[str]:
        """The kinds of streams in it, but rounds."""
        found = (re.fullmatch(r"events/([a-z]{2,16})/[0-9]{6}\.ndjson", name) for name in self.names)
        return sorted({each[1] for each in found if each})

    def parts(self, folder: str) -> list[str]:
        """The numbered members of a folder. Raises :class:`Unreadable` for a number that is left out."""
        names = sorted(self._folders.get(folder, ()))
        for number, name in enumerate(names, 1):
            if name.rpartition("/")[2].partition(".")[0] != f"{number:06}":
                raise Unreadable("part_missing", f"{folder}/{number:06}")
        return names

    def unit_parts(self, unit: Unit) -> list[str]:
        names = self.parts(layout.of_unit(unit.number))
        if len(names) != unit.parts:
            raise Unreadable("unit_parts", layout.of_unit(unit.number), said=unit.parts, found=len(names))
        return names

    def json_lines(self, name: str) -> Iterator[tuple[int, Any]]:
        """(number, value) of a member's lines, none where there is no such member. They stand in the order of their
        bytes, each once. Raises :class:`Unreadable`."""
        if name in self.archive.members:
            last = b""
            for number, line in enumerate(self.archive.lines(name), 1):
                if line <= last:
                    raise Unreadable("lines_order", f"{name}:{number}")
                last = line
                yield number, layout.decode(line, f"{name}:{number}")

    # --- Leaves -----------------------------------------------------------------------------------------------------

    def _read_ranges(self) -> tuple[array[int], array[int], array[int]]:
        starts, ends, before = array("Q"), array("Q"), array("Q")
        shown, last = 0, -1
        for number, line in enumerate(self.archive.lines(layout.RANGES), 1):
            found = _RANGE.fullmatch(line)
            if found is None or number > layout.MAX_RANGES:
                raise Unreadable("ranges", f"{layout.RANGES}:{number}")
            start, end = int(found[1]) - 1, int(found[2])
            if not last < start < end <= self.manifest.size:
                raise Unreadable("ranges", f"{layout.RANGES}:{number}")
            starts.append(start)
            ends.append(end)
            before.append(shown)
            shown, last = shown + end - start, end
        self.shown = shown
        sizes = [self.archive.members[name].size for name in self.parts("log/leaves")]
        self._leaves_at = [self.archive.members[name].start for name in self.parts("log/leaves")]
        full = layout.LEAVES_PART * HASH_BYTES
        if sum(sizes) != shown * HASH_BYTES or any(size != full for size in sizes[:-1]):
            raise Unreadable("leaves", "log/leaves", said=shown)
        if self.archive.members[layout.EDGES].size % HASH_BYTES:
            raise Unreadable("edges", layout.EDGES)
        return starts, ends, before

    def ranges(self) -> list[Range]:
        return [Range(start, end) for start, end in zip(self._starts, self._ends, strict=True)]

    def place(self, position: int) -> int | None:
        """The place of a position among those that are shown, from 0; None where it is not."""
        index = position - 1
        start, end, before = self._last
        if not start <= index < end:  # neighbours are asked for one after the other
            at = bisect_right(self._starts, index) - 1
            if at < 0 or index >= self._ends[at]:
                return None
            start, end, before = self._last = self._starts[at], self._ends[at], self._before[at]
        return before + index - start

    def place_in_range(self, position: int) -> int:
        """How many positions of its own range stand before it."""
        index = position - 1
        return int(index - self._starts[bisect_right(self._starts, index) - 1])

    def leaf(self, position: int) -> bytes | None:
        """The leaf hash shown of a position; None where none is shown."""
        start, end, before = self._last
        if start < position <= end:  # as of nearly every event: in the range of the one before
            place = before + position - 1 - start
        else:
            found = self.place(position)
            if found is None:
                return None
            place = found
        part, at = divmod(place, layout.LEAVES_PART)
        return self.archive.at(self._leaves_at[part] + at * HASH_BYTES, HASH_BYTES)

    def leaves(self) -> Iterator[bytes]:
        for name in self.parts("log/leaves"):
            for piece in self.archive.pieces(name):
                yield from (piece[at : at + HASH_BYTES] for at in range(0, len(piece), HASH_BYTES))

    def edges(self) -> Iterator[bytes]:
        for piece in self.archive.pieces(layout.EDGES):
            yield from (piece[at : at + HASH_BYTES] for at in range(0, len(piece), HASH_BYTES))

    # --- What was signed --------------------------------------------------------------------------------------------

    def signed(self, unit: int, digest: str) -> bytes | None:
        """What stands behind a digest in ``origins/<unit>.ndjson``, found by halving: lines are in its order."""
        name = f"origins/{unit:06}.ndjson"
        member = self.archive.members.get(name)
        wanted = digest.encode()
        low, high = 0, 0 if member is None else member.size
        while low < high:
            at = self._line_at(name, (low + high) // 2, low)
            line = self._line(name, at)
            if line[:_ORIGIN_LINE] == wanted:
                return line[_ORIGIN_LINE + 1 :]
            if line[:_ORIGIN_LINE] < wanted:
                low = at + len(line) + 1
            else:
                high = at
        return None

    def _line_at(self, name: str, at: int, low: int) -> int:
        """Where the line begins in which a byte stands."""
        while at > low:
            start = max(low, at - 4_096)
            found = self.archive.slice_of(name, start, at).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            at = start
        return low

    def _line(self, name: str, at: int) -> bytes:
        line = b""
        while piece := self.archive.slice_of(name, at + len(line), at + len(line) + 65_536):
            found = piece.find(b"\n")
            line += piece if found < 0 else piece[:found]
            if found >= 0:
                return line
            if len(line) > layout.MAX_LINE:
                raise Unreadable("line_too_long", name, most=layout.MAX_LINE)
        raise Unreadable("line_unended", name)

    @cached_property
    def wanted(self) -> dict[tuple[str, int], list[tuple[str, dict[str, Any]]]]:
        """What disclosures, indexes and clips say of events: by stream and version, the place of each line and it."""
        names = [layout.DISCLOSURES, *layout.names_in(self.names, "index"), layout.CLIPS]
        found: dict[tuple[str, int], list[tuple[str, dict[str, Any]]]] = {}
        for name in names:
            for number, said in self.json_lines(name):
                where = f"{name}:{number}"
                if not isinstance(said, dict):
                    raise Unreadable("line_form", where)
                if name == layout.CLIPS and "stream" not in said:
                    continue
                try:
                    key = msgspec.convert((said.get("stream"), said.get("version")), tuple[str, int])
                except msgspec.ValidationError as error:
                    raise Unreadable("line_form", where) from error
                found.setdefault(key, []).append((where, said))
        return found
