"""Background work: a sweep brings the followers up, and what is to be kept is known before anything is deleted."""

from __future__ import annotations

from datetime import datetime

import pytest

from casino.celery import app
from casino.factors import step_up
from casino.ledger.behind import behind
from casino.site import health
from surveillance import tasks
from surveillance.keeping import expiry, gaps, holds
from surveillance.record.commands import COMMANDS
from surveillance.rows import readmodel
from surveillance.rows.models import Hold, Recording
from tests.replay.story import CODE
from tests.surveillance.watch import Watch


def test_a_sweep_places_the_holds_of_cases_and_writes_the_rows(watch: Watch) -> None:
    watch.set_up()
    watch.court.open()
    assert behind(tasks.FOLLOWING)
    tasks.sweep()
    tasks.sweep()  # the holds that the first one placed are events themselves
    assert behind(tasks.FOLLOWING) == ()
    assert Hold.objects.get().subject == f"case/{watch.court.number}"
    assert Recording.objects.get().held


def test_keeping_goes_before_deleting(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    watch.set_up()
    for module, name in ((holds, "settle_all"), (gaps, "look"), (expiry, "expire"), (expiry, "remove_left")):
        monkeypatch.setattr(module, name, lambda code, *, now, name=name: order.append(f"{name} {code}"))
    tasks.keep()
    assert order == [f"{name} {CODE}" for name in ("settle_all", "look", "expire", "remove_left")]


def test_what_stops_one_property_stops_no_other_and_is_told(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.posting import a_property

    a_property("ELS")
    seen: list[str] = []
    deleted: list[str] = []
    looked: list[str] = []
    monkeypatch.setattr(expiry, "expire", lambda code, *, now: deleted.append(code))
    monkeypatch.setattr(gaps, "look", lambda code, *, now: looked.append(code))

    def stop(code: str, *, now: datetime) -> int:
        seen.append(code)
        raise RuntimeError("stopped")

    monkeypatch.setattr(holds, "settle_all", stop)
    with pytest.raises(ExceptionGroup):
        tasks.keep()
    assert set(seen) >= {CODE, "ELS"}
    assert set(looked) >= {CODE, "ELS"}
    assert deleted == [], "what is held is not known"


def test_both_tasks_are_in_the_schedule_and_both_followers_are_watched() -> None:
    assert tasks.BEAT.items() <= app.conf.beat_schedule.items()
    assert {entry["task"] for entry in tasks.BEAT.values()} <= set(app.tasks)
    assert {readmodel.NAME, holds.NAME} <= set(health.FOLLOWERS)


def test_before_what_weighs_whoever_gives_the_command_is_asked_again() -> None:
    asked = {code for code, step in COMMANDS.items() if step.weighty}
    recorders, shifts = {"register_recorder", "change_recorder"}, {"hand_over_shift", "take_over_shift"}
    assert asked == recorders | shifts | {"release_hold", "erase_from_incident"}
    for code in COMMANDS:
        assert step_up.is_declared(f"footage:{code}") == (code in asked)
    assert step_up.is_declared("admin:surveillance_do")
