"""Which recordings are held: by a hold that is recorded to keep them (``hold.reached``), whatever is said of them; and,
until that is recorded, as rows say it: by a hold on what their camera covered, or by a link to what is held.

A recording is held while a hold stands on a table that its camera covered (or whose pit it covered), where recording,
coverage and hold meet in time; while it is linked to a case whose hold stands, or to a round in an interval that is
held; and, where nobody has said which camera made it or when, while any hold stands at all. The recorder's clock is
set right by its readings, and doubted by as much as they leave open. Proved by ``tests/surveillance/test_expiry.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from math import ceil, floor
from typing import Any, Final

from django.db.models import Q

from casino.core.seams import Seam
from casino.ledger.models import Property
from games.rows.models import row_key
from surveillance.record import state
from surveillance.record.references import table_of
from surveillance.record.spans import together
from surveillance.rows.clock_rows import RecorderClock, clock_of
from surveillance.rows.house import pit_in_record
from surveillance.rows.models import Coverage, Hold, Link, Recording

WHEN_HELD: Final[Seam[str, Callable[[str], object]]] = Seam(
    "Who is told, in the follower's transaction and by the property's code, that holds which stand were written down."
)
"""What only recorders have of them is to be fetched before their own term."""


class Keeping:
    """The recordings of a property, as the record stood at ``position``."""

    def __init__(self, owner: Property, position: int | None = None) -> None:
        self.owner = owner
        self.pit_of = lru_cache(maxsize=None)(lambda table: pit_in_record(owner.code, table, position))
        self._standing: list[Hold] | None = None
        self._coverage: dict[int, list[Coverage]] = {}
        self._clocks: dict[int | None, RecorderClock] = {}

    @property
    def standing(self) -> list[Hold]:
        """The holds that were not released."""
        if self._standing is None:
            self._standing = list(Hold.objects.filter(property=self.owner, released_at=None))
        return self._standing

    # For the follower

    def after(self, touched: Sequence[Any]) -> None:
        """Say anew of every recording that these streams can have to do with whether it is held."""
        rows = Recording.objects.filter(self.affected(touched), property=self.owner, deleted_at=None)
        held: dict[bool, list[int]] = {True: [], False: []}
        for row in rows.select_related("camera"):
            held[self.held(row)].append(row.pk)
        for said, keys in held.items():
            Recording.objects.filter(pk__in=keys).exclude(held=said).update(held=said)
        if any(isinstance(stream, state.Holds) and stream.standing() for stream in touched):
            for tell in WHEN_HELD.values():
                tell(self.owner.code)

    def affected(self, touched: Iterable[Any]) -> Q:
        """The recordings that these streams can have to do with."""
        found = Q(pk__in=())
        for stream in touched:
            if not isinstance(stream, state.Stream) or not stream.exists:
                continue
            key = row_key(self.owner.pk, stream.first_position)
            if isinstance(stream, state.Recorder):
                found |= Q(camera__recorder_id=key)
            elif isinstance(stream, state.Camera):
                found |= Q(camera_id=key)
            elif isinstance(stream, state.Recording):
                found |= Q(pk=key)
            elif isinstance(stream, state.Link):
                found |= Q(links__pk=key)
            elif isinstance(stream, state.Holds):
                return Q()  # a hold reaches whatever its table's cameras, links and unplaced recordings are
        keys = Recording.objects.filter(found, property=self.owner).values_list("pk", flat=True)
        return Q(pk__in=set(keys))

    # The rule

    def held(self, row: Recording) -> bool:
        """Whether something keeps this recording beyond its term."""
        return row.kept_by.filter(hold__released_at=None).exists() or any(True for _ in self.holds_on(row))

    def holds_on(self, row: Recording) -> Iterable[Hold]:
        """The holds that keep it by what is said of it now."""
        if not self.standing:
            return
        between = self.interval(row)
        links = list(Link.objects.filter(recording=row, withdrawn=False))
        coverage = [] if row.camera_id is None else self._of_camera(row.camera_id)
        for hold in self.standing:
            if not hold.table:  # of one recording, which is recorded as kept (``Held``)
                continue
            if between is None or self._covered(hold, between, coverage) or self._linked(hold, links):
                yield hold

    def covers(self, hold: Hold, row: Recording) -> bool:
        """Whether a recording shows something of what is held, by its camera and its time; not so where nobody has said
        which camera made it or when."""
        between = self.interval(row)
        return between is not None and self._covered(hold, between, self._of_camera(row.camera_id or 0))

    def interval(self, row: Recording) -> tuple[datetime, datetime] | None:
        """From when to when it may have been filmed, by the server's clock; None where nobody knows. Of a film whose
        times jump, everything in between: which of them is right, nobody knows."""
        found = self.intervals(row)
        return (min(each[0] for each in found), max(each[1] for each in found)) if found else None

    def intervals(self, row: Recording) -> list[tuple[datetime, datetime]]:
        """The same for each stretch of it; none where nobody knows."""
        if row.camera_id is None or row.shown_from is None:
            return []
        clock = self._clock(row.camera.recorder_id if row.camera is not None else None)
        found = []
        for piece in row.pieces:
            (begins, doubt), (ends, later) = (
                clock.at(row.shown_from, at_ms + piece.later_ms) for at_ms in (piece.from_ms, piece.to_ms)
            )
            found.append((begins - doubt, ends + later))
        if row.unplayable is not None:  # how long it is nobody knows: until it arrived, at the most
            found = [(begins, max(ends, row.arrived_at)) for begins, ends in found]
        return found

    def shown(self, hold: Hold, row: Recording) -> list[tuple[int, int]]:
        """Which stretches of a recording may show something of what is held, in milliseconds of it."""
        if row.camera_id is None or row.shown_from is None:
            return []
        clock = self._clock(row.camera.recorder_id if row.camera is not None else None)
        found = []
        for piece in row.pieces:
            (begins, doubt), (ends, later) = (
                clock.at(row.shown_from, at_ms + piece.later_ms) for at_ms in (piece.from_ms, piece.to_ms)
            )
            doubt, each_ms = max(doubt, later), timedelta(milliseconds=1)
            rate = (piece.to_ms - piece.from_ms) / max(1.0, (ends - begins) / each_ms)
            for first, last in self.covered_by(hold, self._of_camera(row.camera_id)):
                from_ms = max(piece.from_ms, piece.from_ms + floor((first - doubt - begins) / each_ms * rate))
                to_ms = min(piece.to_ms, piece.from_ms + ceil((last + doubt - begins) / each_ms * rate))
                if from_ms <= to_ms:
                    found.append((from_ms, to_ms))
        return found

    def lies(self, row: Recording) -> tuple[datetime, timedelta]:
        """When its first frame was filmed, and to within what. Of one that somebody placed."""
        assert row.shown_from is not None
        return self._clock(row.camera.recorder_id if row.camera is not None else None).server_time(row.shown_from)

    def covered_by(self, hold: Hold, coverage: Iterable[Coverage]) -> list[tuple[datetime, datetime]]:
        """What of a hold these cover, in order."""
        found = [
            (max(hold.begins_at, each.begins_at), min(hold.ends_at, each.ends_at or hold.ends_at))
            for each in coverage
            if (each.table == hold.table if each.table else each.pit == self.pit_of(hold.table))
        ]
        return together((begins, ends) for begins, ends in found if begins <= ends)

    def _covered(self, hold: Hold, between: tuple[datetime, datetime], coverage: Iterable[Coverage]) -> bool:
        for each in coverage:
            there = each.table == hold.table if each.table else each.pit == self.pit_of(hold.table)
            begins = max(between[0], hold.begins_at, each.begins_at)
            ends = min(end for end in (between[1], hold.ends_at, each.ends_at) if end is not None)
            if there and begins <= ends:
                return True
        return False

    def _linked(self, hold: Hold, links: Iterable[Link]) -> bool:
        for link in links:
            if hold.subject and hold.subject in (link.subject_stream, f"case/{link.case}"):
                return True
            meets = link.begins_at <= hold.ends_at and hold.begins_at <= link.ends_at
            if meets and table_of(link.subject_stream) == hold.table:
                return True
        return False

    def _of_camera(self, camera: int) -> list[Coverage]:
        if camera not in self._coverage:
            self._coverage[camera] = list(Coverage.objects.filter(camera_id=camera))
        return self._coverage[camera]

    def _clock(self, recorder: int | None) -> RecorderClock:
        if recorder not in self._clocks:
            self._clocks[recorder] = clock_of(recorder)
        return self._clocks[recorder]
