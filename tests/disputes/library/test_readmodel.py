"""The rows follow from the ledger alone: a rebuild gives the same ones, whatever the size of its batches."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from disputes.library import readmodel
from disputes.library.models import LibraryFile, LibraryVersion
from disputes.library.service import Upload
from tests.disputes.library.conftest import HOUSE, PDF, Enter, version


def rows() -> list[Any]:
    return list(LibraryVersion.objects.order_by("id").values())


@pytest.mark.parametrize("batch", [1, 2, 3, 500])
def test_a_rebuild_gives_the_same_rows(enter: Enter, further: Enter, take_out: Enter, batch: int) -> None:
    enter(file=Upload(name="a.pdf", data=PDF))
    enter("LAW-1", kind="law", first=version("2017", date(2017, 1, 14), link="https://example.org/03-2017"))
    further(version("2", date(2026, 6, 1), valid_to=date(2026, 12, 31)))
    take_out("1", in_force_to=date(2026, 5, 1))
    further(version("2024", date(2024, 1, 1)), "LAW-1")
    before = rows()
    assert len(before) == 4
    assert [row["last_day"] for row in before] == [date(2026, 5, 1), None, date(2026, 12, 31), None]
    readmodel.drop(HOUSE)
    assert rows() == []
    readmodel.rebuild(HOUSE, batch=batch)
    assert rows() == before
    assert LibraryFile.objects.count() == 1  # a file is no read model


def test_the_follower_stops_at_the_position_asked_for(enter: Enter, further: Enter) -> None:
    enter()
    further(version("2", date(2026, 6, 1)))
    readmodel.drop(HOUSE)
    assert readmodel.catch_up(HOUSE, limit=2).position == 2
    assert [row["version"] for row in rows()] == ["1"]
    assert readmodel.catch_up(HOUSE).position == 3
    assert [row["version"] for row in rows()] == ["1", "2"]
