"""What only all positions together show: none twice, what was left out, and how much of the claim is proved.

Kept are two bits for each position that is shown. Proved by ``tests/surveillance/bundle/test_verifying.py``.
"""

from __future__ import annotations

from array import array
from itertools import islice

from casino.core.stored import Row
from surveillance.bundle import layout
from surveillance.bundle.found import Found
from surveillance.bundle.opened import Bundle
from surveillance.bundle.parts import Checker, Seen
from surveillance.bundle.positions import Positions


class Completeness:
    """Takes what the tasks have seen. Positions are counted by their place among those that are shown, so that a
    number in a bundle never asks for memory."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._whole = Positions(bundle.shown)
        self._known = self._whole
        self._twice: list[int] = []
        self._ends = array("Q")
        self._entries = array("Q")
        self._told: set[str] = set()

    def take(self, result: Seen) -> None:
        place_of, add = self._bundle.place, self._whole.add
        for position in result.positions:
            place = place_of(position)
            if place is not None and not add(place + 1):  # what is not shown, its task has told
                self._twice.append(position)
        self._ends.extend(result.ends)
        self._entries.extend(result.entries)
        self._told |= {each for each in result.told if each.startswith("carries ")}

    def check(self, found: Found) -> None:
        bundle, manifest = self._bundle, self._bundle.manifest
        self._known = self._whole.copy()
        for position in islice(self._entries, 0, None, 2):
            place = bundle.place(position)
            if place is not None and not self._known.add(place + 1):
                self._twice.append(position)
        for position in self._twice:
            found.refuse("twice", f"position {position}")
        for at in range(0, len(self._entries), 2):
            position, previous = self._entries[at], self._entries[at + 1]
            place = bundle.place(previous) if previous else None
            if place is not None and place + 1 in self._whole:
                found.refuse("continued", f"position {position}", previous=previous)
        whole = self._whole.count(1, bundle.shown)
        if whole != manifest.events:
            found.refuse("counts", layout.MANIFEST, said=manifest.events, found=whole)
        found.count("events", whole)
        found.count("entries", len(self._entries) // 2)
        found.count("hashes", bundle.shown - self._known.count(1, bundle.shown))
        hidden = self._interval(found)
        self._heads(found)
        self._sessions(found, hidden)

    def _interval(self, found: Found) -> int:
        """The claim for the interval; how many positions of it are hashes alone, -1 where there is no interval."""
        asked = self._bundle.manifest.asked
        if not asked.first and not asked.last:
            found.remark("no_interval")
            if asked.rounds:
                found.remark("selection_trusted", rounds=len(asked.rounds))
            return -1
        where = f"positions {asked.first} to {asked.last}"
        first, last = self._bundle.place(asked.first), self._bundle.place(asked.last)
        if first is None or last is None or last - first != asked.last - asked.first:
            found.refuse("interval_not_shown", where)
            return -1
        hidden = last - first + 1 - self._known.count(first + 1, last + 1)
        if hidden and asked.everything:
            found.refuse("left_out_hashes", where, count=hidden)
        elif hidden:
            found.remark("hashes", where, count=hidden)
        if asked.rounds and not asked.everything:
            found.remark("selection_trusted", rounds=len(asked.rounds))
        return hidden

    def _heads(self, found: Found) -> None:
        """Streams behind whose last event something stands of which nothing is known."""
        bundle, as_of = self._bundle, self._bundle.manifest.as_of
        place = bundle.place(as_of)
        shown_from = as_of + 1
        if place is not None:
            run = next((first for first, last in self._known.runs() if first <= place + 1 <= last), None)
            if run is not None:
                shown_from = as_of - min(place + 1 - run, bundle.place_in_range(as_of))
        open_ended = sum(end < shown_from - 1 for end in self._ends)
        found.count("streams", len(self._ends))
        if open_ended:
            found.remark("heads", f"position {shown_from}", count=open_ended)

    def _sessions(self, found: Found, hidden: int) -> None:
        """What a table handed on before its first round here is proved where all of its rounds must be here."""
        asked = self._bundle.manifest.asked
        firsts = {row[1]: row[0] for row in self._tables() if row[2] == 1}
        for unit in self._bundle.manifest.units:
            begins = firsts.get(f"table/{unit.table}")
            proved = not hidden and begins is not None and asked.first <= begins and asked.covers(f"table/{unit.table}")
            if not proved and not unit.handed and f"carries {unit.table}" in self._told:
                found.remark("session_trusted", f"round/{unit.table}")

    def _tables(self) -> list[Row]:
        try:
            return list(Checker(self._bundle, lambda size: None).rows_of("table"))
        except layout.Unreadable:
            return []  # told by the task
