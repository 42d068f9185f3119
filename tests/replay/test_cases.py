"""Small records that showed faults (``cases/README.md``), judged as a file is."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from casino.core.gaming_days import GamingDays, always
from casino.core.stored import Row
from games.engine.judgement import Judgement
from games.judgement.judging import Record

CASES = Path(__file__).parent / "cases"


class House(NamedTuple):
    days: GamingDays = always("Asia/Ho_Chi_Minh", 6)


def rows(name: str) -> list[Row]:
    lines: list[dict[str, Any]] = [json.loads(line) for line in (CASES / f"{name}.ndjson").read_text().splitlines()]
    return [
        (
            line["position"],
            line["stream"],
            line["version"],
            line["type"],
            datetime.fromisoformat(line["occurred_at"]),
            datetime.fromisoformat(line["recorded_at"]),
            line["actor"],
            line["body"].encode(),
        )
        for line in lines
    ]


def judged(of: list[Row]) -> Judgement:
    record = Record(House())
    record.take(of)
    [replay] = record.replays()
    return replay.judgement


def test_a_call_that_its_own_number_contradicts_is_after_the_rest() -> None:
    judgement = judged(rows("back-dated-no-spin"))
    [bet] = judgement.results
    assert (bet.settlement.outcome.value, bet.decided_by) == ("awaiting", "7.12")
    assert [(f.code, f.severity.value, f.amount_minor) for f in judgement.findings] == [
        ("call_after_drop", "procedure", 0),
        ("claim_numbered_late", "money", -35_000),
    ]


@pytest.mark.parametrize("error_s", [60, -600, 3_600, -3_600])
def test_a_sensor_whose_clock_nobody_measured_changes_nothing(error_s: int) -> None:
    """Slow or fast: its result was received when it was, and the bets before it."""
    honest = rows("sensor-60-s-slow")
    off = timedelta(seconds=60 - error_s)
    moved = [(*r[:4], r[4] + off if r[6] == "device:SENSOR" and r[4] else r[4], *r[5:]) for r in honest]
    judgement = judged(moved)
    assert judgement.findings == ()
    settled = [(r.bet, r.settlement.net_minor, r.difference_minor) for r in judgement.results]
    assert settled == [("b1", 35_000, 0), ("b2", -1_000, 0)]
