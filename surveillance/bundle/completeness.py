"""What only all positions together show: none twice, what was left out, how much of the claim is proved, and where time
goes back along the log.

Kept are two bits and a moment for each position that is shown. Proved by
``tests/surveillance/bundle/test_verifying.py`` and ``test_claims.py``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from casino.core.stored import BEFORE_ALL, Row
from casino.transparency.bounds import Bounds, length
from casino.transparency.jumps import Jump, Jumps
from games.engine.replay import TableRecord
from games.engine.server import ClockJumped
from surveillance.bundle import claims, layout
from surveillance.bundle.claims import Claim
from surveillance.bundle.found import Found
from surveillance.bundle.opened import Bundle
from surveillance.bundle.part_checks import Checker, Seen, fact_of, instant
from surveillance.bundle.positions import Positions

_NEVER: Final = 2**63
NAMED: Final = 5
"""Streams that a sentence names; the report for machines names all."""
AT_ONCE: Final = 200_000
"""So many versions are looked at for doubles at a time, which bounds memory, not what is found."""


class Head(NamedTuple):
    """The last event of a stream that the bundle has."""

    stream: str
    position: int
    version: int


class _Run:
    """Events one behind the other that were recorded outside of what the cosignatures around them allow, all explained
    by one jump of the clock, or by none."""

    def __init__(self, first: int, at: int, jump: Jump | None, seen: tuple[datetime | None, datetime | None]) -> None:
        self.first, self.at, self.jump, self._seen = first, at, jump, seen
        self.last = self.count = self.off = 0

    def tell(self, found: Found) -> None:
        first, last = map(_said, self._seen)
        where, at, ends, count = f"position {self.first}", _moment(self.at), self.last, self.count
        most = length(timedelta(microseconds=self.off))
        if self.jump is None:
            found.refuse("time_outside", where, at=at, first=first, last=last, ends=ends, count=count, most=most)
        else:
            found.remark("clock_was_off", where, at=at, first=first, last=last, ends=ends, count=count, most=most)


class Completeness:
    """Takes what the tasks have seen. Positions are counted by their place among those that are shown, so that a
    number in a bundle never asks for memory."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._checker = Checker(bundle, lambda size: None)
        self._whole = Positions(bundle.shown)
        self._known = self._whole
        self._at = array("Q", bytes(8 * bundle.shown))
        self._twice: list[int] = []
        self._ends = array("Q")
        self._names: list[str] = []
        self.in_part = False
        """Whether rounds that were asked for may stand where nothing is shown: positions of the interval are hashes
        alone, or a selection that nothing in the record names is answered with none."""
        self.open_ended: list[Head] = []
        """Streams that may have further events which are not shown, rounds first."""
        self._entries = array("Q")
        self._findings = array("Q")
        self._told: set[str] = set()

    def take(self, result: Seen) -> None:
        place_of, add, at = self._bundle.place, self._whole.add, self._at
        for position, moment in _by(2, result.events):
            place = place_of(position)
            if place is None:  # its task has told
                continue
            at[place] = moment
            if not add(place + 1):
                self._twice.append(position)
        self._ends.extend(result.ends)
        self._names += result.names
        self._entries.extend(result.entries)
        self._findings.extend(result.findings)
        self._told |= {each for each in result.told if each.startswith(("carries ", "dealt "))}

    def check(self, bounds: Bounds, found: Found) -> None:
        bundle, manifest = self._bundle, self._bundle.manifest
        self._known = self._whole.copy()
        for position, _previous, moment, _stream, _version in _by(5, self._entries):
            place = bundle.place(position)
            if place is not None:
                self._at[place] = moment
                if not self._known.add(place + 1):
                    self._twice.append(position)
        for position in self._twice:
            found.refuse("twice", f"position {position}")
        self._histories(found)
        self._clock(bounds, found)
        whole = self._whole.count(1, bundle.shown)
        if whole != manifest.events:
            found.refuse("counts", layout.MANIFEST, said=manifest.events, found=whole)
        found.count("events", whole)
        found.count("entries", len(self._entries) // 5)
        found.count("hashes", bundle.shown - self._known.count(1, bundle.shown))
        claim = self._checker.claim
        claim.check(found)
        hidden = self._interval(claim, found)
        self._heads(found)
        self._sessions(found, hidden)

    def _histories(self, found: Found) -> None:
        """No entry that is not whole belongs to a stream of the bundle, and no stream has two histories."""
        ends: dict[int, int] = {}
        for position, stream, version in _by(3, self._ends):
            if stream in ends:
                found.refuse("two_histories", f"position {position}")
            ends[stream] = version
        asked_for = frozenset(self._findings)
        for position, previous, _moment, stream, version in _by(5, self._entries):
            place = self._bundle.place(previous) if previous else None
            if version <= ends.get(stream, 0):
                found.refuse("two_histories", f"position {position}")
            elif stream in ends or (place is not None and place + 1 in self._whole):
                found.refuse("continued", f"position {position}", previous=previous)
            elif stream in asked_for:
                found.refuse("finding_left_out", f"position {position}")
        for position in self._doubles():
            found.refuse("two_histories", f"position {position}")

    def _doubles(self) -> Iterator[int]:
        """Entries of a stream and version that another entry has."""
        passes = len(self._entries) // 5 // AT_ONCE + 1
        for turn in range(passes):
            met: set[tuple[int, int]] = set()
            for position, _previous, _moment, stream, version in _by(5, self._entries):
                if stream % passes == turn:
                    if (stream, version) in met:
                        yield position
                    met.add((stream, version))

    def _clock(self, bounds: Bounds, found: Found) -> None:
        """Events are recorded in the order of the server's clock, and between the cosignatures around them. Otherwise
        only where a jump of that clock on record explains it (ADR 52, 152): the house writes that event itself, so it
        is never passed over in silence. What lies outside is told once in a run, with its extent."""
        facts = map(fact_of, self._checker.rows_of("server"))
        jumps = Jumps(Jump(fact.position, fact.step_ms * 1_000) for fact in facts if isinstance(fact, ClockJumped))
        before = place = until = 0
        low, high = 0, _NEVER
        run: _Run | None = None
        for first, last in self._bundle.ranges():
            for position in range(first + 1, last + 1):
                moment, place = self._at[place], place + 1
                if not moment:
                    continue
                if position > until:
                    low, high = (
                        default if each is None else instant(each)
                        for each, default in zip(bounds.of(position), (0, _NEVER), strict=True)
                    )
                    until = bounds.until(position) or _NEVER
                jump, stepped = jumps.take(position, moment, low, high)
                if moment < before:
                    where, at, newer = f"position {position}", _moment(moment), _moment(before)
                    if stepped is not None:
                        found.remark("clock_jumped", where, at=at, before=newer)
                    else:
                        found.refuse("time_back", where, at=at, before=newer)
                before = moment
                off = max(low - moment, moment - high)
                if run is not None and (off <= 0 or run.jump != jump):
                    run.tell(found)
                    run = None
                if off > 0:
                    run = run or _Run(position, moment, jump, bounds.of(position))
                    run.last, run.count, run.off = position, run.count + 1, max(run.off, off)
        if run is not None:
            run.tell(found)

    def _recorded(self, position: int) -> datetime | None:
        place = self._bundle.place(position) if position > 0 else None
        return None if place is None or not self._at[place] else _moment(self._at[place])

    def _interval(self, claim: Claim, found: Found) -> int:
        """The claim for the interval; how many positions of it are hashes alone, -1 where there is no interval."""
        asked, as_of = self._bundle.manifest.asked, self._bundle.manifest.as_of
        if not asked.first:
            found.remark("no_interval")
            if claim.selection.about in claims.CHOSEN and asked.rounds:
                found.remark("selection_trusted", rounds=len(asked.rounds))
            elif claim.selection.about in claims.CHOSEN:
                self.in_part = True
                found.remark("selection_empty")
            return -1
        where = f"positions {asked.first} to {asked.last}"
        hidden = 0
        if asked.first <= asked.last:
            first, last = self._bundle.place(asked.first), self._bundle.place(asked.last)
            if first is None or last is None or last - first != asked.last - asked.first:
                found.refuse("interval_not_shown", where)
                return -1
            hidden = last - first + 1 - self._known.count(first + 1, last + 1)
            if hidden:
                self.in_part = True
                found.count("interval_hashes", hidden)
                found.remark("hashes", where, count=hidden)
        claim.check_ends(self._recorded, as_of, found)
        self._silence(claim, found)
        return hidden

    def _silence(self, claim: Claim, found: Found) -> None:
        """Tables of which no round was asked for: closed, open without a round, or nothing recorded in the house."""
        asked = self._bundle.manifest.asked
        before, after = self._recorded(asked.first - 1), self._recorded(asked.last + 1)
        if asked.last < asked.first:
            found.remark("log_silent", begins=_said(before), ends=_said(after))
            return
        rows: dict[str, list[Row]] = {}
        for row in self._checker.rows_of("table"):
            rows.setdefault(row[1].partition("/")[2], []).append(row)
        for table in asked.tables:
            if f"dealt {table}" not in self._told:
                record = TableRecord(table)
                record.extend(row for row in rows.get(table, ()) if row[0] <= asked.last)
                within = (row[3] for row in rows.get(table, ()) if asked.first <= row[0] <= asked.last)
                was_open = record.history.latest.is_open or any(each.startswith("table.opened.") for each in within)
                count = asked.last - asked.first + 1
                found.remark("idle_open" if was_open else "idle_closed", f"table/{table}", count=count)

    def _heads(self, found: Found) -> None:
        """Streams behind whose last event something stands of which nothing is known."""
        bundle, as_of = self._bundle, self._bundle.manifest.as_of
        place = bundle.place(as_of)
        shown_from = as_of + 1
        if place is not None:
            run = next((first for first, last in self._known.runs() if first <= place + 1 <= last), None)
            if run is not None:
                shown_from = as_of - min(place + 1 - run, bundle.place_in_range(as_of))
        heads = zip(self._names, _by(3, self._ends), strict=True)
        opened = [Head(name, end, version) for name, (end, _stream, version) in heads if end < shown_from - 1]
        self.open_ended = sorted(opened, key=lambda head: not head.stream.startswith("round/"))
        found.count("streams", len(self._names))
        if opened:
            named = ", ".join(head.stream for head in self.open_ended[:NAMED])
            more = "" if len(opened) <= NAMED else " …"
            found.remark("heads", f"position {shown_from}", count=len(opened), named=named + more)

    def _sessions(self, found: Found, hidden: int) -> None:
        """What a table handed on before its first round here is proved where all of its rounds must be here."""
        asked = self._bundle.manifest.asked
        firsts = {row[1]: row[0] for row in self._checker.rows_of("table") if row[2] == 1}
        for unit in self._bundle.manifest.units:
            begins = firsts.get(f"table/{unit.table}")
            proved = not hidden and begins is not None and asked.first <= begins and asked.covers(f"table/{unit.table}")
            if not proved and not unit.handed and f"carries {unit.table}" in self._told:
                found.remark("session_trusted", f"round/{unit.table}")


def _by(size: int, column: array[int]) -> Iterator[Any]:
    """The rows of a column in which they lie one behind the other."""
    each = iter(column)
    return zip(*(each for _ in range(size)), strict=True)


def _moment(instant_: int) -> datetime:
    return BEFORE_ALL + timedelta(microseconds=instant_ - 1)


def _said(moment: datetime | None) -> str:
    return "…" if moment is None else moment.isoformat()
