"""Background work: asked for once, idempotent, and complete without being asked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from kombu.exceptions import OperationalError

from casino.celery import app
from games import tasks
from games.models import Finding, Projection, Round
from tests.replay.story import CODE, STARTS, Story


@pytest.fixture
def story(db: None) -> Story:
    told = Story(STARTS - timedelta(days=1))
    told.table(at=STARTS)
    return told


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(tasks.follow, "apply_async", lambda args, **_: asked.append(args))
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


def test_a_broker_that_is_down_fails_nothing_and_the_sweep_comes_by(
    story: Story, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(tasks.follow, "apply_async", refuse)
    story.spin("1", STARTS, paid_minor=None)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.follow_soon(CODE)
    assert not Projection.objects.get(property__code=CODE, name="audit").requested
    tasks.sweep()
    assert Finding.objects.get(property__code=CODE).code == "not_paid"


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


def test_a_persons_command_shows_at_once(story: Story) -> None:
    stream = story.spin("1", STARTS, paid_minor=None)
    assert tasks.follow_now(CODE, streams=(stream,))
    assert Round.objects.get(code="1").findings_open == 1


def test_the_beat_runs_tasks_that_exist() -> None:
    assert tasks.BEAT.items() <= app.conf.beat_schedule.items()
    assert {entry["task"] for entry in tasks.BEAT.values()} <= set(app.tasks)
