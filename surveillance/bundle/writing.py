"""Writing a bundle: part by part into a folder, and at the end, in one pass that cannot come out otherwise, one file.

    writer = Writer(folder, house=…, as_of=size)     # what was finished in this folder before is kept: see ``done``
    writer.streams("rules", events)                  # whole streams of one kind, one behind the other
    writer.streams("table", events)                  # before any rounds: they are judged by these two
    writer.rounds("RL01", rounds, handed=…)          # a table's rounds as they were dealt; judged and written along
    writer.origins(1, signed)                        # what was signed of the events of unit 1; 0: of all other events
    writer.disclosures(…), writer.index(…), writer.clip(…), writer.proof(…), writer.stamp(…)
    writer.log(note, tree, intervals=…, entries=…)   # last: which positions are shown, and the proof of all of them
    writer.finish(target, made=…, request=…, …)      # the manifest, its signature, the file

Each step is whole or is not there: killed at any moment, the same calls in the same order go on, and the same events
give the same bytes. Memory holds the tables' own facts, some rounds, and a bit for each position of the log. Proved by
``tests/surveillance/bundle/test_writing.py``.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from casino.core.canonical import canonical_bytes
from casino.core.evidence import along
from casino.core.log_entry import BadEntry
from casino.core.origin import SignedBatch
from casino.core.passkey import SignedCommand
from casino.core.stored import Row
from casino.transparency import checkpoints, ranges
from casino.transparency.notes import Note as SignedNote
from casino.transparency.notes import Signature
from casino.transparency.ranges import Range
from casino.transparency.wire import encode_base64
from games.engine.rules import KIND as RULES
from games.engine.rules import TYPE as PUT_IN_FORCE
from games.judgement.judging import Books
from surveillance.bundle import data, layout
from surveillance.bundle.container import Stored, assemble
from surveillance.bundle.events import pairs, read_event
from surveillance.bundle.layout import Asked, Former, Handed, House, Kind, Made, Manifest, Member, Note, Recorded, Unit
from surveillance.bundle.positions import Positions
from surveillance.bundle.rounds import Judge, house_rules, library, sessions

TABLE: Final = "table"


class Given(NamedTuple):
    """A round handed to the writer: all its events, and whether it was asked for or only stands before or behind one
    that was."""

    events: Sequence[Recorded]
    asked: bool = True


class Tree(Protocol):
    """The log's tree (``casino.transparency.proving.TileReader``)."""

    @property
    def size(self) -> int: ...
    def leaf(self, index: int) -> bytes: ...
    def hash_of(self, start: int, end: int) -> bytes: ...


class NotThese(ValueError):
    """What was handed in cannot be a bundle: events that are not of their stream, or out of order."""


class _Piece(msgspec.Struct, frozen=True):
    """A finished member."""

    name: str
    sha256: str
    size: int
    crc: int


class _Step(msgspec.Struct, frozen=True):
    """A finished step: its members, and for rounds the unit."""

    members: tuple[_Piece, ...]
    events: int = 0
    unit: Unit | None = None


