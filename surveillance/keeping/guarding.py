"""Film that is held stays held, and is not moved by one person.

Where and when film was filmed is what officers say: placing, coverage, a camera's recorder, readings of its clock. So
that nobody talks film out of a hold, a hold's reach is recorded (``hold.reached``: hold, recording, hash) and stands
until the hold is released, whatever is said afterwards. :func:`reach` records what the rows show; it is asked by the
round of upkeep, and under the lock of the log before any command that could move film, so that there is no moment in
which a hold stands and its film can be talked away.

A command that would move film that is held, or take a camera's coverage out of a hold, is carried out in a savepoint
and looked at: by what it *does* it is known, not by a list of commands. What moves something is taken
back, and recorded as asked for (``change.asked``); a second person confirms it (``surveillance.record.changing``).
The first placing of a film of which nothing was said moves nothing: it stays held by what held it.

Proved by ``tests/surveillance/test_guarding.py``, a stateful test over every command among them.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from surveillance.execution import service
from surveillance.keeping import holds
from surveillance.record import facts as f
from surveillance.record import state
from surveillance.record.change_facts import MOST_NAMED
from surveillance.record.changing import Moved
from surveillance.rows import readmodel
from surveillance.rows.keeping import Keeping
from surveillance.rows.models import Camera, Coverage, Held, Hold, Recording

ACTOR: Final = "system:holds"
LEAST: Final = timedelta(seconds=1)
"""What a clock moves by, even where it is known better."""
_IDS: Final = UUID("8c9c41d3-8c0d-5d4f-8f0e-5f2b1a7a9a10")


def reach(owner: Property, rows: Iterable[Recording], now: datetime) -> int:
    """Record of these recordings which standing holds keep them, as far as that is not recorded; how many facts that
    took. In the caller's transaction; the rows are those of the end of the log."""
    keeping = Keeping(owner)
    if not keeping.standing:
        return 0
    known = set(Held.objects.filter(property=owner, hold__released_at=None).values_list("hold_id", "recording_id"))
    facts: dict[str, list[f.HoldReached]] = {}
    for row in rows:
        for hold in keeping.holds_on(row):
            if (hold.pk, row.pk) not in known:
                said = f.HoldReached(hold=hold.hold, recording=row.code, sha256=row.sha256)
                facts.setdefault(hold.stream, []).append(said)
    for stream, made in sorted(facts.items()):
        first = made[0]
        identity = uuid5(_IDS, f"{owner.code}|{stream}|{first.hold}|{first.recording}|{len(made)}")
        service.append(owner.code, stream, made, actor=ACTOR, command_id=identity, now=now)
    return sum(len(made) for made in facts.values())


def reach_all(property_code: str, *, now: datetime) -> int:
    """The same of every recording that is kept and held."""
    owner = Property.objects.get(code=property_code)
    rows = Recording.objects.filter(property=owner, deleted_at=None, held=True).select_related("camera")
    count = reach(owner, rows.iterator(chunk_size=500), now)
    if count:
        readmodel.follow_to_head(property_code)
    return count


class Guard:
    """What is held around the streams that a command is about, before and after it. Asked under the lock of the log."""

    def __init__(self, owner: Property, streams: Iterable[str], now: datetime) -> None:
        self.owner = owner
        self.now = now
        self._touched = [get_ledger(owner.code).load(state.begun, each) for each in dict.fromkeys(streams)]
        self.up()
        self.rows = self._rows()
        if reach(owner, self.rows, now):
            self.up()
        self.before = self._look()

    def up(self) -> None:
        """Bring the rows to the end of the log, which nobody else can move. Problem footage_busy where another copy is
        at work: it waits for the lock that is held here."""
        at_holds, at_rows = holds.catch_up(self.owner.code, now=self.now), readmodel.catch_up(self.owner.code)
        if at_holds.busy or at_rows.busy:
            raise Problem("footage_busy")

    def moved(self) -> Moved | None:
        """What was moved of what is held since this guard was made; None where nothing was."""
        self.up()
        after = self._look()
        gone = {key: holds for key, (place, holds) in self.before.items() if self._is_moved(place, after.get(key))}
        if not gone:
            return None
        named = [key for key in gone if not key.startswith(_CAMERA)]
        about = {hold.subject or hold.stream for holds in gone.values() for hold in holds}
        return Moved(tuple(sorted(named))[:MOST_NAMED], tuple(sorted(about))[:MOST_NAMED])

    def _rows(self) -> list[Recording]:
        affected = Keeping(self.owner).affected(self._touched)
        found = Recording.objects.filter(affected, property=self.owner, deleted_at=None, held=True)
        return list(found.select_related("camera"))

    def _look(self) -> dict[str, tuple[Any, list[Hold]]]:
        """Where each recording that is held lies, and what each camera covers of each hold."""
        keeping = Keeping(self.owner)
        found: dict[str, tuple[Any, list[Hold]]] = {}
        keys = [row.pk for row in self.rows]
        held: dict[int, list[Hold]] = {}
        for each in Held.objects.filter(recording_id__in=keys, hold__released_at=None).select_related("hold"):
            held.setdefault(each.recording_id, []).append(each.hold)
        for row in Recording.objects.filter(pk__in=keys).select_related("camera"):
            between = keeping.interval(row)
            if between is not None:  # nothing is known of it yet, and whatever is said first moves it from nowhere
                found[row.code] = ((row.camera_id, row.shown_from, keeping.lies(row)), held.get(row.pk, []))
        for camera in Camera.objects.filter(property=self.owner, stream__in=[each.stream for each in self._touched]):
            for hold in keeping.standing:
                spans = keeping.covered_by(hold, Coverage.objects.filter(camera=camera))
                if spans:
                    found[f"{_CAMERA}{camera.code} {hold.pk}"] = (spans, [hold])
        return found

    def _is_moved(self, before: Any, found: tuple[Any, list[Hold]] | None) -> bool:
        if found is None:
            return True
        after = found[0]
        if isinstance(before, list):  # spans of coverage: more of it takes nothing away
            return not all(any(a <= begin and end <= b for a, b in after) for begin, end in before)
        if before[:2] != after[:2]:
            return True
        (at, doubt), (then, _doubt) = before[2], after[2]
        return bool(abs(then - at) > max(doubt, LEAST))


_CAMERA: Final = "camera "
