"""Every possible roulette bet against all 37 pockets: each bet's expected loss is exactly 1/37 of its stake."""

from __future__ import annotations

from fractions import Fraction
from uuid import UUID

import msgspec
import pytest

import games.roulette.facts  # noqa: F401  registers the event types
from games.catalogue import judge, shipped
from games.engine.fold import fold
from games.engine.judgement import Outcome
from games.roulette.layout import layout
from tests.golden.reader import HERE, Golden, Line

pytestmark = pytest.mark.slow

BOOK = shipped().by_id("roulette.2020-06-13")
STAKE = 1000
SPOTS = sorted(layout(BOOK))


def _round(pocket: int) -> Golden:
    golden = Golden(HERE / "exhaustive", "", {"game": "roulette", "opened": "2026-03-01T12:00:00+07:00"})
    golden.facts.append(Line(0, "round_opened", {}, UUID(int=1)))
    for n, spot in enumerate(SPOTS):
        fields = {"bet": f"b{n}", "spot": spot, "stake_minor": STAKE}
        golden.facts.append(Line(1, "bet_placed", fields, UUID(int=100 + n)))
    golden.facts.append(Line(20, "betting_closed", {}, UUID(int=2)))
    golden.facts.append(Line(40, "ball_dropped", {"pocket": pocket}, UUID(int=3)))
    return golden


@pytest.fixture(scope="module")
def net_by_spot() -> dict[str, list[int]]:
    nets: dict[str, list[int]] = {spot: [] for spot in SPOTS}
    for pocket in range(37):
        golden = _round(pocket)
        judgement = judge(fold(golden.stream, golden.rows()), BOOK, ended=False)
        assert not judgement.findings
        for spot, result in zip(SPOTS, judgement.results, strict=True):
            assert result.settlement.outcome in (Outcome.WON, Outcome.LOST)
            nets[spot].append(result.settlement.net_minor)
    return nets


def test_there_are_157_bets() -> None:
    """37 straights, 60 splits, 14 threes, 23 fours, 11 six lines, 3 columns, 3 dozens and 6 even chances."""
    assert len(SPOTS) == 37 + 60 + 14 + 23 + 11 + 3 + 3 + 6


@pytest.mark.parametrize("spot", SPOTS)
def test_expected_loss_is_one_37th(spot: str, net_by_spot: dict[str, list[int]]) -> None:
    place = layout(BOOK)[spot]
    if spot == "corner:0-1-2-3":
        # Four pockets at 1:8 lose 1/37 like any corner.
        assert len(place.pockets) == 4
    nets = net_by_spot[spot]
    assert Fraction(sum(nets), 37 * STAKE) == Fraction(-1, 37)
    assert sum(1 for n in nets if n > 0) == len(place.pockets)


def test_stake_is_returned_or_collected_whole() -> None:
    judgement = _round(17).judge(book=BOOK)
    for result in judgement.results:
        s = result.settlement
        assert s.returned_minor + s.collected_minor == s.stake_minor
        assert msgspec.to_builtins(result)["difference_minor"] is not None
