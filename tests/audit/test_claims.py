"""Two audits never work at one round: the background passes over what another one is at, a person waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections

from games.rows import audit, readmodel
from games.rows.audit import audit_due, audit_rounds
from games.rows.models import Finding, Round
from tests.replay.story import CODE, STARTS, Story

SECONDS = 60
"""How long a test waits for what must come."""


class AtWork:
    """Holds the first audit that comes between judging a page and recording it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.judged = threading.Event()
        self.go_on = threading.Event()
        self.pages: list[list[str]] = []
        self._judge_page = audit._judge_page
        monkeypatch.setattr(audit, "_judge_page", self._held)

    def _held(self, replayer: Any, page: Any, done: Any) -> Any:
        first = not self.pages
        self.pages.append(sorted(page))
        answer = self._judge_page(replayer, page, done)
        if first:
            self.judged.set()
            assert self.go_on.wait(SECONDS)
        return answer


def aside(work: Callable[[], Any]) -> Callable[[], Any]:
    def run() -> Any:
        try:
            return work()
        finally:
            connections.close_all()

    return run


@pytest.fixture
def at_work(fresh_database: Any, monkeypatch: pytest.MonkeyPatch) -> AtWork:
    story = Story(STARTS - timedelta(days=1))
    story.table(at=STARTS)
    for number in range(4):
        story.spin(str(number), STARTS + timedelta(minutes=number), paid_minor=None)
    readmodel.catch_up(CODE)
    return AtWork(monkeypatch)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as some:
        yield some


def the_first_is_at_it(at_work: AtWork, pool: ThreadPoolExecutor) -> Future[Any]:
    first = pool.submit(aside(lambda: audit_rounds(CODE)))
    assert at_work.judged.wait(SECONDS)
    return first


def test_the_background_passes_over_a_page_that_another_audit_is_at(at_work: AtWork, pool: ThreadPoolExecutor) -> None:
    first = the_first_is_at_it(at_work, pool)
    assert Round.objects.filter(audit_due=True).count() == 4
    second = pool.submit(aside(lambda: audit_due(CODE))).result(SECONDS)
    assert (second.rounds, second.opened) == (0, 0)
    at_work.go_on.set()
    assert first.result(SECONDS).opened == 4
    assert [len(page) for page in at_work.pages] == [4, 0]
    assert Finding.objects.count() == 4


def test_a_person_waits_and_then_finds_everything_recorded(at_work: AtWork, pool: ThreadPoolExecutor) -> None:
    first = the_first_is_at_it(at_work, pool)
    second = pool.submit(aside(lambda: audit_rounds(CODE, ["round/RL01/2"])))
    with pytest.raises(TimeoutError):
        second.result(0.5)
    assert len(at_work.pages) == 1  # nothing is judged twice meanwhile
    at_work.go_on.set()
    assert first.result(SECONDS).opened == 4
    report = second.result(SECONDS)
    assert (report.rounds, report.opened) == (1, 0)
    assert Finding.objects.count() == 4


def test_other_rounds_are_audited_beside_it(at_work: AtWork, pool: ThreadPoolExecutor) -> None:
    first = pool.submit(aside(lambda: audit_rounds(CODE, ["round/RL01/0", "round/RL01/1"])))
    assert at_work.judged.wait(SECONDS)
    assert pool.submit(aside(lambda: audit_due(CODE))).result(SECONDS).opened == 2
    at_work.go_on.set()
    assert first.result(SECONDS).opened == 2
    assert Finding.objects.count() == 4


def test_an_audit_that_fails_leaves_no_claim(at_work: AtWork, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise KeyError("no such game")

    with monkeypatch.context() as patch:
        patch.setattr(audit, "_judge_page", broken)
        with pytest.raises(KeyError):
            audit_rounds(CODE)
    at_work.go_on.set()
    assert audit_due(CODE).opened == 4