class _File:
    """A member that is being written."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self._path = folder / "members" / name
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._path.open("wb")
        self._digest = sha256()
        self._crc = 0
        self.size = 0

    def write(self, raw: bytes) -> None:
        self._file.write(raw)
        self._digest.update(raw)
        self._crc = zlib.crc32(raw, self._crc)
        self.size += len(raw)

    def close(self) -> _Piece:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        return _Piece(self.name, self._digest.hexdigest(), self.size, self._crc)


class _Events:
    """Parts of events being written, each of some :data:`layout.PART_BYTES`; keeps their positions."""

    def __init__(self, folder: Path, name: str, positions: Path) -> None:
        self._folder, self._name = folder, name
        self._file: _File | None = None
        self._positions = positions.open("wb")
        self.pieces: list[_Piece] = []
        self.count = 0

    def add(self, event: Recorded, position: int) -> None:
        if self._file is not None and self._file.size >= layout.PART_BYTES:
            self.pieces.append(self._file.close())
            self._file = None
        if self._file is None:
            self._file = _File(self._folder, layout.part(self._name, len(self.pieces) + 1, "ndjson"))
        self._file.write(event.entry + b"\n" + event.body + b"\n")
        self._positions.write(position.to_bytes(8, "big"))
        self.count += 1

    def close(self) -> list[_Piece]:
        if self._file is not None:
            self.pieces.append(self._file.close())
        self._positions.close()
        return self.pieces


class Writer:
    """See the module. ``as_of`` is the position as of which rounds are judged: the size of the checkpoint."""

    def __init__(self, folder: Path, *, house: House, as_of: int) -> None:
        self._folder = folder
        self._house = house
        self._as_of = as_of
        self._steps: dict[str, _Step] = {}
        (folder / "steps").mkdir(parents=True, exist_ok=True)
        for path in sorted((folder / "steps").glob("*.json")):
            self._steps[path.stem] = msgspec.json.decode(path.read_bytes(), type=_Step)

    def done(self, step: str) -> bool:
        """Whether a step was finished before, so that its events need not be read: ``streams-<kind>``,
        ``rounds-<table>``, ``log``. Called all the same, a finished step does nothing."""
        return step in self._steps

    # --- Events -----------------------------------------------------------------------------------------------------

    def streams(self, kind: str, events: Iterable[Recorded]) -> int:
        """Streams of one kind that is not ``round``: all events of a stream behind one another in the order of their
        versions, streams in the order of their ids. How many events. Raises :class:`NotThese`."""
        step = f"streams-{kind}"
        if kind == "round" or not layout.UNJUDGED_KINDS.fullmatch(kind):
            raise NotThese(f"streams of the kind {kind!r} are not written so")
        if step not in self._steps:
            parts = _Events(self._folder, f"events/{kind}", self._positions_of(step))
            documents: dict[str, bytes] = {}
            before = ("", 0)
            for event in events:
                row = _row(event)
                if row[1].partition("/")[0] != kind or (row[1], row[2]) <= before:
                    raise NotThese(f"{row[1]} version {row[2]} behind {before}")
                before = (row[1], row[2])
                parts.add(event, row[0])
                if row[3] == PUT_IN_FORCE:
                    text = msgspec.json.decode(row[7])["data"]["text"].encode()
                    documents[sha256(text).hexdigest()] = text
            pieces = parts.close()
            pieces += [self._whole(f"rules/{digest}.toml", text) for digest, text in sorted(documents.items())]
            self._keep(step, _Step(tuple(pieces), parts.count))
        return self._steps[step].events

    def rounds(
        self,
        table: str,
        rounds: Iterable[Given],
        *,
        handed: Sequence[Handed] = (),
        told: Callable[[int], None] | None = None,
        piece: int = 1,
    ) -> Unit:
        """A table's rounds in the order in which it dealt them (``games.engine.replay.Key``), judged and written along.
        ``handed`` is what the table handed on before the first (``rounds.handed``), unless that is its first;
        ``told`` is called with the number of rounds so far. Rounds with others between them that are not needed are
        pieces, each a unit. Raises :class:`NotThese`, ``rounds.OutOfOrder``."""
        step = step_of(table, piece)
        if step not in self._steps:
            number = sum(each.startswith("rounds-") for each in self._steps) + 1
            parts = _Events(self._folder, layout.of_unit(number), self._positions_of(step))
            context: list[str] = []
            asked: dict[str, bool] = {}

            def written() -> Iterator[tuple[str, list[Row]]]:
                for given in rounds:
                    rows = [_row(event) for event in given.events]
                    _check_round(table, rows)
                    for event, row in zip(given.events, rows, strict=True):
                        parts.add(event, row[0])
                    asked[rows[0][1]] = given.asked
                    if not given.asked:
                        context.append(rows[0][1])
                    yield rows[0][1], rows

            files = [_File(self._folder, f"judged/{number:06}/{name}") for name in data.WRITTEN]
            for file, head in zip(files, data.heads(), strict=True):
                file.write(head)
            count = 0
            for replay in self._judge().rounds(table, written(), sessions(table, handed)):
                of_round = data.told(replay, asked=asked.pop(replay.stream))
                for file, raw in zip(files, of_round, strict=True):
                    file.write(raw)
                count += 1
                if told is not None:
                    told(count)
            events = parts.close()
            unit = Unit(
                number=number,
                table=table,
                rounds=count,
                events=parts.count,
                parts=len(events),
                handed=tuple(handed),
                context=tuple(context),
            )
            self._keep(step, _Step((*events, *(file.close() for file in files)), parts.count, unit))
        found = self._steps[step].unit
        assert found is not None
        return found

    def _judge(self) -> Judge:
        rules = list(self._written_rows(RULES))
        return Judge(
            house_rules(self._house),
            Books(library(rules)),
            lambda table: [row for row in self._written_rows(TABLE) if row[1] == f"table/{table}"],
            as_of=self._as_of,
        )

    def _written_rows(self, kind: str) -> Iterator[Row]:
        if f"streams-{kind}" not in self._steps:
            raise NotThese(f"rounds are judged by the streams of the kind {kind}, which are to be written before")
        for piece in self._steps[f"streams-{kind}"].members:
            if piece.name.startswith("events/"):
                with (self._folder / "members" / piece.name).open("rb") as file:
                    yield from (_row(event) for event in pairs((line[:-1] for line in file), piece.name))

    # --- What goes along --------------------------------------------------------------------------------------------

    def origins(self, unit: int, signed: Iterable[SignedBatch | SignedCommand]) -> None:
        """What devices and people signed of the events of a unit; of all events that are no rounds': unit 0. In any
        order; the same twice counts once."""
        lines = {each.digest: along(each) for each in signed}
        text = b"".join(digest.encode() + b" " + said + b"\n" for digest, said in sorted(lines.items()))
        self._once(f"origins-{unit:06}", f"origins/{unit:06}.ndjson", text)

    def disclosures(self, lines: Iterable[dict[str, Any]]) -> None:
        """Sealed words: see ``docs/bundle.md``, "Disclosures"."""
        self._lines("disclosures", layout.DISCLOSURES, lines)

    def file(self, digest: str, content: bytes) -> None:
        """A sealed file that the reader may read, by the digest of its sealed reference; its line in
        :meth:`disclosures` names it as ``file``: ``files/<digest>.bin``."""
        self._once(f"file-{digest}", f"files/{digest}.bin", content)

    def index(self, name: str, lines: Iterable[dict[str, Any]]) -> None:
        """An index of what events say (``evidence``, ``footage``, ``cases``): see ``docs/bundle.md``, "Indexes"."""
        self._lines(f"index-{name}", f"index/{name}.ndjson", lines)

    def annex(self, annex: dict[str, Any]) -> None:
        """Statistics of the house: its word, which no verifier counts again. See ``docs/bundle.md``, "Annex"."""
        self._once("annex", layout.ANNEX, canonical_bytes(annex))

    def clips(self, clips: Iterable[tuple[Path, dict[str, Any]]]) -> None:
        """Sealed films with their lines: see ``docs/bundle.md``, "Clips". ``sha256`` and ``file`` of a line are put in
        here."""
        if "clips" in self._steps:
            return
        pieces: list[_Piece] = []
        lines: list[bytes] = []
        for path, said in clips:
            digest = sha256()
            with path.open("rb") as source:
                while piece := source.read(1 << 20):
                    digest.update(piece)
            name = f"clips/{digest.hexdigest()}.mp4"
            lines.append(canonical_bytes({**said, "file": name, "sha256": digest.hexdigest()}))
            if all(each.name != name for each in pieces):
                file = _File(self._folder, name)
                with path.open("rb") as source:
                    while piece := source.read(1 << 20):
                        file.write(piece)
                pieces.append(file.close())
        pieces.append(self._whole(layout.CLIPS, _sorted(lines)))
        self._keep("clips", _Step(tuple(pieces)))

    def proof(self, position: int, proof: bytes) -> None:
        """The ``tlog-proof`` of one event, for small bundles."""
        self._once(f"proof-{position}", f"log/proofs/{position}.tlog-proof", proof)

    def stamp(self, number: int, answer: bytes) -> None:
        """An answer of RFC 3161 on the checkpoint's text; numbers from 1."""
        self._once(f"stamp-{number}", f"log/stamps/{number:06}.tsr", answer)

    # --- The log ----------------------------------------------------------------------------------------------------

    def log(
        self,
        note: bytes,
        tree: Tree,
        *,
        keys: Sequence[str],
        intervals: Sequence[tuple[int, int]] = (),
        entries: Callable[[int, int], Iterator[bytes]] | None = None,
        former: Sequence[Former] = (),
    ) -> None:
        """The checkpoint ``note`` of this ``tree`` verbatim, and the proof of every event written so far. Of
        ``intervals`` (positions, both ends included) every leaf is shown besides: with ``entries``, which gives those
        after a position up to another, as the entries of the events that are not in the bundle, else as hashes alone.
        ``keys`` are the house's verifier keys, told as its word; ``former`` are earlier heads, by their size."""
        if "log" in self._steps:
            return
        own = Positions(tree.size)
        for step in sorted(name for name in self._steps if name.startswith(("streams-", "rounds-"))):
            with self._positions_of(step).open("rb") as file:
                while raw := file.read(8 * 8_192):
                    own.update(int.from_bytes(raw[at : at + 8], "big") for at in range(0, len(raw), 8))
        shown = ranges.merged([
            *(Range(first - 1, last) for first, last in own.runs()),
            *(Range(first - 1, last) for first, last in intervals),
        ])  # fmt: skip
        ranges.check_ranges(shown, tree.size)
        if len(shown) > layout.MAX_RANGES:
            raise NotThese(f"{len(shown)} ranges, at most {layout.MAX_RANGES}")
        pieces = [
            self._whole(layout.CHECKPOINT, note),
            self._whole(layout.KEYS, "".join(f"{key}\n" for key in keys).encode()),
            self._whole(layout.RANGES, b"".join(b"[%d,%d]\n" % (start + 1, end) for start, end in shown)),
            self._whole(layout.EDGES, b"".join(ranges.edges(shown, tree.size, tree.hash_of))),
            *self._leaves(shown, tree),
        ]
        if former:
            lines = [layout.former_line(each) for each in sorted(former)]
            pieces.append(self._whole(layout.FORMER, b"".join(line + b"\n" for line in lines)))
        if entries is not None:
            pieces += self._others(intervals, own, entries)
        self._keep("log", _Step(tuple(pieces)))

    def _leaves(self, shown: Sequence[Range], tree: Tree) -> Iterator[_Piece]:
        file, number, held = None, 0, 0
        for start, end in shown:
            for index in range(start, end):
                if file is None:
                    number += 1
                    file, held = _File(self._folder, layout.part("log/leaves", number, "bin")), 0
                file.write(tree.leaf(index))
                held += 1
                if held == layout.LEAVES_PART:
                    yield file.close()
                    file = None
        if file is not None:
            yield file.close()

    def _others(
        self, intervals: Sequence[tuple[int, int]], own: Positions, entries: Callable[[int, int], Iterator[bytes]]
    ) -> Iterator[_Piece]:
        file, number = None, 0
        for start, end in ranges.merged(Range(first - 1, last) for first, last in intervals):
            for position, entry in enumerate(entries(start, end), start + 1):
                if position in own:
                    continue
                if file is None:
                    number += 1
                    file = _File(self._folder, layout.part("log/entries", number, "ndjson"))
                file.write(entry + b"\n")
                if file.size >= layout.PART_BYTES:
                    yield file.close()
                    file = None
        if file is not None:
            yield file.close()

    # --- The end ----------------------------------------------------------------------------------------------------

    def finish(
        self,
        target: Path,
        *,
        operator: str,
        made: Made,
        request: dict[str, Any],
        asked: Asked,
        notes: Sequence[Note] = (),
        sign: Callable[[str], Sequence[Signature]] | None = None,
    ) -> str:
        """Put the bundle together as ``target`` and say its SHA-256. ``request`` is what was asked, by whom and when;
        ``sign`` signs the text of the manifest's note with the house's report key (``layout.signed_text``)."""
        with (self._folder / "members" / layout.CHECKPOINT).open("rb") as file:
            head = checkpoints.parse(file.read()).checkpoint
        pieces = sorted((each for step in self._steps.values() for each in step.members), key=lambda each: each.name)
        units = sorted((s.unit for s in self._steps.values() if s.unit is not None), key=lambda unit: unit.number)
        manifest = Manifest(
            format=layout.FORMAT,
            operator=operator,
            property=self._house,
            origin=head.origin,
            size=head.size,
            root=encode_base64(head.root),
            as_of=self._as_of,
            made=made,
            request=request,
            asked=asked,
            events=sum(step.events for step in self._steps.values()),
            kinds=tuple(
                Kind(kind=name.removeprefix("streams-"), events=step.events)
                for name, step in sorted(self._steps.items())
                if name.startswith("streams-")
            ),
            units=tuple(units),
            notes=tuple(notes),
            members=tuple(Member(name=each.name, sha256=each.sha256, size=each.size) for each in pieces),
        )
        raw = layout.encode(manifest)
        front = [self._whole(layout.MANIFEST, raw)]
        if sign is not None:
            text = layout.signed_text(self._house.code, raw)
            front.append(self._whole(layout.SIGNATURE, SignedNote(text, tuple(sign(text))).encode()))
        members = self._folder / "members"
        assemble(target, [Stored(each.name, members / each.name, each.size, each.crc) for each in [*front, *pieces]])
        digest = sha256()
        with target.open("rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
        return digest.hexdigest()

    # --- Steps ------------------------------------------------------------------------------------------------------

    def _positions_of(self, step: str) -> Path:
        return self._folder / "steps" / f"{step}.positions"

    def _keep(self, step: str, done: _Step) -> None:
        path = self._folder / "steps" / f"{step}.json"
        beside = path.with_suffix(".part")
        beside.write_bytes(msgspec.json.encode(done))
        beside.rename(path)
        self._steps[step] = done

    def _whole(self, name: str, raw: bytes) -> _Piece:
        file = _File(self._folder, name)
        file.write(raw)
        return file.close()

    def _once(self, step: str, name: str, raw: bytes) -> None:
        if step not in self._steps:
            self._keep(step, _Step((self._whole(name, raw),)))

    def _lines(self, step: str, name: str, lines: Iterable[dict[str, Any]]) -> None:
        if step not in self._steps:
            self._keep(step, _Step((self._whole(name, _sorted(map(canonical_bytes, lines))),)))


def step_of(table: str, piece: int = 1) -> str:
    """The step that writes a piece of a table's rounds."""
    return f"rounds-{table}" if piece == 1 else f"rounds-{table}@{piece}"


def _sorted(lines: Iterable[bytes]) -> bytes:
    """Lines in their order, each once."""
    return b"".join(line + b"\n" for line in sorted(set(lines)))


def _row(event: tuple[bytes, bytes]) -> Row:
    try:
        return read_event(*event).row
    except BadEntry as error:
        raise NotThese(str(error)) from error


def _check_round(table: str, rows: Sequence[Row]) -> None:
    """All events of one round of this table, from its first on without a hole."""
    if not rows or not rows[0][1].startswith(f"round/{table}/"):
        raise NotThese(f"{rows[0][1] if rows else 'nothing'} is no round of {table}")
    for version, row in enumerate(rows, 1):
        if row[1] != rows[0][1] or row[2] != version:
            raise NotThese(f"{row[1]} version {row[2]} where version {version} of {rows[0][1]} belongs")
