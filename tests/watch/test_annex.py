"""The annex: exact expectations, scipy's tests corrected for many tables, hold and mispayments with intervals."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from scipy.stats import chisquare, false_discovery_control

from casino.ledger.models import Property
from games.catalogue import GAMES
from games.fairness.rates import rate_interval
from games.rows.models import Round
from games.rows.watch_models import Drawn
from games.watch.annex import annex, of_spread
from games.watch.files import rows
from games.watch.money import Expected, Sums, hold, judged_again, mispayments
from games.watch.span import Interval, rounds_of, shift_of
from tests.replay.story import CODE, STARTS, Story
from tests.watch.house import Floor, follow

SPREADS = [
    pytest.param(spread, id=f"{game.code}-{spread.code}")
    for game in GAMES.values()
    for spread in (game.chance.spreads if game.chance else ())
]


@pytest.mark.parametrize("spread", SPREADS)
def test_exact_chances_sum_to_one(spread: object) -> None:
    assert abs(sum(group.chance for group in spread.groups) - 1) < 1e-12  # type: ignore[attr-defined]


def test_every_game_has_something_to_count_but_where_the_whole_pack_is_dealt() -> None:
    """Four seats of mậu binh are dealt 52 cards: four of each rank, whichever."""
    assert {game.code for game in GAMES.values() if game.chance and game.chance.spreads} == set(GAMES) - {"maubinh"}
    assert GAMES["maubinh"].chance is not None


def test_counts_are_held_against_scipys_tests() -> None:
    chance, spread = random.Random(5), GAMES["roulette"].chance.spreads[0]  # type: ignore[union-attr]
    results = [[chance.randrange(37)] for _ in range(740)]
    told = of_spread(spread, results)
    counts = [sum(result == [pocket] for result in results) for pocket in range(37)]
    known = chisquare(counts)
    assert told["chi_square"] == pytest.approx(known.statistic)
    assert told["p"] == pytest.approx(known.pvalue)
    assert told["degrees"] == 36
    assert not told["small"]
    assert sum(group["expected"] for group in told["groups"]) == pytest.approx(740)
    assert told["sector"]["expected"] == pytest.approx(180)


def test_a_wheel_that_changed_shows_as_drift_and_a_sector_as_a_sector() -> None:
    chance, spread = random.Random(5), GAMES["roulette"].chance.spreads[0]  # type: ignore[union-attr]
    fair = [[chance.randrange(37)] for _ in range(1500)]
    tilted = [[spread.order[chance.randrange(9)]] if chance.random() < 0.1 else [chance.randrange(37)] for _ in fair]
    assert of_spread(spread, [*fair, *tilted])["p_drift"] < 0.001
    assert of_spread(spread, fair)["p_drift"] > 0.01
    told = of_spread(spread, tilted)["sector"]
    assert set(told["groups"]) & {str(spread.order[place]) for place in range(9)}
    assert told["p"] < 1e-4
    assert of_spread(spread, fair)["sector"]["p"] > 0.05


def test_a_ratios_interval_is_that_of_its_linearised_variance() -> None:
    """Against numpy's own figures of a hundred rounds."""
    import numpy as np

    rng = np.random.default_rng(1)
    staked = rng.integers(10_000, 900_000, 100)
    won = (staked * rng.choice([1, -1, 1, -2], 100)).astype(int)
    sums = Sums()
    for one, other in zip(staked.tolist(), won.tolist(), strict=True):
        sums.add(one, other, Expected())
    told = sums.told()
    rate = won.sum() / staked.sum()
    error = np.sqrt(((won - rate * staked) ** 2).sum()) / staked.sum()
    assert told["hold"] == pytest.approx(rate)
    assert (told["low"], told["high"]) == pytest.approx((rate - 1.96 * error, rate + 1.96 * error), rel=1e-4)
    assert told["theoretical"] is None


@pytest.mark.parametrize(("rounds", "given"), [(1, False), (2, False), (29, False), (30, True)])
def test_of_few_rounds_no_interval_is_given(rounds: int, *, given: bool) -> None:
    """Of one it would have no width, of two it was told as 49 to 76 %."""
    sums = Sums()
    for number in range(rounds):
        sums.add(100_000 + number, 50_000 * (-1) ** number, Expected(staked=100_000, expected=2_700.0))
    told = sums.told()
    bounds = ("low", "high", "theoretical_low_minor", "theoretical_high_minor")
    assert {told[name] is not None for name in bounds} == {given}
    assert told["small"] is not given
    assert told["rounds"] == rounds


@pytest.mark.django_db
def test_hold_and_mispayments_of_a_day() -> None:
    story = Story()
    story.table(at=STARTS)
    for number in range(6):
        paid = 3_000_000 if number == 2 else 3_500_000 if number % 2 == 0 else None
        pocket = 17 if number % 2 == 0 else 3
        story.spin(f"{number}", STARTS + timedelta(minutes=2 * number), pocket=pocket, paid_minor=paid)
    follow()
    everything = rounds_of(CODE, Interval(None, None, 10**9))
    again = judged_again(CODE, everything)
    [whole] = [each for each in hold(CODE, everything, again) if {each["table"], each["shift"], each["kind"]} == {None}]
    assert (whole["staked_minor"], whole["rounds"], whole["small"]) == (600_000, 6, True)
    rounds = Round.objects.all()
    assert whole["won_minor"] == -sum(row.recorded_net_minor + row.remedied_minor for row in rounds)
    assert whole["theoretical_minor"] == round(600_000 / 37)
    told = {(each["by"], each["group"]): each for each in mispayments(again)}
    wrong = sum(row.difference_minor != 0 for row in rounds)
    assert wrong >= 1
    every = told["all", ""]
    assert (every["cases"], every["bets"], every["small"]) == (wrong, 6, True)
    assert (every["low"], every["high"]) == rate_interval(wrong, 6, 0.01)[2:]
    assert told["bet", "straight"]["bets"] == told["table", "RL01"]["bets"] == 6


