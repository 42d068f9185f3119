"""What the watches find: once, with what drives it and since when; superseded where a correction takes it away."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from casino.core import events
from casino.ledger.models import Property
from games import tasks
from games.facts.findings import change
from games.fairness import levels
from games.rows.models import Finding, FindingStatus
from games.rows.watch_models import Watch
from games.watch.annex import annex
from games.watch.finding import audit_watches, levels_of
from tests.replay.story import CODE, SUPERVISOR
from tests.sealed import SEALED
from tests.watch.house import Floor, follow

STARTS = datetime(2026, 6, 13, 3, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    told = Floor(STARTS)
    told.founded("RL01", "roulette", STARTS)
    told.founded("RL02", "roulette", STARTS)
    return told


def stuck(count: int, seed: int = 1) -> list[int]:
    """A ball that falls into 17 one time in four."""
    chance = random.Random(seed)
    return [17 if chance.random() < 0.25 else chance.randrange(37) for _ in range(count)]


def fair(count: int, seed: int = 1) -> list[int]:
    chance = random.Random(seed)
    return [chance.randrange(37) for _ in range(count)]


def test_a_table_in_doubt_is_found_with_what_drives_it_and_since_when(floor: Floor) -> None:
    at = floor.results(fair(50), STARTS, table="RL02")
    floor.results(stuck(200), at, table="RL01")
    follow()
    found = Finding.objects.get(code="fairness_in_doubt")
    assert (found.table, found.device, found.severity, found.amount_minor) == ("RL01", "watch:RL01", "procedure", 0)
    detail = found.detail
    assert detail["watch"] == found.subject == "wheel/RL01/1"
    assert detail["since"] == at.isoformat()
    assert detail["results"] == 150
    assert detail["evidence"] > detail["bar"] == 6400, "2 / (0.05 · 0.8 / 128)"
    [best, *_] = detail["drivers"]
    assert (best["kind"], best["about"]) == ("pocket", "17")
    assert best["count"] > 3 * float(best["expected"])


def test_it_is_found_once_however_often_it_is_looked_at(floor: Floor) -> None:
    at = floor.results(stuck(200), STARTS)
    follow()
    assert audit_watches(CODE) == (0, 0)
    floor.results(stuck(100, 5), at, first=201)
    follow()
    found = Finding.objects.get(code="fairness_in_doubt")
    assert (found.occurrence, found.status) == (1, FindingStatus.OPEN)


def test_a_finding_that_was_dismissed_stays_so(floor: Floor) -> None:
    at = floor.results(stuck(200), STARTS)
    follow()
    found = Finding.objects.get(code="fairness_in_doubt")
    change(CODE, found.stream, lambda audit: audit.dismiss(found.identity, by=SUPERVISOR, sealed=SEALED))
    floor.results(stuck(100, 5), at, first=201)
    follow()
    assert Finding.objects.get(code="fairness_in_doubt").status == FindingStatus.DISMISSED


def test_what_a_correction_takes_away_is_superseded(floor: Floor) -> None:
    """Seventeen was keyed in where the film shows other numbers."""
    spun = stuck(160)
    floor.results(spun, STARTS)
    follow()
    assert Finding.objects.get(code="fairness_in_doubt").status == FindingStatus.OPEN
    for number, (pocket, other) in enumerate(zip(spun, fair(160, 9), strict=True), start=1):
        if pocket == 17:
            floor.corrected("RL01", number, {"pocket": other, "source": None})
    follow()
    assert Finding.objects.get(code="fairness_in_doubt").status == FindingStatus.SUPERSEDED


def test_a_dealer_in_doubt_is_found_over_all_tables(floor: Floor) -> None:
    """Seventeen falls too often for one dealer, at two tables, and for nobody else."""
    at = STARTS
    for block in range(8):
        table, first = ("RL01", "RL02")[block % 2], 100 * block + 1
        at = floor.results(stuck(20, block), at, table=table, dealer="S-666", first=first)
        at = floor.results(fair(60, block), at, table=table, dealer=f"S-10{block}", first=first + 30)
    follow()
    found = Finding.objects.get(code="hand_in_doubt")
    assert (found.device, found.detail["dealer"], found.detail["kind"]) == ("watch:hand:S-666", "S-666", "hand")
    assert found.table == ""


def test_levels_of_a_house_are_handed_out_in_the_order_of_the_record(floor: Floor) -> None:
    at = floor.results(fair(3), STARTS, table="RL02", dealer="S-1")
    floor.tell("table/RL02", "table.equipment_set", at, kind="wheel", code="W-1")
    floor.tell("table/RL02", "table.equipment_set", at + timedelta(seconds=1), kind="wheel", code="W-2")
    floor.results(fair(3), at + timedelta(minutes=1), table="RL02", dealer="S-2", first=10)
    follow()
    found = levels_of(Watch.objects.all()[0].property_id)
    assert found == {
        "wheel/RL02/1": levels.of_table(2, 1),
        "wheel/RL02/2": levels.of_table(2, 2),
        "hand/roulette/S-1": levels.of_dealer(1),
        "hand/roulette/S-2": levels.of_dealer(2),
    }


def test_the_worker_follows_and_finds_by_itself(floor: Floor) -> None:
    floor.results(stuck(160), STARTS)
    for _ in range(3):
        tasks.sweep()
    assert Finding.objects.filter(code="fairness_in_doubt").exists()


def test_whoever_exchanges_the_wheel_does_not_get_rid_of_the_finding_and_meets_a_higher_bar(floor: Floor) -> None:
    """And no device can say that it was exchanged: that is the house's own word."""
    floor.tell("table/RL01", "table.equipment_set", STARTS, kind="wheel", code="W-1")
    at = floor.results(stuck(160), STARTS)
    follow()
    floor.tell("table/RL01", "table.equipment_set", at, kind="wheel", code="W-2")
    floor.results(fair(60), at + timedelta(minutes=1), first=300)
    follow()
    found = Finding.objects.get(code="fairness_in_doubt")
    assert (found.status, found.detail["equipment"]) == (FindingStatus.OPEN, 1)
    level = levels_of(Watch.objects.all()[0].property_id)
    assert level["wheel/RL01/2"] == pytest.approx(level["wheel/RL01/1"] / 3)
    kind = events.find("table.equipment_set.v1")
    assert kind is not None
    assert not kind.from_device


def test_two_houses_do_not_see_each_others_results(floor: Floor) -> None:
    floor.results(stuck(160), STARTS)
    follow()
    Property.objects.create(code="OTH", name_vi="Khác", name_en="Other")
    assert audit_watches("OTH") == (0, 0)
    assert levels_of(Property.objects.get(code="OTH").pk) == {}
    assert annex("OTH")["rounds"] == 0
    assert annex("OTH")["frequencies"] == []
