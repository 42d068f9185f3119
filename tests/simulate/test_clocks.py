"""Honest days with devices off line and clocks that are wrong: nothing is found of money, and no bet is refused.

What each device sends is shifted by its clock's error, told or not; some are cut off for a while and send afterwards
what they saw, in their order. Rows are made as taking events in makes them, and judged as a record without a server is.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
import pytest

from casino.core.gaming_days import GamingDays, always
from casino.core.stored import Row
from games.engine.judgement import REFUSED, Judgement, Severity
from games.ingest.estimates import Estimate
from games.ingest.numbers import Counted, below_each, count, dated
from games.judgement.judging import Record
from games.rows.limits import SMALLEST_SKEW_MS
from games.simulate.day import Day, Delivery, late_and_out_of_order, simulated_day
from games.simulate.wire import Sent

ZONE = ZoneInfo("Asia/Ho_Chi_Minh")
DAY = date(2026, 6, 13)
FARTHEST_MS = 600_000


class House(NamedTuple):
    days: GamingDays = always(ZONE.key, 6)


class Line(NamedTuple):
    """A device's clock error (the server's less its own, in ms), whether it tells its clock, and when it is cut off."""

    error_ms: int
    tells: bool
    cut_off: tuple[tuple[datetime, datetime], ...] = ()


def lines_of(day: Day, rng: random.Random, *, outages: int, measured: float) -> dict[str, Line]:
    """A clock error up to ten minutes for each device, and times at which it is off line, once it was heard."""
    last = day.deliveries[-1].arrives_at
    found = {}
    for machine in day.machines:
        own = [delivery for delivery in day.deliveries if delivery.device == machine.code]
        first = own[min(1, len(own) - 1)].arrives_at
        cuts = []
        for _ in range(outages):
            begins = first + (last - first) * rng.random()
            cuts.append((begins, begins + timedelta(seconds=rng.randrange(30, 1_800))))
        error_ms = rng.choice((0, 0, rng.randint(-FARTHEST_MS, FARTHEST_MS), rng.choice((-60_000, 60_000))))
        found[machine.code] = Line(error_ms, rng.random() < measured, tuple(sorted(cuts)))
    return found


def as_received(day: Day, lines: dict[str, Line], rng: random.Random) -> list[Delivery]:
    """Each device sends what it sees as it sees it; one that is off line keeps it, and sends it once it is back."""
    deliveries = []
    kept: dict[tuple[str, datetime], list[Sent]] = {}
    for delivery in day.deliveries:
        if delivery.device is None:
            deliveries.append(delivery)
            continue
        for event in sorted(delivery.events, key=lambda event: event.sequence or 0):
            happened = event.occurred_at or delivery.arrives_at
            line = lines[delivery.device]
            back = next((end for begin, end in line.cut_off if begin <= happened < end), None)
            if back is None:
                way = timedelta(milliseconds=rng.randrange(20, 400))
                deliveries.append(delivery._replace(arrives_at=happened + way, events=[event]))
            else:
                kept.setdefault((delivery.device, back), []).append(event)
    deliveries += [
        Delivery(back + timedelta(seconds=1), device, None, sorted(kept_events, key=lambda event: event.sequence or 0))
        for (device, back), kept_events in kept.items()
    ]
    return sorted(deliveries, key=lambda delivery: delivery.arrives_at)


def rows_of(deliveries: list[Delivery], lines: dict[str, Line]) -> Iterator[Row]:
    """What the server records: each event as its device dates it, with its clock as it was told or estimated."""
    estimates: dict[str, Estimate] = {}
    versions: Counter[str] = Counter()
    counted: dict[str, Counted] = {}
    position = 0
    for delivery in deliveries:
        clock: dict[str, object] = {}
        error = timedelta()
        if delivery.device is not None:
            line = lines[delivery.device]
            error = timedelta(milliseconds=line.error_ms)
            clock = clock_of(delivery, line, estimates)
        back = dated_back(delivery, error, clock, counted)
        for event in delivery.events:
            position += 1
            versions[event.stream] += 1
            said = None if event.occurred_at is None else event.occurred_at - error
            number = {} if event.sequence is None else {"sequence": event.sequence}
            number |= {"dated_back_ms": back[event.sequence]} if event.sequence in back else {}
            body = msgspec.json.encode({"id": str(event.id), "data": event.data, **clock, **number})
            yield (
                position, event.stream, versions[event.stream], event.type, said, delivery.arrives_at, event.actor, body
            )  # fmt: skip


def dated_back(
    delivery: Delivery, error: timedelta, clock: dict[str, Any], counted: dict[str, Counted]
) -> dict[int | None, int]:
    """By the numbers of a request, what is stored of lower ones that were dated later."""
    skew_ms = None if clock.get("clock_estimated") else clock.get("clock_skew_ms")
    came = {
        event.sequence: dated(event.occurred_at and event.occurred_at - error, skew_ms, delivery.arrives_at)
        for event in delivery.events
        if event.sequence is not None
    }
    known = counted.get(str(delivery.device), Counted(0, ()))
    below = below_each(known.highest, known.latest, known.holes, came)
    back = {number: came[number].back_from(lower) for number, lower in below}
    counted[str(delivery.device)] = count(
        known.highest, known.holes, came, delivery.arrives_at, moments=came, latest=known.latest
    )
    return {number: back_ms for number, back_ms in back.items() if back_ms is not None}


def clock_of(delivery: Delivery, line: Line, estimates: dict[str, Estimate]) -> dict[str, object]:
    """What is stored of a sender's clock with a request."""
    if line.tells:
        return {"clock_skew_ms": line.error_ms if abs(line.error_ms) >= SMALLEST_SKEW_MS else 0}
    device = str(delivery.device)
    newest = max((event.sequence or 0, event.occurred_at) for event in delivery.events if event.occurred_at)[1]
    late_ms = round((delivery.arrives_at - newest) / timedelta(milliseconds=1)) + line.error_ms
    hour = delivery.arrives_at.replace(minute=0, second=0, microsecond=0)
    known = estimates.get(device)
    estimates[device] = Estimate(hour, late_ms) if known is None else known.after(late_ms, hour)
    skew_ms = estimates[device].skew_ms
    return {"clock_skew_ms": skew_ms if abs(skew_ms) >= SMALLEST_SKEW_MS else 0, "clock_estimated": True}


