"""A spot check is drawn by the next signed checkpoint, by nobody's choice, and drawn again by whoever kept that."""

from __future__ import annotations

import subprocess
from datetime import timedelta
from typing import Any

import pytest

from casino.checkpoints.models import Checkpoint
from casino.ledger.application import get_ledger
from surveillance.execution import spot_checks
from surveillance.record import journal as j
from surveillance.rows.log_models import SpotCheck
from tests.replay.story import CODE, STARTS
from tests.surveillance.watch import Watch, signed

pytestmark = pytest.mark.django_db

ASKING: dict[str, Any] = {
    "table": "RL01", "begins_at": STARTS, "ends_at": STARTS + timedelta(hours=1), "size": 3
}  # fmt: skip
LATER = STARTS + timedelta(hours=3)


def by_shell(text: str) -> str:
    """SHA-256 of a text, by a program of others."""
    return subprocess.run(["sha256sum"], input=text, capture_output=True, text=True, check=True).stdout.split()[0]


def test_it_waits_for_a_checkpoint_that_counts_the_asking(watch: Watch) -> None:
    signed(CODE)  # before the asking: known to whoever asks
    watch.do(j.DrawSpotCheck(**ASKING))
    assert spot_checks.draw(CODE, now=LATER) == 0
    row = SpotCheck.objects.get()
    assert (row.drawn_at, row.seed, row.rounds) == (None, "", [])
    signed(CODE)
    assert spot_checks.draw(CODE, now=LATER) == 1
    row = SpotCheck.objects.get()
    assert row.drawn_at is not None
    assert (len(row.rounds), row.left) == (3, 3)


def test_whoever_kept_the_checkpoint_draws_it_again_by_hand(watch: Watch) -> None:
    """As ``surveillance/record/sampling.py`` says it, with a shell's tools; a later checkpoint changes nothing."""
    watch.do(j.DrawSpotCheck(**ASKING))
    first = signed(CODE)
    watch.court.house.story.tell("table/RL01", "table.opened", STARTS)
    signed(CODE)
    spot_checks.draw(CODE, now=LATER)
    row = SpotCheck.objects.get()
    assert row.checkpoint is not None
    kept = Checkpoint.objects.get(size=row.checkpoint)
    assert kept.size == first.size
    seed = by_shell(f"{row.stream}\n{bytes(kept.root).hex()}")
    streams = list(get_ledger(CODE).stream_ids("round/RL01/", upto_position=kept.size))
    assert row.population == len(streams)
    assert row.rounds == sorted(streams, key=lambda stream: by_shell(f"{seed}\n{stream}"))[:3]


def test_it_is_drawn_once_though_two_workers_draw(watch: Watch) -> None:
    watch.do(j.DrawSpotCheck(**ASKING))
    signed(CODE)
    spot_checks.draw(CODE, now=LATER)
    SpotCheck.objects.update(drawn_at=None)  # as rows are that have not followed yet
    assert spot_checks.draw(CODE, now=LATER) == 0
    drawn = [event for event in get_ledger(CODE).stream(SpotCheck.objects.get().stream) if "drawn" in event.type]
    assert [event.actor for event in drawn] == [spot_checks.ACTOR]


def test_asked_again_it_comes_to_something_else(watch: Watch) -> None:
    """One checkpoint gives each asking a sample of its own, so that nothing is known of a second one either."""
    for _ in range(2):
        watch.do(j.DrawSpotCheck(**ASKING))
    signed(CODE)
    assert spot_checks.draw(CODE, now=LATER) == 2
    seeds = set(SpotCheck.objects.values_list("seed", flat=True))
    assert len(seeds) == 2
