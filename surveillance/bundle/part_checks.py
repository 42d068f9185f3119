"""Checking the parts of a bundle, one by one, each by itself: what a process of the verifier does.

Every task opens the bundle for itself and gives back what it found and the positions that it has seen; nothing in it is
kept but some rounds and the facts of tables. Proved by ``tests/surveillance/bundle/test_verifying.py`` and
``test_tampering.py``.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfoNotFoundError

import msgspec

from casino.core.events import find
from casino.core.log_entry import BadEntry
from casino.core.stored import BEFORE_ALL, Row, UnknownStoredType
from casino.transparency import proofs, ranges
from casino.transparency.merkle import leaf_hash, verify_inclusion
from casino.transparency.wire import Malformed, NotProved
from games import catalogue
from games.engine import rules
from games.engine.document import RuleBook
from games.engine.fold import UnknownEvent
from games.engine.table import DeviceBound
from games.judgement.judging import Books
from surveillance.bundle import data, layout, saying
from surveillance.bundle.claims import Claim
from surveillance.bundle.digests import Digests
from surveillance.bundle.events import Read, ReadEntry, is_canonical, pairs, read_entry, read_event
from surveillance.bundle.found import Found
from surveillance.bundle.layout import Unit, Unreadable
from surveillance.bundle.opened import Bundle
from surveillance.bundle.rounds import HouseRules, Judge, OutOfOrder, house_rules, library, sessions
from surveillance.bundle.signers import OriginCheck, Signers

CANNOT_BE: Final = (
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    AssertionError,
    msgspec.MsgspecError,
)
"""What rules or facts that make no sense may raise in the judgement: then there is none, and that is said."""
_NUMBERED: Final = re.compile(r"(.*?)([0-9]{1,15})\Z")
MOST_MISSING: Final = 1_000
ALWAYS: Final = (f"{rules.KIND}/", "server/", "table/")
"""Streams that are whole in every bundle: the documents, what is recorded of the server's clock, and the tables, by
which "all tables" is known."""


class Seen(NamedTuple):
    """What a task found. Columns of whole numbers, so that a month of events passes between processes in little memory;
    streams stand there as :func:`stream_number`, moments as :func:`instant`."""

    found: Found
    events: array[int]
    """Position and moment of recording of each event that was read, one behind the other."""
    ends: array[int]
    """Position, stream and version of the last event of each stream."""
    names: list[str]
    """The streams of :attr:`ends` by name, in their order."""
    entries: array[int]
    """Position, previous, moment of recording, stream and version of what is shown as an entry."""
    findings: array[int]
    """The ``audit/…`` streams of the rounds that were asked for."""
    told: frozenset[str]
    """Places of lines of disclosures, indexes and clips whose events were met."""
    sums: Found
    """What digests and checksums of members say, which is told before all else."""


def seen() -> Seen:
    return Seen(Found(), array("Q"), array("Q"), [], array("Q"), array("Q"), frozenset(), Found())


def stream_number(stream: str) -> int:
    """A stream as a number of 64 bits. Two streams with one number can only make a good bundle refused: nobody gains by
    looking for them."""
    return int.from_bytes(blake2b(stream.encode(), digest_size=8).digest(), "big")


def instant(moment: datetime) -> int:
    """Microseconds from the year 1: never below 0, and one more than what stands for "unknown"."""
    since = moment - BEFORE_ALL
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds + 1


class Checker:
    """The tasks over one bundle. ``progress`` is told how many bytes of members were gone through."""

    def __init__(self, bundle: Bundle, progress: Callable[[int], None]) -> None:
        self.bundle = bundle
        self.progress = progress
        self.sums = Digests(bundle, progress)

    # --- Members and tree -------------------------------------------------------------------------------------------

    def digests(self, names: Iterable[str]) -> Seen:
        """Members that no task reads line by line."""
        result = seen()
        self.sums.check(names, result.sums)
        return result

    def tree(self) -> Seen:
        """The ranges lead to the root."""
        result, bundle = seen(), self.bundle
        try:
            root = ranges.root(bundle.ranges(), bundle.manifest.size, bundle.leaves(), bundle.edges())
            if layout.encode_root(root) != bundle.manifest.root:
                result.found.refuse("root", "log/leaves")
        except NotProved as error:
            result.found.refuse("tree", layout.EDGES, why=error)
        return result

    def entries(self, name: str) -> Seen:
        """A part of entries whose events are not in the bundle."""
        result, manifest = seen(), self.bundle.manifest
        last = 0
        for number, line in enumerate(self.sums.lines(name, result.sums), 1):
            where = f"{name}:{number}"
            try:
                entry = read_entry(line)
            except BadEntry as error:
                result.found.refuse("entry", where, why=error)
                continue
            if entry.position <= last:
                result.found.refuse("entries_order", where)
            last = entry.position
            if self.bundle.leaf(last) != leaf_hash(line):
                result.found.refuse("leaf", where, position=last)
            claimed = manifest.asked.first <= last <= manifest.asked.last and manifest.asked.covers(entry.stream)
            if claimed or entry.stream in self._devices or entry.stream.startswith(ALWAYS):
                result.found.refuse("left_out", f"position {last}", stream=entry.stream)
            elif entry.stream.startswith("round/"):
                self._of_no_round_here(entry, result.found)
            stream = stream_number(entry.stream)
            result.entries.extend((last, entry.previous or 0, instant(entry.recorded_at), stream, entry.version))
        return result

    def _of_no_round_here(self, entry: ReadEntry, found: Found) -> None:
        """An entry of a round that is not whole: its table is in the bundle, and nothing obliges to hold its rounds."""
        asked, table = self.bundle.manifest.asked, entry.stream.split("/")[1]
        if f"table/{table}" not in self._table_streams:
            found.refuse("table_left_out", f"position {entry.position}", stream=f"table/{table}")
        elif asked.first <= entry.position <= asked.last and self.claim.reaches(table, entry.type.partition(".")[0]):
            found.refuse("left_out", f"position {entry.position}", stream=entry.stream)

    @cached_property
    def _table_streams(self) -> frozenset[str]:
        return frozenset(row[1] for row in self.rows_of("table"))

    @cached_property
    def _devices(self) -> frozenset[str]:
        """Streams of which no event may be left out wherever it is shown, besides :data:`ALWAYS`: those of the devices
        that were bound to the tables that were asked for or whose rounds are here."""
        manifest = self.bundle.manifest
        tables = {f"table/{table}" for table in (*manifest.asked.tables, *(unit.table for unit in manifest.units))}
        facts = (fact_of(row) for row in self.rows_of("table") if row[1] in tables)
        return frozenset(f"device/{fact.device}" for fact in facts if isinstance(fact, DeviceBound))

    # --- Events -----------------------------------------------------------------------------------------------------

    def kind(self, kind: str) -> Seen:
        """The streams of a kind that is not ``round``: each whole, of known form, and what they say."""
        result = seen()
        events = _Events(self, 0, result)
        before: Row | None = None
        told: set[str] = set()
        gaps: dict[str, list[Any]] = {}
        for read in events.read(self.bundle.parts(f"events/{kind}")):
            row = read.row
            if row[1].partition("/")[0] != kind or (before is not None and (row[1], row[2]) <= (before[1], before[2])):
                result.found.refuse("streams_order", f"position {row[0]}", stream=row[1])
            _follows(before, read, result)
            told |= self._say(row, result.found)
            if kind == "device":
                gaps.setdefault(row[1], []).append(fact_of(row))
            elif kind == rules.KIND:
                self._document(row, result.found)
            before = row
        if before is not None:
            _ended(before, result)
        said = next((each.events for each in self.bundle.manifest.kinds if each.kind == kind), 0)
        if said != len(result.events) // 2:
            result.found.refuse("kind_counts", f"events/{kind}", said=said, found=len(result.events) // 2)
        saying.open_gaps(gaps, result.found)
        return result._replace(told=frozenset(told | events.proved))

    def _document(self, row: Row, found: Found) -> None:
        """A document that is put in force lies beside the events, by its digest."""
        fact = fact_of(row)
        if not isinstance(fact, rules.RulesPutInForce):
            return
        where = f"rules/{fact.sha256}.toml"
        if rules.digest_of(fact.text) != fact.sha256:
            found.refuse("document_digest", f"position {row[0]}", stream=row[1])
        elif where not in self.bundle.names:
            found.refuse("missing", where)
        elif self.bundle.archive.bytes_of(where, layout.MAX_LINE) != fact.text.encode():
            found.refuse("document_text", where)

    def unit(self, unit: Unit) -> Seen:
        """A table's rounds: whole, in order, judged, and what is written of them compared."""
        result = seen()
        events = _Events(self, unit.number, result)
        folder = f"judged/{unit.number:06}"
        compared = [saying.Compared(self.bundle.archive, f"{folder}/{name}", result.found) for name in data.WRITTEN]
        context = frozenset(unit.context)
        claim = self.claim
        if f"table/{unit.table}" not in self._table_streams:
            result.found.refuse("table_left_out", layout.of_unit(unit.number), stream=f"table/{unit.table}")
        told: set[str] = set()
        codes = _Codes(unit.table)
        count = 0
        try:
            rounds = self._rounds(events.read(self.bundle.unit_parts(unit)), unit, result, told, codes)
            for each, head in zip(compared, data.heads(), strict=True):
                each.next(head, "")
            judge = self._judge()
            for replay in judge.rounds(unit.table, rounds, sessions(unit.table, unit.handed)):
                asked = replay.stream not in context
                if claim.belongs(replay) not in (asked, None):
                    result.found.refuse("context", replay.stream)
                if asked:
                    told.add(f"dealt {unit.table}")
                    result.findings.append(stream_number(f"audit/{replay.stream.partition('/')[2]}"))
                of_round = data.told(replay, asked=asked)
                for each, raw in zip(compared, of_round, strict=True):
                    each.next(raw, replay.stream)
                count += 1
                if catalogue.carries(replay.state.game):
                    told.add(f"carries {unit.table}")
                if replay.book is not None:
                    result.found.count(f"judged {replay.book.id}")
            for each in compared:
                each.end()
        except OutOfOrder as error:
            result.found.refuse("rounds_order", layout.of_unit(unit.number), stream=error)
        except (UnknownEvent, UnknownStoredType) as error:
            result.found.refuse("unknown_event", layout.of_unit(unit.number), why=error)
        except Unreadable:
            raise
        except CANNOT_BE as error:
            result.found.refuse("not_judged", layout.of_unit(unit.number), why=f"{type(error).__name__}: {error}")
        events_read = len(result.events) // 2
        if (count, events_read) != (unit.rounds, unit.events):
            result.found.refuse("unit_counts", layout.of_unit(unit.number), rounds=count, events=events_read)
        result.found.count("rounds", count)
        if unit.handed:
            result.found.remark("handed", f"events/round/{unit.number:06}", table=unit.table)
        self._tell_missing(unit, codes, result.found)
        return result._replace(told=frozenset(told | events.proved))

    def _tell_missing(self, unit: Unit, codes: _Codes, found: Found) -> None:
        if self.bundle.manifest.asked.covers(f"table/{unit.table}"):
            for first, last in codes.missing:
                found.remark("numbers_left_out", f"round/{unit.table}", first=first, last=last)

    def _rounds(
        self, reads: Iterator[Read], unit: Unit, result: Seen, told: set[str], codes: _Codes
    ) -> Iterator[tuple[str, list[Row]]]:
        """The rounds of a unit, each its stream and rows. What breaks a stream is told, and the round left out."""
        rows: list[Row] = []
        before: Row | None = None
        stream = ""
        asked, wanted, begins = self._asked_rounds, bool(self.bundle.wanted), f"round/{unit.table}/"
        for read in reads:
            row = read.row
            if row[1] != stream:
                if before is not None:
                    _ended(before, result)
                    codes.take(stream)
                    yield stream, rows
                    rows = []
                stream = row[1]
                if not stream.startswith(begins):
                    result.found.refuse("streams_order", f"position {row[0]}", stream=stream)
            _follows(before, read, result)
            if row[2] == 1 and stream in asked:
                told.add(f"asked {stream}")
            if wanted:
                told |= self._say(row, result.found)
            rows.append(row)
            before = row
        if before is not None:
            _ended(before, result)
            codes.take(stream)
            yield stream, rows

    def _say(self, row: Row, found: Found) -> frozenset[str]:
        lines = self.bundle.wanted.get((row[1], row[2]))
        return saying.said(self.bundle, row, lines, found) if lines else frozenset()

    # --- What all of them need --------------------------------------------------------------------------------------

    def rows_of(self, kind: str) -> Iterator[Row]:
        """The rows of a kind, as they stand there: what they say is checked by its own task. Those of tables, which
        every unit asks for, are kept."""
        return iter(self._table_rows) if kind == "table" else self._read_rows(kind)

    @cached_property
    def _table_rows(self) -> list[Row]:
        return list(self._read_rows("table"))

    def _read_rows(self, kind: str) -> Iterator[Row]:
        for name in self.bundle.parts(f"events/{kind}"):
            for event in pairs(self.bundle.archive.lines(name), name):
                try:
                    yield read_event(*event).row
                except BadEntry as error:
                    raise Unreadable("event", name, why=error) from error

    @cached_property
    def _asked_rounds(self) -> frozenset[str]:
        return frozenset(self.bundle.manifest.asked.rounds)

    @cached_property
    def proofs(self) -> dict[int, str]:
        """The proofs of single events, by their positions."""
        names = layout.names_in(self.bundle.names, "log/proofs")
        return {int(name.rpartition("/")[2].partition(".")[0]): name for name in names}

    @cached_property
    def signers(self) -> Signers:
        return Signers(self.rows_of("device"), self.rows_of("account"))

    def documents(self) -> Iterator[rules.RulesPutInForce]:
        """The documents that the bundle's events put in force."""
        facts = map(fact_of, self.rows_of(rules.KIND))
        return (fact for fact in facts if isinstance(fact, rules.RulesPutInForce))

    def recorded_books(self) -> Iterator[RuleBook]:
        """The same, read."""
        return (rules.read(fact.text) for fact in self.documents())

    @cached_property
    def books(self) -> Books:
        return Books(library(self.rows_of(rules.KIND)))

    @cached_property
    def house(self) -> HouseRules:
        try:
            return house_rules(self.bundle.manifest.property)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise Unreadable("time_zone", layout.MANIFEST, zone=self.bundle.manifest.property.time_zone) from error

    @cached_property
    def claim(self) -> Claim:
        """What the request obliges to. Raises :class:`Unreadable` for a request that is none."""
        return Claim(self.bundle.manifest, self.house, self.rows_of("table"), self.rows_of("case"))

    def _judge(self) -> Judge:
        return Judge(
            self.house,
            self.books,
            lambda table: [row for row in self.rows_of("table") if row[1] == f"table/{table}"],
            as_of=self.bundle.manifest.as_of,
        )