def judgements(rows: list[Row]) -> Iterator[tuple[str, Judgement]]:
    record = Record(House())
    record.take(rows)
    for replay in record.replays():
        yield replay.stream, replay.judgement


def wrong_in(rows: list[Row]) -> list[tuple[str, str, object, int]]:
    """What is found of an honest day besides remarks, and the bets that are refused."""
    wrong: list[tuple[str, str, object, int]] = []
    for stream, judgement in judgements(rows):
        wrong += [
            (stream, finding.code, finding.subject, finding.amount_minor)
            for finding in judgement.findings
            if finding.severity is not Severity.REMARK
        ]
        wrong += [
            (stream, "refused", result.bet, 0) for result in judgement.results if result.settlement.outcome is REFUSED
        ]
    return wrong


def honest(seed: int, spins: int) -> Day:
    return simulated_day(seed, DAY, zone=ZONE, spins=spins, faults=False)


def a_day(seed: int, spins: int, *, outages: int, measured: float) -> list[Row]:
    rng = random.Random(seed)
    day = honest(seed, spins)
    lines = lines_of(day, rng, outages=outages, measured=measured)
    return list(rows_of(as_received(day, lines, rng), lines))


MEASURED = {"measured": 1.0, "unmeasured": 0.0, "some": 0.5}


@pytest.mark.parametrize("measured", MEASURED.values(), ids=MEASURED)
def test_wrong_clocks_cost_nobody_anything(measured: float) -> None:
    assert wrong_in(a_day(1, 8, outages=0, measured=measured)) == []


@pytest.mark.parametrize("measured", MEASURED.values(), ids=MEASURED)
def test_devices_off_line_cost_nobody_anything(measured: float) -> None:
    rows = a_day(2, 8, outages=3, measured=measured)
    assert wrong_in(rows) == []
    assert not any(b"dated_back_ms" in row[7] for row in rows), "nothing is held against numbers of other rounds"


def test_batches_that_overtake_each_other_are_not_dated_back() -> None:
    day = late_and_out_of_order(honest(3, 8), 3)
    lines = {machine.code: Line(0, tells=True) for machine in day.machines}
    assert not any(b"dated_back_ms" in row[7] for row in rows_of(day.deliveries, lines))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("measured", MEASURED.values(), ids=MEASURED)
def test_whole_days(seed: int, measured: float) -> None:
    """No money finding, no bet refused, and no more than one finding about procedure a sender."""
    rows = a_day(100 + seed, 30, outages=seed % 5, measured=measured)
    senders = {(row[1], row[2]): row[6] for row in rows}
    of_sender: Counter[str] = Counter()
    for stream, judgement in judgements(rows):
        severe = {finding.severity for finding in judgement.findings}
        assert Severity.MONEY not in severe, stream
        assert not any(result.settlement.outcome is REFUSED for result in judgement.results), stream
        procedure = [finding for finding in judgement.findings if finding.severity is Severity.PROCEDURE]
        of_sender.update(senders[stream, finding.versions[0]] for finding in procedure if finding.versions)
        assert all(finding.versions for finding in procedure), stream
    assert max(of_sender.values(), default=0) <= 1, of_sender
