"""A dispute keeps all coverage of its rounds by itself, and lets it go by rule."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from casino.ledger.application import get_ledger
from disputes.case import commands as c
from disputes.case.facts import RoundRef
from games.rows.all_readmodels import faults
from surveillance.execution import service
from surveillance.keeping import holds
from surveillance.rows import readmodel
from surveillance.rows.house import MARGIN
from surveillance.rows.models import Hold, Recording
from tests.disputes.court import SHORT
from tests.replay.story import CODE
from tests.surveillance.watch import AT, Watch


def settled(watch: Watch) -> list[Hold]:
    """The holds that stand once the follower has run."""
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    return list(Hold.objects.filter(released_at=None).order_by("id"))


def test_opening_a_case_holds_its_round_from_first_to_last_fact(watch: Watch) -> None:
    watch.set_up()
    assert not Recording.objects.get().held
    watch.court.open()
    held = [hold for hold in settled(watch) if hold.begins_at < AT < hold.ends_at]
    [hold] = held
    facts = [event.occurred_at for event in get_ledger(CODE).stream("round/RL01/short") if event.occurred_at]
    assert (hold.begins_at, hold.table, hold.cause) == (min(facts) - MARGIN, "RL01", "case")
    assert hold.ends_at >= max(facts) + MARGIN
    assert hold.subject == f"case/{watch.court.number}"
    assert hold.placed_by == ""
    assert Recording.objects.get().held
    before = get_ledger(CODE).head()
    assert holds.settle_all(CODE, now=watch.now) == 0
    assert get_ledger(CODE).head() == before


def test_the_hold_is_released_when_the_cases_term_has_ended_and_not_before(watch: Watch) -> None:
    watch.set_up()
    watch.court.open("shift_manager")
    watch.court.do("shift_manager", c.Withdraw())
    assert settled(watch), "a closed case is kept for its term"
    until = watch.case().closed.retained_until  # type: ignore[union-attr]
    assert holds.settle_all(CODE, now=until - timedelta(seconds=1)) == 0
    assert holds.settle_all(CODE, now=until) > 0
    assert not Hold.objects.filter(released_at=None).exists()
    assert {hold.release_rule for hold in Hold.objects.all()} == {"case_term_ended"}
    assert not Recording.objects.get().held
    assert holds.settle_all(CODE, now=until + timedelta(days=1)) == 0


def test_two_cases_on_one_round_each_hold_it(watch: Watch) -> None:
    watch.set_up()
    watch.court.open("shift_manager")
    first = watch.court.number
    watch.court.open("shift_manager")
    assert {hold.subject for hold in settled(watch)} == {f"case/{first}", f"case/{watch.court.number}"}
    watch.court.do("shift_manager", c.Withdraw())
    until = watch.case().closed.retained_until  # type: ignore[union-attr]
    holds.settle_all(CODE, now=until)
    assert {hold.subject for hold in Hold.objects.filter(released_at=None)} == {f"case/{first}"}
    assert Recording.objects.get().held


def test_a_round_that_leaves_the_case_is_let_go_and_another_kept(watch: Watch) -> None:
    watch.set_up()
    watch.court.open("shift_manager")
    settled(watch)
    away = RoundRef(table="RL01", round="corrected", bets=("b1",))
    watch.court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    watch.court.do("pit_manager", c.ChangeRounds(rounds=(away,), reason="Khách chỉ lại đúng ván."))
    standing = settled(watch)
    assert standing
    released = Hold.objects.exclude(released_at=None)
    assert {hold.release_rule for hold in released} <= {"round_left_case"}
    watch.court.do("pit_manager", c.ChangeRounds(rounds=(away, SHORT), reason="Cả hai ván đều liên quan."))
    assert any(hold.begins_at < AT < hold.ends_at for hold in settled(watch))


def test_what_a_case_asks_for_is_held_as_well(watch: Watch) -> None:
    watch.set_up()
    watch.court.passed_on()
    asked = c.AskFootage(table="RL01", begins_at=AT - timedelta(hours=3), ends_at=AT - timedelta(hours=2))
    watch.court.do("pit_manager", asked)
    assert any(hold.begins_at <= asked.begins_at and asked.ends_at <= hold.ends_at for hold in settled(watch))


def test_a_case_without_a_round_holds_the_moment_that_the_player_told(watch: Watch) -> None:
    watch.court.open("shift_manager", rounds=(), happened_at=AT, amount_minor=None)
    [hold] = settled(watch)
    assert (hold.begins_at, hold.ends_at) == (AT - holds.TOLD, AT + holds.TOLD)


def test_a_fact_that_comes_late_is_held_too(watch: Watch) -> None:
    watch.set_up()
    watch.court.open()
    settled(watch)
    late = AT + timedelta(minutes=40)
    watch.court.house.story.tell("round/RL01/short", "roulette.payout_made", late, bet="b1", amount_minor=1)
    assert holds.settle_all(CODE, now=watch.now) > 0
    assert any(hold.begins_at < late < hold.ends_at for hold in Hold.objects.filter(released_at=None))


def test_the_rows_are_what_the_record_makes_of_them_however_they_are_written(watch: Watch) -> None:
    """Everything that the room has rows of, written event by event, at once, and held against the record."""
    code = watch.set_up().asked()
    settled(watch)
    from surveillance.record import showing as s
    from tests.surveillance.watch import STRETCH

    watch.do(s.AnswerRequest(found=True, answer="Thấy rõ.", stretches=(STRETCH,)), code)
    watch.recording("REC-2", camera=None).read_clock(2_000, at=AT + timedelta(hours=1))

    def rows() -> list[Any]:
        return [sorted(model.objects.values_list()) for model in readmodel.MODELS if model is not Recording] + [
            sorted(Recording.objects.values_list("pk", "held", "views", "keep_until", "camera_id"))
        ]

    kept = rows()
    assert list(faults(CODE)) == []
    for batch in (1, 7, 10_000):
        readmodel.rebuild(CODE, batch=batch)
        assert rows() == kept


@pytest.mark.parametrize("who", ["pit_supervisor", "senior_management", "surveillance"])
def test_nobody_releases_a_cases_hold_by_hand(who: str, watch: Watch) -> None:
    from surveillance.record import holding as h
    from tests.surveillance.test_service import refused

    watch.court.open()
    settled(watch)
    number = watch.court.number
    code = "footage_not_your_post" if who == "pit_supervisor" else "hold_by_rule"
    refused(code, watch, h.ReleaseHold(reason="Không cần nữa đâu."), number, who=who)
