"""One report while it is worked on: what was asked for, the log that proves it, the folder of its parts, how far it is.

Proved by ``tests/surveillance/reports/test_making.py``.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from casino.checkpoints import building, places
from casino.checkpoints.faults import Fault
from casino.checkpoints.models import Checkpoint, Log
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.log_entry import time_text
from casino.ledger.models import Property
from casino.transparency.proving import Missing, TileReader
from games.rows.replay import Replayer
from surveillance.bundle.layout import DaysSince, House
from surveillance.bundle.selection import Selection
from surveillance.bundle.writing import Writer
from surveillance.files import jobs
from surveillance.reports.models import Report, ReportState

jobs.PASSING.register("reports_no_log", None)


class Work:
    """What every part of the work needs."""

    def __init__(self, run: jobs.Run, row: Report, folder: Path) -> None:
        self.run, self.row, self.folder = run, row, folder
        self.owner: Property = row.property
        self.selection = msgspec.convert(row.selection, Selection)
        self.position = row.position
        self.replayer = Replayer(self.owner.code)
        self.writer = Writer(folder, house=house_of(self.owner), as_of=self.position)
        self.checkpoint, self.tree = checkpoint_of(self.owner, self.position)
        self._told = 0

    def progress(self, done: int, total: int) -> None:
        """Say how far it is; at the first and then every hundredth round, whether somebody stopped it."""
        self.run.progress(done, total)
        if done - self._told >= 100 or done < self._told:
            self._told = done
            self.go_on()

    def go_on(self) -> None:
        """Problem reports_cancelled where somebody stopped it."""
        if not Report.objects.filter(pk=self.row.pk, state=ReportState.REQUESTED).exists():
            raise Problem("reports_cancelled")


def house_of(owner: Property) -> House:
    """The property as a bundle names it."""
    hours, now = owner.days.hours, owner.days.at(clock())
    dated = [DaysSince(time_text(each.since) if each.since else "", each.time_zone, each.starts) for each in hours]
    return House(
        code=owner.code,
        name_vi=owner.name_vi,
        name_en=owner.name_en,
        time_zone=now.time_zone,
        gaming_day_starts=now.starts,
        currency=owner.currency,
        gaming_days=tuple(dated) if len(dated) > 1 else (),
    )


def checkpoint_of(owner: Property, position: int) -> tuple[Checkpoint, TileReader]:
    """The first checkpoint that covers a position, and its tree. Problem reports_no_log: tried again by itself."""
    if not places.kept():
        raise Problem("reports_no_log", position=position)
    found = _covering(owner, position)
    if found is None:
        building.advance(owner.code, clock())
        found = _covering(owner, position)
    log = Log.objects.filter(property=owner).first()
    if found is None or log is None:
        raise Problem("reports_no_log", position=position)
    try:
        return found, TileReader(places.store(owner.code), found.size)
    except Missing as error:
        raise Fault("tiles_missing", str(error)) from error


def _covering(owner: Property, position: int) -> Checkpoint | None:
    return Checkpoint.objects.filter(log__property=owner, size__gte=max(1, position)).order_by("size").first()