class _Events:
    """Reads events of one unit (0: all others) and holds each against its leaf, its origin and its own proof."""

    def __init__(self, checker: Checker, unit: int, result: Seen) -> None:
        self._checker = checker
        self._bundle = checker.bundle
        self._result = result
        self._origins = OriginCheck(checker.bundle, unit, checker.signers, result.found)
        self.proved: set[str] = set()
        """Proofs of single events that were met."""
        self._proofs = checker.proofs

    def read(self, names: Iterable[str]) -> Iterator[Read]:
        found, bundle, take = self._result.found, self._bundle, self._result.events.extend
        as_of, leaf, proved = bundle.manifest.as_of, bundle.leaf, self._proofs
        for name in names:
            gone = unsigned = 0
            for number, (entry, body) in enumerate(pairs(self._checker.sums.lines(name, self._result.sums), name), 1):
                try:
                    read = read_event(entry, body)
                except BadEntry as error:
                    found.refuse("event", f"{name}:{2 * number - 1}", why=error)
                    continue
                row, hashed, _previous, origin = read
                position = row[0]
                shown = leaf(position)
                if shown != hashed:
                    found.refuse("leaf" if shown is not None else "not_shown", f"{name}:{number}", position=position)
                if position > as_of:
                    found.refuse("behind", f"position {position}", as_of=as_of)
                if not is_canonical(body):
                    found.refuse("body", f"position {position}", stream=row[1])
                    continue
                if origin is not None:
                    self._origins.look(entry, row, origin)
                else:
                    unsigned += 1
                if position in proved:
                    self._prove(proved[position], read)
                    self.proved.add(proved[position])
                take((position, instant(row[5])))
                gone += len(entry) + len(body) + 2
                if gone > 1 << 20:
                    self._checker.progress(gone)
                    gone = 0
                yield read
            self._checker.progress(gone)
            found.count("unsigned", unsigned)

    def _prove(self, name: str, read: Read) -> None:
        """The event's own tlog-proof: of the same checkpoint, and carrying what the bundle has of its origin."""
        bundle, found = self._bundle, self._result.found
        note = bundle.archive.bytes_of(layout.CHECKPOINT, layout.MAX_LINE)
        raw = bundle.archive.bytes_of(name, proofs.MAX_PROOF_BYTES)
        try:
            proof = proofs.parse(raw)
            head = layout.checkpoint_of(note)
            if proof.index != read.row[0] - 1 or proof.note.encode() != note or proof.encode() != raw:
                raise NotProved("it is of another position or checkpoint")
            verify_inclusion(proof.index, head.size, read.leaf, proof.hashes, head.root)
            kept = None if read.origin is None else bundle.signed(self._origins.unit, read.origin)
            if proof.extra != kept:
                raise NotProved("what goes along with it is not what was signed of the event")
            found.count("proofs")
        except (Malformed, NotProved) as error:
            found.refuse("proof", name, why=error)


