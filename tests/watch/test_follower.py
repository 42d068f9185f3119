"""The watches follow what is drawn: valid results only, in their order, corrected where they were played, and
rebuilt."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.fairness.evidence import Evidence
from games.roulette.chance import MODEL
from games.rows import readmodel
from games.rows.all_readmodels import faults
from games.rows.models import Round
from games.rows.watch_models import Drawn, Watch, WatchDue, WatchPoint
from games.watch import follower
from tests.replay.story import CODE
from tests.watch.house import SHIFT_MANAGER, Floor, follow

STARTS = datetime(2026, 6, 13, 3, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def pockets(count: int, seed: int = 1) -> list[int]:
    chance = random.Random(seed)
    return [chance.randrange(37) for _ in range(count)]


def rows() -> dict[str, list[dict[str, Any]]]:
    models: tuple[Any, ...] = (Drawn, Watch, WatchPoint)
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}


def by_hand(results: Sequence[int]) -> Evidence:
    evidence = Evidence()
    for result in results:
        evidence.take(MODEL, result)
    return evidence


@pytest.fixture
def floor() -> Floor:
    told = Floor(STARTS)
    told.founded("RL01", "roulette", STARTS)
    return told


def watch_of(code: str = "wheel/RL01/1") -> Watch:
    return Watch.objects.get(code=code)


def test_every_spin_that_counts_is_taken_in_its_order(floor: Floor) -> None:
    spun = pockets(120)
    floor.results(spun, STARTS, dealer="S-101")
    follow()
    watch = watch_of()
    assert (watch.kind, watch.taken, watch.table) == ("wheel", 120, "RL01")
    assert follower.evidence_of(watch) == by_hand(spun)
    looks = list(follower.points_of(watch))
    assert [look.taken for look in looks] == [50, 100]
    assert looks[1].value == by_hand(spun[:100]).value(MODEL)
    assert watch_of("hand/roulette/S-101").taken == 120
    assert not WatchDue.objects.exists()


def test_void_and_unfinished_spins_do_not_count(floor: Floor) -> None:
    floor.results(pockets(3), STARTS)
    stream = "round/RL01/00002"
    floor.tell(stream, "roulette.no_spin_called", STARTS + timedelta(seconds=68), called_by=SHIFT_MANAGER, ground="7.1")
    floor.tell("round/RL01/00009", "roulette.round_opened", STARTS + timedelta(hours=1))
    floor.tell("round/RL01/00009", "roulette.ball_dropped", STARTS + timedelta(hours=1, seconds=30), pocket=5)
    follow()
    assert list(Drawn.objects.values_list("id", flat=True).order_by("moment")) == [
        row["pk"] for row in _rounds("00001", "00003")
    ]
    assert watch_of().taken == 2


def _rounds(*codes: str) -> list[dict[str, int]]:
    return [{"pk": row.pk} for row in Round.objects.filter(code__in=codes).order_by("code")]


def test_a_corrected_result_is_exchanged_where_it_was_played(floor: Floor) -> None:
    spun = pockets(230)
    floor.results(spun, STARTS, dealer="S-101")
    follow()
    floor.corrected("RL01", 61, {"pocket": 0, "source": None})
    follow()
    spun[60] = 0
    assert follower.evidence_of(watch_of()) == by_hand(spun)
    points = {point.taken: point.value for point in follower.points_of(watch_of())}
    assert points[50] == by_hand(spun[:50]).value(MODEL)
    assert points[100] == by_hand(spun[:100]).value(MODEL)
    assert watch_of("hand/roulette/S-101").taken == 230


def test_a_result_that_did_not_happen_is_left_out_and_everything_after_it_counted_again(floor: Floor) -> None:
    spun = pockets(230)
    floor.results(spun, STARTS)
    follow()
    floor.corrected("RL01", 61, None)
    follow()
    assert follower.evidence_of(watch_of()) == by_hand(spun[:60] + spun[61:])


def test_a_correction_goes_on_from_a_state_that_was_kept(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follower, "KEEP_EVERY", 2)
    spun = pockets(330)
    floor.results(spun, STARTS)
    follow()
    kept = list(WatchPoint.objects.exclude(state=None).order_by("taken").values_list("taken", flat=True))
    assert kept == [100, 200, 300]
    floor.corrected("RL01", 221, {"pocket": 0, "source": None})
    taken: list[int] = []
    take = follower.Keeper.take

    def counted(self: follower.Keeper, row: Drawn) -> None:
        taken.append(row.first_position)
        take(self, row)

    monkeypatch.setattr(follower.Keeper, "take", counted)
    follow()
    assert len(taken) == 130, "from the 201st on"
    spun[220] = 0
    assert follower.evidence_of(watch_of()) == by_hand(spun)
    monkeypatch.undo()


def test_rounds_that_come_late_stand_where_they_were_played(floor: Floor) -> None:
    early, late = pockets(60, 1), pockets(40, 2)
    at = floor.results(early[:30], STARTS)
    floor.results(late, at + timedelta(hours=2), first=500)
    follow()
    floor.results(early[30:], at, first=31)
    follow()
    assert follower.evidence_of(watch_of()) == by_hand([*early, *late])


def test_what_changes_no_result_marks_nothing(floor: Floor) -> None:
    floor.results(pockets(60), STARTS)
    follow()
    floor.tell(
        "round/RL01/00003", "roulette.irregularity_seen", STARTS + timedelta(minutes=2, seconds=50), ground="7.5"
    )
    readmodel.catch_up(CODE)
    assert not WatchDue.objects.exists()


def test_another_wheel_begins_anew_and_another_dealer_does_not(floor: Floor) -> None:
    first, second = pockets(70, 1), pockets(60, 2)
    floor.tell("table/RL01", "table.equipment_set", STARTS, kind="wheel", code="W-1", set_by=SHIFT_MANAGER)
    at = floor.results(first[:40], STARTS, dealer="S-101")
    at = floor.results(first[40:], at, dealer="S-102", first=41)
    floor.tell("table/RL01", "table.equipment_set", at, kind="wheel", code="W-2", set_by=SHIFT_MANAGER)
    floor.results(second, at + timedelta(minutes=1), dealer="S-102", first=71)
    follow()
    assert follower.evidence_of(watch_of()) == by_hand(first)
    assert follower.evidence_of(watch_of("wheel/RL01/2")) == by_hand(second)
    hands = {watch.dealer: watch.taken for watch in Watch.objects.filter(kind="hand")}
    assert hands == {"S-101": 40, "S-102": 90}


def test_a_change_that_is_told_late_moves_the_spins_since(floor: Floor) -> None:
    spun = pockets(90)
    floor.tell("table/RL01", "table.equipment_set", STARTS, kind="rotor", code="R-1")
    floor.results(spun, STARTS)
    follow()
    assert watch_of().taken == 90
    floor.tell("table/RL01", "table.equipment_set", STARTS + timedelta(minutes=54), kind="rotor", code="R-2")
    follow()
    assert follower.evidence_of(watch_of()) == by_hand(spun[:54])
    assert follower.evidence_of(watch_of("wheel/RL01/2")) == by_hand(spun[54:])


def test_dice_and_shoes_are_watched_too(floor: Floor) -> None:
    floor.founded("SB01", "sicbo", STARTS)
    floor.founded("BC01", "baccarat", STARTS)
    floor.results([(1, 2, 3)] * 55, STARTS, table="SB01", game="sicbo", dealer="S-7")
    floor.tell("table/BC01", "table.shoe_loaded", STARTS, shoe="S1", shuffled=True)
    floor.results([("AS", "KD", "10H", "9C", "9C")] * 12, STARTS, table="BC01", game="baccarat")
    follow()
    assert watch_of("shaker/SB01/1").taken == 55
    assert watch_of("hand/sicbo/S-7").taken == 55
    shoe = watch_of("shoe/BC01/1")
    assert shoe.taken == 12
    seen = Drawn.objects.filter(table="BC01").order_by("moment")[0]
    assert seen.drawn == [2, 8, 1, [0, 12, 9, 8, 8]]
    assert follower.evidence_of(shoe).context is not None


def test_rows_are_the_same_after_a_rebuild_and_however_they_came(floor: Floor) -> None:
    at = STARTS
    for part in range(4):
        at = floor.results(pockets(45, part), at, first=45 * part + 1, dealer=f"S-10{part % 2}")
        follow()
    floor.corrected("RL01", 100, {"pocket": 1, "source": None})
    floor.corrected("RL01", 20, None)
    follow()
    before = rows()
    assert before["WatchPoint"]
    assert list(faults(CODE)) == []
    follower.drop(CODE)
    follow()
    assert rows() == before
    readmodel.rebuild(CODE, batch=17)
    follow()
    assert rows() == before


def test_a_changed_row_is_found(floor: Floor) -> None:
    floor.results(pockets(60), STARTS)
    follow()
    Watch.objects.update(highest=9.0)
    assert [said for said in faults(CODE) if "wheel/RL01/1" in said]


def test_what_waits_is_not_called_wrong(floor: Floor) -> None:
    floor.results(pockets(60), STARTS)
    readmodel.catch_up(CODE)
    assert list(faults(CODE)) == []
    assert follower.waiting(CODE), "and nothing was written by looking"


def test_a_long_stretch_is_taken_in_parts(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follower, "AT_ONCE", 33)
    spun = pockets(120)
    floor.results(spun, STARTS)
    readmodel.catch_up(CODE)
    turns = 0
    while follower.waiting(CODE):
        follower.catch_up(CODE)
        turns += 1
    assert turns > 2
    assert follower.evidence_of(watch_of()) == by_hand(spun)
