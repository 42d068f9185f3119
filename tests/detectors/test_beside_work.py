"""The comparison beside a house at work: rows and events are those of one moment."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from casino.ledger import row_kinds
from casino.ledger.row_kinds import Kind, Record
from games.ingest.models import DeviceProgress
from tests.conftest import FreshDatabase
from tests.ingest.conftest import House, make_house
from tests.ingest.test_service import send

KIND = next(kind for kind in row_kinds.kinds() if kind.model == "games.DeviceProgress")


@pytest.fixture
def house(fresh_database: FreshDatabase) -> House:
    return make_house()


def test_what_is_written_between_two_readings_is_not_seen(
    house: House, fresh_database: FreshDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another connection writes while the comparison stands between the events and the rows."""
    send(house, house.raw())
    read = KIND.kept
    assert read is not None

    def meanwhile(code: str) -> Any:
        with psycopg.connect(fresh_database.url) as other:
            other.execute("UPDATE games_device_progress SET highest_sequence = 99")
        return read(code)

    monkeypatch.setitem(row_kinds.KINDS._entries, KIND.model, KIND._replace(kept=meanwhile))
    assert list(row_kinds.faults("TST")) == []
    (said,) = row_kinds.faults("TST")
    assert "highest_sequence not as recorded" in said


def test_what_a_second_look_does_not_find_is_not_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def told(record: Record) -> Any:
        looks.append(record)
        return {("gone",): {}} if len(looks) == 1 else {}

    monkeypatch.setattr(row_kinds, "KINDS", {"x": Kind("games.DeviceProgress", (), (), told, "", kept=lambda code: {})})
    assert list(row_kinds.faults("TST")) == []
    assert len(looks) == 2
    assert DeviceProgress.objects.count() == 0
