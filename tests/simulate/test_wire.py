"""The wire form: what a line says, what it leaves out, and that the ledger's event says the same."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta, timezone

import pytest

import games.engine.table  # noqa: F401 - registers the event types
from games.roulette.facts import BallDropped
from games.simulate.wire import Pen, rfc3339

AT = datetime(2026, 6, 13, 3, 4, 5, 67_000, tzinfo=UTC)


def a_pen() -> Pen:
    return Pen(random.Random(1))


def test_a_line_is_one_json_object_of_the_wire_form() -> None:
    event = a_pen().write(
        "roulette.ball_dropped", table="RL01", occurred_at=AT, device="S1", data={"pocket": 17}, round_code="R-1"
    )
    said = json.loads(event.line())
    assert "\n" not in event.line()
    assert said == {
        "id": str(event.id),
        "type": "roulette.ball_dropped.v1",
        "table": "RL01",
        "round": "R-1",
        "occurred_at": "2026-06-13T03:04:05.067Z",
        "sequence": 1,
        "device": "S1",
        "data": {"pocket": 17},
    }


def test_a_person_has_no_number_and_an_unknown_moment_is_said_as_null() -> None:
    event = a_pen().write("table.noted", table="RL01", occurred_at=None, device=None, person="PM-1", data={"note": "x"})
    said = event.wire()
    assert "sequence" not in said
    assert "round" not in said
    assert said["occurred_at"] is None
    assert event.actor == "person:PM-1"
    assert event.stream == "table/RL01"


def test_the_ledgers_event_says_the_same() -> None:
    event = a_pen().write(
        "roulette.ball_dropped", table="RL01", occurred_at=AT, device="S1", data={"pocket": 17}, round_code="R-1"
    )
    new = event.new_event()
    assert new.data == BallDropped(pocket=17)
    assert (new.id, new.stream, new.actor, new.sequence) == (event.id, "round/RL01/R-1", "device:S1", 1)


def test_an_unknown_type_is_not_passed_on() -> None:
    event = a_pen().write("roulette.ball_vanished", table="RL01", occurred_at=AT, device="S1", data={})
    with pytest.raises(LookupError, match="ball_vanished"):
        event.new_event()


def test_each_device_has_numbers_of_its_own_and_may_lose_some() -> None:
    pen = a_pen()

    def number(device: str) -> int | None:
        return pen.write("table.noted", table="T", occurred_at=AT, device=device, data={}).sequence

    assert [number("A"), number("A"), number("B")] == [1, 2, 1]
    assert pen.skip("A", 3) == (3, 5)
    assert number("A") == 6


def test_moments_are_written_in_utc() -> None:
    local = datetime(2026, 6, 13, 10, 0, tzinfo=timezone(timedelta(hours=7)))
    assert rfc3339(local) == "2026-06-13T03:00:00.000Z"