class _Codes:
    """The numbers that a table's rounds leave out."""

    def __init__(self, table: str) -> None:
        self._prefix = f"round/{table}/"
        self._last: tuple[str, str] | None = None
        self.missing: list[tuple[str, str]] = []

    def take(self, stream: str) -> None:
        found = _NUMBERED.fullmatch(stream.removeprefix(self._prefix))
        if found is None:
            self._last = None
            return
        head, digits = found[1], found[2]
        if self._last is not None and self._last[0] == head and len(self._last[1]) == len(digits):
            last, width = int(self._last[1]), len(digits)
            if int(digits) > last + 1 and len(self.missing) < MOST_MISSING:
                self.missing.append((f"{head}{last + 1:0{width}}", f"{head}{int(digits) - 1:0{width}}"))
        self._last = (head, digits)


def _follows(before: Row | None, read: Read, result: Seen) -> None:
    """An event follows on the one before it in its stream, or begins one."""
    row = read.row
    if before is None or before[1] != row[1]:
        if before is not None and before[1].partition("/")[0] != "round":
            _ended(before, result)
        if row[2] != 1:
            result.found.refuse("stream_begins", f"position {row[0]}", stream=row[1], version=row[2])
    elif row[2] != before[2] + 1 or read.previous != before[0]:
        result.found.refuse("stream_hole", f"position {row[0]}", stream=row[1], version=row[2])


def _ended(last: Row, result: Seen) -> None:
    result.ends.extend((last[0], stream_number(last[1]), last[2]))
    result.names.append(last[1])


def fact_of(row: Row) -> Any:
    """What an event says; None for a type that this program does not know."""
    event_type = find(row[3])
    return None if event_type is None else event_type.decode(row[7]).data