@pytest.mark.django_db
def test_mispayments_of_what_persons_entered_are_counted_only_where_asked_and_told_apart() -> None:
    story = Story()
    story.table(at=STARTS)
    story.spin("1", STARTS)
    story.spin("2", STARTS + timedelta(minutes=2), paid_minor=3_000_000, opened_by="person:PM-1")
    follow()
    sensed, every = (annex(CODE, not_sensed=too) for too in (False, True))
    assert (sensed["rounds"], sensed["not_sensed"]) == (2, {"entered": 1})

    def wrong(told: dict[str, Any]) -> dict[tuple[str, str], tuple[int, int]]:
        return {(each["by"], each["group"]): (each["cases"], each["bets"]) for each in told["mispayments"]}

    assert wrong(sensed)["all", ""] == (0, 1)
    assert not any(by == "source" for by, _group in wrong(sensed))
    assert wrong(every)["all", ""] == (1, 2)
    assert (wrong(every)["source", ""], wrong(every)["source", "entered"]) == ((0, 1), (1, 1))
    told = [row for row in rows(every, "en") if row[4] == "Entered by persons"]
    assert [(str(row[6]), str(row[7])) for row in told][:2] == [("bets", "1"), ("bets with something wrong", "1")]
    assert every["hold"] == sensed["hold"], "what was staked and won is told of all rounds"


@pytest.mark.django_db
def test_the_annex_of_an_interval_up_to_a_position() -> None:
    floor, chance = Floor(datetime(2026, 6, 13, 3, tzinfo=UTC)), random.Random(8)
    for table in ("RL01", "RL02"):
        floor.founded(table, "roulette", floor.now)
    first = floor.results([chance.randrange(37) for _ in range(200)], floor.now, table="RL01")
    reached = floor.ledger.head()[0]
    floor.results([chance.randrange(37) for _ in range(200)], first + timedelta(days=2), table="RL02")
    follow()
    whole, early = annex(CODE), annex(CODE, position=reached)
    assert (whole["rounds"], early["rounds"]) == (400, 200)
    assert {each["table"] for each in early["frequencies"]} == {"RL01"}
    day = Drawn.objects.filter(table="RL02")[0].gaming_day
    assert isinstance(day, date)
    assert annex(CODE, since=day)["rounds"] == 200
    tested = [each for each in whole["frequencies"] if not each["small"]]
    assert [each["p_corrected"] for each in tested] == pytest.approx(
        list(false_discovery_control([each["p"] for each in tested]))
    )
    assert {each["watch"] for each in whole["watches"]["watches"]} == {"wheel/RL01/1", "wheel/RL02/1"}
    assert not any(each["together"] for each in whole["watches"]["watches"])


@pytest.mark.django_db
def test_shifts_are_thirds_of_the_gaming_day() -> None:
    house = Property(code="X", gaming_day_starts=6)
    local = [datetime(2026, 6, 13, hour, 30, tzinfo=house.zone) for hour in (6, 13, 14, 21, 22, 5)]
    assert [shift_of(moment, house) for moment in local] == [1, 1, 2, 2, 3, 3]


@pytest.mark.django_db
def test_the_annex_is_the_same_whatever_is_recorded_later() -> None:
    """A payout that was put right, a spin corrected, rounds that came between: of a position it tells the same."""
    story = Story()
    story.table(at=STARTS)
    for number in range(6):
        paid = 3_000_000 if number == 2 else 3_500_000 if number % 2 == 0 else None
        pocket = 17 if number % 2 == 0 else 3
        story.spin(f"{number}", STARTS + timedelta(minutes=2 * number), pocket=pocket, paid_minor=paid)
    follow()
    position = story.ledger.head()[0]
    before = annex(CODE)
    assert before["position"] == position
    [dropped] = [event for event in story.ledger.stream("round/RL01/3") if event.type.endswith("ball_dropped.v1")]
    story.tell(
        "round/RL01/3",
        "roulette.fact_corrected",
        story.now,
        target=dropped.id,
        before={"pocket": 3, "source": None},
        after={"pocket": 17, "source": None},
        corrected_by={"post": "pit_manager", "staff": "S-300"},
        authorised_by={"post": "shift_manager", "staff": "S-400"},
        reason="Đọc nhầm số trên vòng quay",
    )
    story.spin("late", STARTS + timedelta(minutes=5), pocket=9)
    follow()
    assert annex(CODE)["rounds"] == 7
    assert annex(CODE)["hold"] != before["hold"]
    assert annex(CODE, position=position) == before
    assert annex(CODE, position=position, tables=("RL99",))["rounds"] == 0
