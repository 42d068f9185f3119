"""What a device dates before things that it numbered earlier, in whatever round they stand, is marked and not believed.

The fraud: a reader at whose table nobody numbers anything else in the round sells a winning bet an hour later, with one
more fact behind it so that its numbers run on. Within the round nothing contradicts it; its own numbers do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from games.engine.judgement import Judgement, Severity
from games.ingest.devices import add_device
from games.ingest.gaps import bring_up, rebuild_progress
from games.ingest.models import DeviceGap, DeviceProgress
from games.ingest.service import sender_for, take_in
from games.rows.replay import Replayer
from tests.ingest.conftest import NOW, House

ROUND, OTHER = "20260613-0001", "20260613-0002"
DEALER = {"post": "dealer", "staff": "D01"}


def at(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def take(house: House, device: str, *said: tuple[Any, ...], received: float, skew_ms: int | None = 0) -> list[Any]:
    """Facts ``(number, seconds, type, data[, round])`` of a device, received together; their answers."""
    raw = [
        house.raw(f"roulette.{name}.v1", sequence=number, occurred_at=at(seconds).isoformat(), data=data, round=code)
        for number, seconds, name, data, code in ((*each, ROUND)[:5] for each in said)
    ]
    return take_in(sender_for("TST", device), raw, received_at=at(received), clock_skew_ms=skew_ms)


def marks(house: House, device: str) -> list[int | None]:
    """Of a device's events the mark, in the order of the log."""
    rows = [row for row in house.ledger.scan() if row[6] == f"device:{device}"]
    return [msgspec.json.decode(row[7]).get("dated_back_ms") for row in rows]


@pytest.fixture
def played(house: House) -> House:
    """A round played honestly by the tablet S1, and a reader R1 that heard nothing of it and read a bet of the next."""
    add_device(property_code="TST", code="R1", kind="sensor", tables=["RL01"])
    story: list[tuple[Any, ...]] = [
        (1, 0, "round_opened", {}),
        (2, 20, "betting_closed", {"called_by": DEALER}),
        (3, 45, "ball_dropped", {"pocket": 17}),
        (4, 90, "round_closed", {}),
        (5, 100, "round_opened", {}, OTHER),
    ]
    for each in story:
        assert take(house, "S1", each, received=each[1] + 0.2)[0].status == "recorded"
    take(
        house, "R1", (1, 110, "bet_placed", {"bet": "o1", "spot": "red", "stake_minor": 10_000}, OTHER), received=110.2
    )
    return house


SOLD = (5.0, "bet_placed", {"bet": "b9", "spot": "straight:17", "stake_minor": 10_000})
BEHIND = (6.0, "bet_placed", {"bet": "b8", "spot": "red", "stake_minor": 10_000})


def judged(house: House) -> Judgement:
    judgement: Judgement = Replayer("TST").round(f"round/RL01/{ROUND}").judgement
    return judgement


def settled(judgement: Judgement) -> dict[str, str]:
    return {result.bet: result.settlement.outcome.value for result in judgement.results}


@pytest.mark.parametrize("skew_ms", [0, None], ids=["a clock that is told", "a clock that nobody measured"])
def test_numbers_of_another_round_contradict_it(played: House, skew_ms: int | None) -> None:
    take(played, "R1", (2, *SOLD), (3, *BEHIND), received=3_600, skew_ms=skew_ms)
    assert marks(played, "R1") == [None, 105_000, 104_000]
    judgement = judged(played)
    assert settled(judgement)["b9"] == "refused"
    said = {(f.code, f.severity, f.amount_minor) for f in judgement.findings if f.subject == "b9"}
    assert ("late_bet", Severity.PROCEDURE, 0) in said
    # Between clocks that cannot be compared the order of receipt decides, and there is no claim to be heard.
    assert (("claim_numbered_late", Severity.MONEY, 350_000) in said) == (skew_ms == 0)


def test_what_came_out_of_a_buffer_in_its_order_is_not_marked(played: House) -> None:
    """The same facts, numbered as they were sensed: before what the reader sensed in the next round."""
    add_device(property_code="TST", code="R2", kind="sensor", tables=["RL01"])
    other = (3, 110, "bet_placed", {"bet": "o2", "spot": "red", "stake_minor": 10_000}, OTHER)
    take(played, "R2", (1, *SOLD), (2, *BEHIND), other, received=3_600)
    assert marks(played, "R2") == [None, None, None]
    assert settled(judged(played))["b9"] == "won"


