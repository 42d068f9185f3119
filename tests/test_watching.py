"""Those who look by themselves act where nothing moved, and only there."""

from __future__ import annotations

import threading
from collections.abc import Hashable

import pytest

from casino.operations import watching
from casino.operations.watching import OVER, WATCHES, Watch, Watcher


def test_it_acts_where_nothing_moved_between_two_looks() -> None:
    states: list[Hashable] = [(1,), (2,), (2,), (), (), None, (3,), (4,)]
    acted: list[int] = []
    looked = iter(states)
    watcher = Watcher(Watch("test", 1, lambda: next(looked), lambda: acted.append(1)))
    # The third look finds what the second saw, acts, and looks (the fourth) at what is left then.
    assert [watcher.look() for _ in range(7)] == [False, False, True, False, False, False, False]


def test_what_its_own_work_left_is_gone_on_with() -> None:
    left = [5]

    def act() -> None:
        left[0] -= 1

    watcher = Watcher(Watch("test", 1, lambda: tuple(left) if left[0] else (), act))
    assert [watcher.look() for _ in range(7)] == [False, True, True, True, True, True, False]


def test_a_watch_that_fails_goes_on_and_harms_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    failed, worked = threading.Event(), threading.Event()
    stop = threading.Event()
    rounds: list[int] = []

    def fail() -> Hashable:
        rounds.append(1)
        if len(rounds) > 2:
            failed.set()
        raise RuntimeError("a follower stopped")

    monkeypatch.setattr(
        watching,
        "WATCHES",
        {"bad": Watch("bad", 0.01, fail, lambda: None), "good": Watch("good", 0.01, lambda: True, worked.set)},
    )
    threads = watching.begin(stop)
    assert failed.wait(10)
    assert worked.wait(10)
    stop.set()
    for thread in threads:
        thread.join(10)


def test_what_stays_done_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    def left() -> Hashable:
        looks.append(1)
        return () if len(looks) < 3 else OVER

    monkeypatch.setattr(watching, "WATCHES", {"done": Watch("done", 0.001, left, lambda: None)})
    [thread] = watching.begin()
    thread.join(10)
    assert not thread.is_alive()
    assert len(looks) == 3


def test_every_kind_of_work_that_is_told_is_looked_after() -> None:
    assert set(WATCHES) >= {"games.sweep", "games.look_for_gaps", "disputes.sweep", "disputes.remind", "disputes.mail"}
