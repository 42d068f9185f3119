"""Refused messages: what is to be done, in words for every reason, and what was recorded in their place later."""

from __future__ import annotations

import json
from typing import Any

from casino.core.errors import table
from games.ingest import afterwards
from games.ingest.models import Quarantine
from games.ingest.service import sender_for, take_in
from tests.ingest.conftest import NOW, House


def refuse(house: House, **changes: Any) -> tuple[Quarantine, dict[str, Any]]:
    """A message of the sensor that is refused, and what it said."""
    said = house.event(**changes)
    (result,) = take_in(sender_for("TST", "S1"), [json.dumps(said).encode()], received_at=NOW)
    assert result.status == "refused"
    return Quarantine.objects.get(), said


def send(house: House, said: dict[str, Any]) -> int:
    (result,) = take_in(sender_for("TST", "S1"), [json.dumps(said).encode()], received_at=NOW)
    assert result.position is not None
    return result.position


GOOD = {"bet": "b1", "spot": "red", "stake_minor": 100_000}


def test_what_was_mended_and_sent_again_is_shown_by_its_id(house: House) -> None:
    row, said = refuse(house, data={**GOOD, "stake_minor": "100000"})
    assert afterwards.recorded_since(row) == []
    position = send(house, {**said, "data": GOOD})
    assert [event.position for event in afterwards.recorded_since(row)] == [position]


def test_what_came_under_the_same_number_is_shown_although_its_id_is_another(house: House) -> None:
    row, said = refuse(house, data={**GOOD, "stake_minor": "100000"})
    send(house, house.event())
    again = house.event(sequence=said["sequence"])
    position = send(house, again)
    assert [event.position for event in afterwards.recorded_since(row)] == [position]


def test_the_id_of_a_stranger_says_nothing_about_the_record(house: House) -> None:
    row, said = refuse(house, data={**GOOD, "stake_minor": "100000"})
    send(house, {**said, "data": GOOD})
    row.is_authenticated = False
    assert afterwards.recorded_since(row) == []


def test_what_was_recorded_under_the_id_before_stands_beside_the_conflict(house: House) -> None:
    said = house.event()
    first = send(house, said)
    take_in(
        sender_for("TST", "S1"), [json.dumps({**said, "data": {**GOOD, "spot": "black"}}).encode()], received_at=NOW
    )
    row = Quarantine.objects.get()
    assert row.code == "id_conflict"
    assert [event.position for event in afterwards.recorded_since(row)] == [first]
    assert "correct the recorded fact" in afterwards.advice(row.code).en


def test_every_reason_with_advice_of_its_own_is_in_the_error_table() -> None:
    assert set(afterwards.REASONS) <= {error.code for error in table()}
    assert afterwards.advice("wrong_type") == afterwards.advice("missing_field") != afterwards.advice("gzip_damaged")
