"""Files of events with what devices have signed beside them: recorded under those signatures, and verified."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from casino.ledger.verify import verify
from games.rows.origins import shares
from tests.ingest.conftest import House
from tests.ingest.test_files import ingest


def write(path: Path, events: Sequence[dict[str, Any]], batches: Sequence[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(each) + "\n" for each in events))
    if batches:
        Path(f"{path}.signed").write_text("".join(json.dumps(each) + "\n" for each in batches))
    return str(path)


def beside(house: House, events: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {"device": "K1", **house.signed(*events).sent()}


def test_events_of_a_file_are_recorded_under_the_signatures_beside_it(house: House, tmp_path: Path) -> None:
    mine = [house.event(device="K1") for _ in range(5)]
    others = [house.event(device="S1") for _ in range(2)]
    mixed = [mine[0], others[0], mine[1], mine[2], others[1], mine[3], mine[4]]
    start = house.count()
    file = write(tmp_path / "day.ndjson", mixed, [beside(house, mine[:2]), beside(house, mine[2:4])])
    out, err, code = ingest(file)
    assert (err, code) == ("", 0), out
    found = shares("TST", after=start).events
    assert (found.total, found.by_device) == (7, 4), "no list covers the fifth"
    assert verify("TST").fault is None
    assert ingest(file)[2] == 0
    assert house.count() == start + 7, "again, the first signature stays"
    assert verify("TST").fault is None


def test_an_event_that_is_not_in_its_place_is_refused_alone(house: House, tmp_path: Path) -> None:
    events = [house.event(device="K1") for _ in range(3)]
    batch = beside(house, events)
    start = house.count()
    changed = [events[0], {**events[1], "id": str(house.event()["id"])}, events[2]]
    _out, err, code = ingest(write(tmp_path / "day.ndjson", changed, [batch]))
    assert code == 1
    assert "event_not_signed" in err
    assert house.count() == start + 2
    assert verify("TST").fault is None


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"signature": "AA" * 43 + "=="}, "batch_signature"),
        ({"key": "0" * 64}, "batch_key_unknown"),
        ({"device": "S1"}, "batch_key_unknown"),
        ({"device": "NOBODY"}, "batch_key_unknown"),
        ({"device": 7}, "batch_signature_unreadable"),
        ({"events": []}, "batch_list_differs"),
        ({"more": 1}, "batch_signature_unreadable"),
    ],
)
def test_a_signature_that_does_not_hold_takes_nothing_of_the_file(
    house: House, tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    events = [house.event(device="K1")]
    file = write(tmp_path / "day.ndjson", events, [{**beside(house, events), **change}])
    before = house.count()
    with pytest.raises(CommandError, match=told):
        ingest(file)
    assert house.count() == before
