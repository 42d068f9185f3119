"""How long an officer waits who clears fifty findings: from the key to both pictures of the next one at its second.

Each finding is of a round of its own, filmed by two cameras; no key waits for the officer to look, so nothing is loaded
but what the queue loads ahead meanwhile. Part of ``make bench``."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from games.rows.models import Finding
from surveillance.rows.log_models import Review
from tests.journeys.conftest import Walk, answering, application, chromium, walk
from tests.surveillance.player import test_walk
from tests.surveillance.player.house import AHEAD, Watched, clip, played
from tests.surveillance.player.test_walk import enter, films, ready, sessions, settled
from tests.threads import in_thread

pytestmark = [pytest.mark.e2e, pytest.mark.bench]
__all__ = ["answering", "application", "chromium", "films", "sessions", "walk"]

FIFTY: Final = 50
BAR_S: Final = 3.0
"""Median from key to picture on a machine with two processors that serves, decodes and drives the browser."""


def into_film_ms(n: int) -> int:
    """Where in its films the wrong payment of a round lies: neighbours differ, so none passes for the next."""
    return 40_000 + 400 * (n % 10)


@pytest.fixture
def watched(fresh_database: object) -> Watched:
    """Fifty rounds that were paid short, a minute apart, the highest first."""
    made: Watched = test_walk.watched.__wrapped__(fresh_database)  # type: ignore[attr-defined]
    began = made.begins + timedelta(hours=1)
    for n in range(FIFTY):
        at = began + timedelta(minutes=n)
        made.house.story.spin(f"w{n:02}", at, paid_minor=3_000_000 - 10_000 * (FIFTY - n))
        first = at + timedelta(seconds=35, milliseconds=-into_film_ms(n))
        for camera, recorder in (("CAM-1", "NVR-1"), ("CAM-2", "NVR-2")):
            made.recording(f"R-{camera}-{n}", camera, first + AHEAD[recorder])
    made.house.follow()
    made.follow()
    return made


@contextmanager
def every_film() -> Iterator[None]:
    """Each recording is played from an address of its own, so that no film comes out of the browser's cache."""
    found = {}
    for n in range(FIFTY):
        for camera, name in (("CAM-1", "even"), ("CAM-2", "uneven")):
            one = clip(name)
            found[f"R-{camera}-{n}"] = type(one)(
                address=f"{one.address}?{camera}-{n}", index=one.index, viewed=one.viewed, said=None
            )
    with played(found):
        yield


@pytest.fixture
def address(request: pytest.FixtureRequest, watched: Watched, films: Path) -> Iterator[str]:
    wanted = ("chromium_path", "application", "answering", "settings", "monkeypatch")
    given: dict[str, Any] = {name: request.getfixturevalue(name) for name in wanted}
    with every_film():
        yield from test_walk.address.__wrapped__(watched=watched, films=films, **given)  # type: ignore[attr-defined]


def test_fifty_findings_are_cleared_without_waiting(
    sessions: dict[str, str], watched: Watched, walk: Callable[..., Walk]
) -> None:
    step = walk()
    enter(step, sessions["surveillance"], "vi")
    step.go("/admin/surveillance/queue/?severity=money")
    ready(step)
    page = step.page
    settled(step, [into_film_ms(0)] * 2, 121)
    took: list[float] = []
    for n in range(1, FIFTY):
        began = time.monotonic()
        page.keyboard.press("y")
        page.wait_for_function(f"() => document.querySelector('[data-review]').dataset.shown === '{n}'")
        settled(step, [into_film_ms(n)] * 2, 121)
        took.append(time.monotonic() - began)
    page.wait_for_load_state("networkidle")
    whole, took = sum(took), sorted(took)
    sys.stdout.write(
        f"\nfifty findings with two films each: {whole:.0f} s from first to last, median {took[len(took) // 2]:.2f} s,"
        f" 95 % {took[int(len(took) * 0.95)]:.2f} s from key to pictures; load {os.getloadavg()[0]:.1f}"
        f" (bar: median {BAR_S:.0f} s)\n"
    )
    assert in_thread(lambda: Review.objects.count()) == FIFTY - 1
    assert in_thread(lambda: Finding.objects.filter(severity="money").count()) >= FIFTY
    assert took[len(took) // 2] <= BAR_S
