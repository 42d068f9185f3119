"""Background work: asked for once, idempotent, and complete without being asked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from casino.celery import app
from casino.operations import worker_messages
from casino.operations.watching import WATCHES, Watcher
from games import tasks
from games.rows import readmodel
from games.rows.following import follow_now
from games.rows.models import Finding, Projection, Round
from games.rows.replay import Replayer
from tests.replay.story import CODE, STARTS, Story


@pytest.fixture
def story(db: None) -> Story:
    told = Story(STARTS - timedelta(days=1))
    told.table(at=STARTS)
    return told


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(worker_messages, "tell", lambda task, *arguments: asked.append(arguments))
    return asked


def test_following_projects_and_audits(story: Story) -> None:
    story.spin("1", STARTS, paid_minor=None)
    tasks.follow(CODE)
    assert Finding.objects.get(property__code=CODE).code == "not_paid"
    assert Round.objects.get(code="1").findings_open == 1
    head = story.ledger.head()[0]
    tasks.follow(CODE)
    assert story.ledger.head()[0] == head
    worker = Projection.objects.get(property__code=CODE, name="audit")
    assert worker.position == head
    assert worker.ran_at is not None


def test_asked_many_times_before_it_begins_it_is_sent_once(
    story: Story, sent: list[tuple[str, ...]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(5):
            tasks.follow_soon(CODE)
    assert sent == [(CODE,)]
    tasks.follow(CODE)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.follow_soon(CODE)
    assert sent == [(CODE,), (CODE,)]


def test_what_was_told_and_lost_is_found_by_the_sweep_and_told_again_afterwards(
    story: Story, sent: list[tuple[str, ...]], django_capture_on_commit_callbacks: Any
) -> None:
    story.spin("1", STARTS, paid_minor=None)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.follow_soon(CODE)
    assert Projection.objects.get(property__code=CODE, name="audit").requested  # and the message is lost
    tasks.sweep()
    assert Finding.objects.get(property__code=CODE).code == "not_paid"
    with django_capture_on_commit_callbacks(execute=True):
        tasks.follow_soon(CODE)
    assert sent == [(CODE,), (CODE,)]


def test_without_a_broker_the_watch_of_beat_does_what_nobody_was_told(story: Story) -> None:
    watcher = Watcher(WATCHES["games.sweep"])
    story.spin("1", STARTS, paid_minor=None)
    assert not watcher.look()  # a worker may be about to do it
    assert not Finding.objects.exists()
    assert watcher.look()
    assert Finding.objects.get(property__code=CODE).code == "not_paid"
    assert [watcher.look() for _ in range(5)][-2:] == [False, False]  # what it recorded itself is followed, too


def test_the_watch_of_beat_leaves_to_the_workers_what_they_are_at(story: Story) -> None:
    watcher = Watcher(WATCHES["games.sweep"])
    for number in range(3):
        story.spin(str(number), STARTS + timedelta(minutes=number))
        assert not watcher.look()
        readmodel.catch_up(CODE, limit=5)


def test_the_sweep_does_nothing_where_nothing_is_left(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    story.spin("1", STARTS)
    tasks.sweep()
    called: list[str] = []
    monkeypatch.setattr(tasks, "follow", called.append)
    tasks.sweep()
    assert called == []


def test_a_long_log_is_followed_in_steps(
    story: Story, sent: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(tasks, "STEP", 5)
    for number in range(3):
        story.spin(str(number), STARTS + timedelta(minutes=number))
    with django_capture_on_commit_callbacks(execute=True):
        tasks.follow(CODE)
    assert sent == [(CODE,)]


def test_a_round_that_cannot_be_judged_stops_the_audit_of_no_other(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, *rest = [story.spin(str(n), STARTS + timedelta(minutes=n), paid_minor=None) for n in range(4)]
    readmodel.catch_up(CODE)
    judge = Replayer.many

    def fails(self: Replayer, streams: Any, **said: Any) -> Any:
        for replay in judge(self, streams, **said):
            if replay.stream == bad:
                raise KeyError("unknown")
            yield replay

    with monkeypatch.context() as patch:
        patch.setattr(Replayer, "many", fails)
        with pytest.raises(ExceptionGroup):
            tasks.follow(CODE)
    assert set(Finding.objects.filter(code="not_paid").values_list("stream", flat=True)) == {
        f"audit/{stream.partition('/')[2]}" for stream in rest
    }
    worker = Projection.objects.get(property__code=CODE, name="audit")
    assert (worker.failed_at is not None, worker.error) == (True, f"KeyError: 'unknown' {bad}")
    tasks.follow(CODE)
    worker.refresh_from_db()
    assert (worker.failed_at, worker.error) == (None, "")
    assert Finding.objects.filter(code="not_paid").count() == 4


def test_a_persons_command_shows_at_once(story: Story) -> None:
    stream = story.spin("1", STARTS, paid_minor=None)
    assert follow_now(CODE, streams=(stream,))
    assert Round.objects.get(code="1").findings_open == 1


def test_the_beat_runs_tasks_that_exist() -> None:
    assert tasks.BEAT.items() <= app.conf.beat_schedule.items()
    assert {entry["task"] for entry in tasks.BEAT.values()} <= set(app.tasks)
