"""A pit manager looks at a wheel in doubt, on a phone and on a desk: from the list to the plot, and to all
statistics."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from tests.journeys.conftest import Walk, also
from tests.journeys.test_wrong_payment import log_in
from tests.watch.house import Floor, follow

pytestmark = [pytest.mark.e2e, pytest.mark.slow]
STARTS = datetime(2026, 7, 1, 3, tzinfo=UTC)


def told() -> None:
    """A wheel that gives 17 twice as often as it should, since its 600th spin; dice and a shoe."""
    floor, chance = Floor(STARTS), random.Random(3)
    floor.count = 10**6  # beyond what the house of the journeys was told
    for table, game in (("RL11", "roulette"), ("SB11", "sicbo"), ("BC11", "baccarat")):
        floor.founded(table, game, STARTS)
    fair = [chance.randrange(37) for _ in range(300)]
    stuck = [17 if chance.random() < 0.15 else chance.randrange(37) for _ in range(500)]
    floor.results([*fair, *stuck], STARTS, table="RL11", dealer="S-101")
    throws = [[chance.randint(1, 6) for _ in range(3)] for _ in range(120)]
    floor.results(throws, STARTS, table="SB11", game="sicbo", dealer="S-102")
    floor.results([("AS", "KD", "10H")] * 12, STARTS, table="BC11", game="baccarat")
    follow()


@pytest.mark.parametrize(("language", "width"), [("vi", 390), also("en", 1280)])
def test_from_the_list_to_the_plot(walk: Callable[..., Walk], language: str, width: int) -> None:
    told()
    step = walk(width=width)
    page = step.page
    log_in(step, "pit.supervisor", language)
    step.go("/admin/games/round/fairness/")
    step.fits()
    step.follow(page.locator("a[href*='wheel%2FRL11']").first)
    step.fits()
    assert page.locator("svg.tp-plot:visible").count() == 3, "the evidence, the wheel and its bars"
    step.go("/admin/games/round/statistics/all/")
    step.fits()
