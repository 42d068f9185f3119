"""An open table that no camera covers, and film that should be here and is not, are found, once, and closed."""

from __future__ import annotations

from datetime import timedelta

from surveillance.execution import service
from surveillance.keeping import gaps, holds
from surveillance.record import equipment as e
from surveillance.record import holding as h
from surveillance.record.parts import Unplayable
from surveillance.rows.coverage import covering
from surveillance.rows.models import Gap
from tests.replay.story import CODE, STARTS
from tests.surveillance.test_service import refused
from tests.surveillance.watch import AT, Watch

HOUR = timedelta(hours=1)
NOON = STARTS + 4 * HOUR


def opened(watch: Watch) -> None:
    """Table RL01 opens with the day and closes three hours later."""
    story = watch.court.house.story
    story.tell("table/RL01", "table.opened", STARTS)
    story.tell("table/RL01", "table.closed", STARTS + 3 * HOUR)


def test_an_open_table_without_a_camera_is_a_gap_until_it_is_covered(watch: Watch) -> None:
    opened(watch)
    assert gaps.look(CODE, now=NOON) == 1
    gap = Gap.objects.get()
    assert (gap.kind, gap.table, gap.begins_at, gap.ends_at) == ("no_camera", "RL01", STARTS, STARTS + 3 * HOUR)
    assert gaps.look(CODE, now=NOON + HOUR) == 0
    watch.recorder().camera()
    assert gaps.look(CODE, now=NOON) == 1
    assert (Gap.objects.get().ending, Gap.objects.get().closed_by) == ("covered", "")
    assert gaps.look(CODE, now=NOON) == 0


def test_a_camera_for_part_of_the_time_leaves_the_rest(watch: Watch) -> None:
    opened(watch)
    watch.recorder().camera(begins_at=STARTS + HOUR)
    watch.do(e.EndCoverage(coverage="V1", ends_at=STARTS + 2 * HOUR), "CAM-A")
    gaps.look(CODE, now=NOON)
    found = list(Gap.objects.order_by("begins_at").values_list("begins_at", "ends_at"))
    assert found == [(STARTS, STARTS + HOUR), (STARTS + 2 * HOUR, STARTS + 3 * HOUR)]


def test_a_table_that_goes_on_uncovered_is_found_from_where_it_was_left(watch: Watch) -> None:
    watch.court.house.story.tell("table/RL01", "table.opened", STARTS)
    gaps.look(CODE, now=STARTS + HOUR)
    gaps.look(CODE, now=STARTS + 2 * HOUR)
    found = list(Gap.objects.order_by("begins_at").values_list("begins_at", "ends_at"))
    assert found == [(STARTS, STARTS + HOUR), (STARTS + HOUR, STARTS + 2 * HOUR)]


def test_what_is_explained_stays_so(watch: Watch) -> None:
    opened(watch)
    gaps.look(CODE, now=NOON)
    explain = h.ExplainGap(gap="G1", reason="Camera tháo để bảo trì.")
    refused("footage_not_your_post", watch, explain, "RL01", who="pit_manager")
    watch.do(explain, "RL01")
    assert Gap.objects.get().ending == "explained"
    assert gaps.look(CODE, now=NOON) == 0
    refused("gap_unknown", watch, explain, "RL01")


def test_film_that_is_held_and_only_on_its_recorder_is_a_gap_until_it_comes(watch: Watch) -> None:
    watch.recorder(keeps_days=30).camera().read_clock()
    watch.court.open()
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    soon = AT + timedelta(days=1)
    gaps.look(CODE, now=soon)
    found = Gap.objects.filter(kind="no_recording", closed_at=None)
    assert {gap.camera.code for gap in found if gap.camera is not None} == {"CAM-A"}
    assert any(gap.begins_at < AT < gap.ends_at for gap in found)
    damaged = Unplayable(code="film_unreadable", vi="Không đọc được phim.", en="The film cannot be read.")
    watch.recording("REC-X", media=None, unplayable=damaged, shown_from=AT - 10 * timedelta(minutes=1))
    gaps.look(CODE, now=soon)
    assert found.exists(), "what cannot be shown fills no gap"
    watch.recording(shown_from=AT - 10 * timedelta(minutes=1))
    watch.recording("REC-2", shown_from=AT)
    gaps.look(CODE, now=soon)
    assert not Gap.objects.filter(kind="no_recording", closed_at=None, begins_at__lt=AT, ends_at__gt=AT).exists()


def test_what_the_recorder_has_overwritten_is_no_gap_that_can_be_filled(watch: Watch) -> None:
    watch.recorder(keeps_days=30).camera().read_clock()
    watch.court.open()
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    gaps.look(CODE, now=AT + timedelta(days=400))
    assert not Gap.objects.filter(kind="no_recording", begins_at__lte=AT).exists()


def test_which_cameras_covered_this_table_at_this_moment(watch: Watch) -> None:
    watch.second_table(pit="P-1").recorder().camera("A", table="RL02").camera("PIT", table=None, pit="P-1")
    watch.camera("OTHER", table="RL01")
    watch.do(e.EndCoverage(coverage="V1", ends_at=AT), "A")
    house = watch.house.pk
    assert [each.camera.code for each in covering(house, "RL02", AT - HOUR)] == ["A", "PIT"]
    assert [each.camera.code for each in covering(house, "RL02", AT)] == ["PIT"]
    assert covering(house, "RL02", STARTS - 2 * HOUR) == []
    [first, second] = covering(house, "RL02", AT - HOUR, AT + HOUR)
    assert (first.camera.code, first.ends_at, first.directly) == ("A", AT, True)
    assert (second.camera.code, second.ends_at, second.directly) == ("PIT", AT + HOUR, False)
    assert [each.camera.code for each in covering(house, "RL01", AT)] == ["OTHER"]
    assert covering(house, "RL99", AT) == []
    assert covering(house + 1, "RL01", AT) == []