def test_a_number_that_was_left_open_is_held_against_those_below_it(played: House) -> None:
    take(played, "R1", (4, 300, "bet_placed", {"bet": "o4", "spot": "red", "stake_minor": 10_000}, OTHER), received=300)
    take(played, "R1", (2, *SOLD), (3, *BEHIND), received=3_600)
    assert marks(played, "R1") == [None, None, 105_000, 104_000]
    honest = (6, 400, "bet_placed", {"bet": "o6", "spot": "red", "stake_minor": 10_000}, OTHER)
    take(played, "R1", honest, received=400)
    take(played, "R1", (5, 350, "bet_placed", {"bet": "o5", "spot": "red", "stake_minor": 10_000}, OTHER), received=401)
    assert marks(played, "R1")[4:] == [None, None], "a number left open, and dated between its neighbours"


def test_clocks_are_measured_no_better_than_half_a_minute(played: House) -> None:
    def bet(number: int, seconds: float) -> tuple[Any, ...]:
        return (number, seconds, "bet_placed", {"bet": f"x{number}", "spot": "red", "stake_minor": 10_000}, OTHER)

    take(played, "R1", bet(2, 300), received=301)
    take(played, "R1", bet(3, 270), received=302)
    take(played, "R1", bet(4, 269.9), received=303)
    assert marks(played, "R1") == [None, None, None, 30_100]


def test_a_moment_that_no_clock_can_show_stands_against_nothing(played: House) -> None:
    """A mistyped year, and a clock that nobody measures: what follows is not held against it."""

    def bet(number: int, seconds: float) -> tuple[Any, ...]:
        return (number, seconds, "bet_placed", {"bet": f"x{number}", "spot": "red", "stake_minor": 10_000}, OTHER)

    take(played, "R1", bet(2, 86_400 * 400), received=300)
    take(played, "R1", bet(3, 310), received=310)
    take(played, "R1", bet(4, 320), received=320, skew_ms=None)
    assert marks(played, "R1") == [None] * 4


def test_a_clock_that_is_told_now_and_then_contradicts_nothing(played: House) -> None:
    """Five minutes slow: as it is measured, and by itself, its moments follow on each other."""

    def bet(number: int, seconds: float) -> tuple[Any, ...]:
        data = {"bet": f"x{number}", "spot": "red", "stake_minor": 10_000}
        return (number, seconds - 300, "bet_placed", data, OTHER)

    take(played, "R1", bet(2, 500), received=500, skew_ms=300_000)
    take(played, "R1", bet(3, 510), received=900, skew_ms=None)
    take(played, "R1", bet(4, 520), received=910, skew_ms=300_000)
    assert marks(played, "R1") == [None] * 4


Sent = Callable[[House], None]


def stories() -> Iterator[Any]:
    def bet(number: int, seconds: float) -> tuple[Any, ...]:
        data = {"bet": f"x{number}", "spot": "red", "stake_minor": 10_000}
        return (number, seconds, "bet_placed", data, OTHER)

    def in_batches(*batches: list[tuple[int, float]]) -> Sent:
        def send(house: House) -> None:
            for place, batch in enumerate(batches):
                take(house, "R1", *(bet(*each) for each in batch), received=1_000 + place)

        return send

    yield pytest.param(in_batches([(2, 200), (3, 210)], [(4, 220)]), id="in order")
    yield pytest.param(in_batches([(5, 250), (2, 200)], [(9, 300)], [(7, 280), (3, 10)]), id="with holes")
    yield pytest.param(in_batches([(2, 200), (2, 900)], [(2, 950), (3, 20)]), id="numbers used twice")

    def conflicting(house: House) -> None:
        first = house.event(sequence=2, round=OTHER, occurred_at=at(200).isoformat())
        later = first | {"occurred_at": at(900).isoformat()}
        for raw in (first, later):
            take_in(sender_for("TST", "R1"), [msgspec.json.encode(raw)], received_at=at(1_000), clock_skew_ms=0)
        take(house, "R1", bet(3, 210), received=1_001)

    yield pytest.param(conflicting, id="an id for other content")

    def refused(house: House) -> None:
        take(house, "R1", (2, 900, "bet_placed", {"bet": "x2"}, OTHER), bet(4, 210), received=1_000)
        take(house, "R1", bet(2, 205), bet(3, 207), received=1_001)

    yield pytest.param(refused, id="refused first")


@pytest.mark.parametrize("send", list(stories()))
def test_the_rows_come_to_the_same_from_the_record(played: House, send: Sent) -> None:
    send(played)
    before = kept()
    assert before[0][1] is not None
    rebuild_progress("TST")
    assert kept() == before


def kept() -> list[Any]:
    rows = DeviceProgress.objects.filter(device__code="R1").values_list(
        "highest_sequence", "latest_measured", "latest_shown"
    )
    gaps = DeviceGap.objects.filter(device__code="R1").order_by("first")
    return [*rows, *gaps.values_list("first", "last", "below_measured", "below_shown")]


def test_rows_from_before_are_brought_up(played: House) -> None:
    before = kept()
    DeviceProgress.objects.update(latest_measured=None, latest_shown=None)
    assert bring_up(NOW) == 0
    assert kept() == before
