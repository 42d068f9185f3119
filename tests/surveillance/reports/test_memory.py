"""A report of four times as many rounds takes hardly more memory: measured, with a bound."""

from __future__ import annotations

import tracemalloc
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from casino.checkpoints import building
from casino.clock import now as clock
from casino.ledger.application import get_ledger
from disputes.case.context import Actor
from games.rows import readmodel as rounds_readmodel
from games.rows.models import Round
from surveillance.bundle.selection import Selection
from surveillance.files import jobs
from surveillance.files.models import FootageJob
from surveillance.reports.models import Report
from tests.benchmarks.bulk import typical_mix
from tests.posting import a_property
from tests.replay.story import CODE
from tests.surveillance.reports import acts

FEW, MANY = 60, 240
BOUND_BYTES = 4 << 20


def peak_of(owner: Any, selection: Selection, now: datetime) -> tuple[int, int]:
    """Bytes at the highest while a report is made, and how many events it holds."""
    actor = Actor(staff="auditor", role="auditor", person=None)
    code = acts.ask(owner, actor, selection, command_id=uuid4(), now=now)
    building.advance(CODE, now, leaves_at_most=10**6)
    job = FootageJob.objects.get(kind="report", about=code)
    tracemalloc.start()
    assert jobs.run(job.pk)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    job.refresh_from_db()
    assert job.state == "done", job.said_en
    return peak, Report.objects.get(code=code).events_count or 0


@pytest.mark.slow
def test_four_times_the_rounds_take_hardly_more_memory(db: None, folder: Any, person_keys: Any) -> None:
    owner = a_property(CODE)
    ledger = get_ledger(CODE)
    for number, events in enumerate(typical_mix(MANY, 7)):
        ledger.append(events)
        if number % 50 == 0:
            rounds_readmodel.catch_up(CODE)
    rounds_readmodel.follow_to_head(CODE)
    days = sorted({day for day in Round.objects.values_list("gaming_day", flat=True) if day is not None})
    now = clock()
    all_of_it = Selection(about="month", from_day=days[0], to_day=days[-1], papers="none")
    peak_of(owner, all_of_it, now)  # imports, caches of documents
    small = Round.objects.order_by("first_position")[FEW]
    few = msgspec.structs.replace(all_of_it, tables=(small.table,))
    low, fewer = peak_of(owner, few, now + timedelta(minutes=2))
    deleted = Report.objects.order_by("id").first()
    assert deleted is not None
    actor = Actor(staff="auditor", role="auditor", person=None)
    acts.delete(deleted, actor, "Đo bộ nhớ.", command_id=uuid4(), now=now)
    high, more = peak_of(owner, all_of_it, now + timedelta(minutes=4))
    assert more > 3 * fewer
    assert high - low < BOUND_BYTES, (low, high, fewer, more)
