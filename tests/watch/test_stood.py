"""The watches as they stood: whatever is told later, a position gives what the follower had at that position."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.rows.watch_models import Watch
from games.watch import follower
from games.watch.annex import annex
from games.watch.stood import watches_at
from tests.replay.story import CODE
from tests.watch.house import SHIFT_MANAGER, Floor, follow

STARTS = datetime(2026, 6, 13, 3, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def pockets(count: int, seed: int = 1) -> list[int]:
    chance = random.Random(seed)
    return [chance.randrange(37) for _ in range(count)]


def rows() -> dict[str, tuple[Any, ...]]:
    return {row.code: _said(row) for row in Watch.objects.all()}


def at(position: int) -> dict[str, tuple[Any, ...]]:
    return {each.watch.code: _said(each.watch) for each in watches_at(CODE, position) if each.watch.taken}


def _said(row: Watch) -> tuple[Any, ...]:
    return row.taken, row.value, row.highest, row.moment, row.first_position, row.began_at


@pytest.fixture
def floor(monkeypatch: pytest.MonkeyPatch) -> Floor:
    monkeypatch.setattr(follower, "KEEP_EVERY", 2)
    told = Floor(STARTS)
    told.founded("RL01", "roulette", STARTS)
    return told


def test_nothing_came_later(floor: Floor) -> None:
    floor.results(pockets(120), STARTS, dealer="S-101")
    follow()
    assert at(floor.ledger.head()[0]) == rows()


def test_more_results_came_later(floor: Floor) -> None:
    then = floor.results(pockets(230), STARTS, dealer="S-101")
    follow()
    position, stood = floor.ledger.head()[0], rows()
    floor.results(pockets(300, 2), then, dealer="S-102", first=231)
    follow()
    assert rows() != stood
    assert at(position) == stood


def test_results_were_corrected_or_came_between_later(floor: Floor) -> None:
    stuck = [17 if place % 4 == 0 else pocket for place, pocket in enumerate(pockets(230))]
    then = floor.results(stuck, STARTS, dealer="S-101")
    floor.results(pockets(60, 3), then + timedelta(hours=3), dealer="S-101", first=500)
    follow()
    position, stood = floor.ledger.head()[0], rows()
    assert stood["wheel/RL01/1"][2] > 1
    floor.corrected("RL01", 101, {"pocket": 0, "source": None})
    floor.corrected("RL01", 21, None)
    floor.results(pockets(40, 4), then, dealer="S-102", first=231)
    follow()
    assert rows()["wheel/RL01/1"] != stood["wheel/RL01/1"]
    assert at(position) == stood


def test_an_exchange_was_told_later(floor: Floor) -> None:
    floor.tell("table/RL01", "table.equipment_set", STARTS, kind="wheel", code="W-1", set_by=SHIFT_MANAGER)
    floor.results(pockets(160), STARTS, dealer="S-101")
    follow()
    position, stood = floor.ledger.head()[0], rows()
    floor.tell("table/RL01", "table.equipment_set", STARTS + timedelta(minutes=70), kind="wheel", code="W-2")
    follow()
    assert "wheel/RL01/2" in rows()
    assert at(position) == stood


def test_cards_and_their_dealers_too(floor: Floor) -> None:
    floor.founded("BC01", "baccarat", STARTS)
    chance, cards = random.Random(4), [f"{rank}{suit}" for rank in ("A", "5", "9", "K") for suit in "SHDC"]
    rounds = [chance.sample(cards, 5) for _ in range(60)]
    floor.tell("table/BC01", "table.shoe_loaded", STARTS, shoe="S1", shuffled=True)
    then = floor.results(rounds[:40], STARTS, table="BC01", game="baccarat", dealer="S-7")
    follow()
    position, stood = floor.ledger.head()[0], rows()
    assert stood["hand/baccarat/S-7"][0] == 40
    floor.tell("table/BC01", "table.shoe_loaded", STARTS + timedelta(minutes=20), shoe="S2", shuffled=True)
    floor.results(rounds[40:], then, table="BC01", game="baccarat", dealer="S-7", first=41)
    follow()
    assert rows()["shoe/BC01/1"] != stood["shoe/BC01/1"]
    assert at(position) == stood


def test_the_annex_tells_them_as_they_stood(floor: Floor) -> None:
    then = floor.results([17] * 120, STARTS, dealer="S-101")
    follow()
    position = floor.ledger.head()[0]
    before = annex(CODE, position=position)["watches"]
    floor.results(pockets(3_000, 5), then, dealer="S-101", first=121)
    follow()
    assert annex(CODE, position=position)["watches"] == before
    [wheel] = [each for each in before["watches"] if each["kind"] == "wheel"]
    assert wheel["crossed"] is not None
    assert wheel["together"]
