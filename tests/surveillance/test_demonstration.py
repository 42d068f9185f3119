"""The demonstration's films: of the rounds with which the review queue begins and of a disputed round of each game, by
two cameras whose clocks are off by known amounts."""

from __future__ import annotations

import time
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from casino.clock import now as clock
from casino.ledger.models import Property
from games.rows.models import FindingStatus
from games.simulate.day import simulated_day
from surveillance.demonstration import cases as disputes
from surveillance.demonstration import footage as demonstration
from surveillance.demonstration import house as day_of
from surveillance.files import jobs
from surveillance.files.models import FootageCopy, FootageJob
from surveillance.rows import in_order, timeline
from surveillance.rows.models import Link, Recording, Request
from tests.simulate.test_seed_demo import SEED

ZONE = ZoneInfo("Asia/Ho_Chi_Minh")


@pytest.fixture
def owner(fresh_database: object, person_keys: object, settings: Any, tmp_path: Path) -> Property:
    settings.FOOTAGE_DIR = str(tmp_path / "footage")
    settings.FOOTAGE_INCOMING_DIR = str(tmp_path / "footage" / "incoming")
    (tmp_path / "footage").mkdir(mode=0o750)
    owner = day_of.make_property()
    day = simulated_day(SEED, date(2026, 6, 13), zone=ZONE, spins=40)
    day_of.load(owner, day, progress=lambda _count: None)
    day_of.make_accounts(clock())
    day_of.make_postings(owner, clock())
    day_of.show(owner)
    disputes.load(owner, clock())
    return owner


@pytest.mark.slow
def test_every_game_is_filmed_where_its_clock_says(owner: Property) -> None:
    now = clock()
    demonstration.load(owner, now)
    demonstration.load(owner, now)  # a second start adds nothing
    shots = demonstration.missing(owner)
    assert {shot.row.game for shot in shots} == set(demonstration.GAMES)
    assert {row.game for row in demonstration.disputed(owner)} == set(demonstration.GAMES)
    assert len(shots) == 2 * len({shot.row.stream for shot in shots})
    assert {row.stream for row in demonstration.disputed(owner)} <= {shot.row.stream for shot in shots}
    first = in_order.findings(in_order.newest_day(), "money").filter(status=FindingStatus.OPEN)[0]
    assert first.round is not None
    assert [shot.row.stream for shot in shots[:2]] == [first.round.stream] * 2, "the queue begins with film"
    shown = timeline.of_round(shots[0].row, language="en")
    [about] = [each for each in shown.findings if each.key == first.pk]
    assert all(shot.begins_at < shown.moment_of(about) < shot.ends_at for shot in shots[:2])
    assert all(shot.ends_at - shot.begins_at <= demonstration.LONGEST for shot in shots)
    began = time.monotonic()
    for shot in shots[:2]:
        demonstration.make(shot, now)
    took_s = time.monotonic() - began
    assert took_s < 60, "a newcomer waits for the films"
    demonstration.make(shots[0], now)  # begun again after an interruption: the same recording
    assert Recording.objects.count() == 2
    line = timeline.of_round(shots[0].row, language="en")
    for clip, shot in zip([c for c in line.clips if c.state == "here"], shots[:2], strict=True):
        assert clip.begins_at is not None
        assert clip.uncertainty_ms is not None
        away = abs(clip.begins_at - shot.begins_at)  # the readings of the demonstration scatter: a frame at most
        assert away < timedelta(milliseconds=min(40, clip.uncertainty_ms))
        assert clip.uncertainty_ms < 1_000
    assert len(demonstration.missing(owner)) == len(shots) - 2
    demonstration.answer(owner, now)
    [answered] = Request.objects.filter(status="answered", case="")
    assert len(answered.links) == Link.objects.count() == 2
    for job in FootageJob.objects.all():
        jobs.run(job.pk)
    assert FootageCopy.objects.filter(what="web").count() == 2
