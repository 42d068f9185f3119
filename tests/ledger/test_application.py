"""The eventsourcing library over our recorder: repository, save, notifications, upcasting, and no stray settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from eventsourcing.application import AggregateNotFoundError
from eventsourcing.persistence import IntegrityError

from casino.core.events import Fact, NewEvent, RecordedEvent, register_upcast
from casino.ledger.application import Ledger
from casino.ledger.recorder import LedgerRecorder
from tests.ledger.conftest import CODE, dropped, opened


class Pockets:
    """A small command aggregate: the pockets of a round."""

    def __init__(self, stream: str) -> None:
        self.id = stream
        self.version = 0
        self.seen: list[int] = []
        self._pending: list[NewEvent] = []

    def see(self, pocket: int) -> None:
        self._pending.append(dropped(pocket, self.id, expected_version=self.version + len(self._pending) + 1))

    def collect_events(self) -> list[NewEvent]:
        collected, self._pending = self._pending, []
        return collected


def project(initial: Pockets | None, events: Iterable[RecordedEvent]) -> Pockets | None:
    state = initial
    for event in events:
        state = state or Pockets(event.stream)
        state.version = event.version
        state.seen.append(event.data.pocket)
    return state


STREAM = "round/RL01/1"


def test_aggregates_are_saved_and_loaded(ledger: Ledger) -> None:
    fresh = Pockets(STREAM)
    fresh.see(4)
    fresh.see(5)
    recordings = ledger.save(fresh)
    assert [each.notification.id for each in recordings] == [1, 2]
    loaded: Pockets = ledger.repository.get(STREAM, projector_func=project)
    assert (loaded.version, loaded.seen) == (2, [4, 5])
    loaded.see(6)
    ledger.save(loaded)
    assert ledger.repository.get(STREAM, projector_func=project).seen == [4, 5, 6]
    assert ledger.repository.get(STREAM, version=1, projector_func=project).seen == [4]


def test_of_two_commands_on_one_version_the_second_is_refused(ledger: Ledger) -> None:
    ledger.append([dropped(4, STREAM)])
    first: Pockets = ledger.repository.get(STREAM, projector_func=project)
    second: Pockets = ledger.repository.get(STREAM, projector_func=project)
    first.see(1)
    second.see(2)
    ledger.save(first)
    with pytest.raises(IntegrityError):
        ledger.save(second)
    assert ledger.repository.get(STREAM, projector_func=project).seen == [4, 1]


def test_a_stream_without_events_is_not_found(ledger: Ledger) -> None:
    with pytest.raises(AggregateNotFoundError):
        ledger.repository.get(STREAM, projector_func=project)


def test_save_takes_only_events_that_say_their_version(ledger: Ledger) -> None:
    with pytest.raises(TypeError, match="version"):
        ledger.mapper.to_stored_event(opened())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="NewEvent"):
        ledger.mapper.to_stored_event(object())  # type: ignore[arg-type]


def test_the_notification_log_is_the_log(ledger: Ledger) -> None:
    ledger.append([dropped(pocket, STREAM) for pocket in range(5)])
    assert [each.id for each in ledger.notification_log.select(start=2, limit=3)] == [2, 3, 4]
    assert [each.id for each in ledger.recorder.select_notifications(2, 9, inclusive_of_start=False)] == [3, 4, 5]
    assert ledger.recorder.max_notification_id() == 5


def test_nothing_is_taken_from_the_environment(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "PERSISTENCE_MODULE": "eventsourcing.popo",
        "MAPPER_TOPIC": "eventsourcing.persistence:Mapper",
        "COMPRESSOR_TOPIC": "zlib",
        "IS_SNAPSHOTTING_ENABLED": "y",
        "AGGREGATE_CACHE_MAXSIZE": "10",
    }.items():
        monkeypatch.setenv(name, value)
    ledger = Ledger(CODE)
    assert isinstance(ledger.recorder, LedgerRecorder)
    assert type(ledger.mapper).__name__ == "FactMapper"
    assert (ledger.mapper.compressor, ledger.snapshots, ledger.repository.cache) == (None, None, None)


class Said(Fact, frozen=True):
    """First version: a word."""

    word: str


class SaidTwice(Fact, frozen=True):
    """Second version: the word and how often."""

    word: str
    times: int


class SaidAt(Fact, frozen=True):
    """Third version: the place too."""

    word: str
    times: int
    place: str | None = None


def test_old_versions_are_read_as_the_newest_and_stay_as_stored(
    ledger: Ledger, register_type: Callable[..., Any]
) -> None:
    register_type("sample.said", Said, stream_kind="round")
    old = opened(type="sample.said.v1", data=Said(word="faites"))
    ledger.append([old])
    before = ledger.rows()[0]
    register_type("sample.said", SaidTwice, stream_kind="round", version=2)
    register_type("sample.said", SaidAt, stream_kind="round", version=3)
    register_upcast("sample.said.v1", lambda said: SaidTwice(word=said.word, times=1))
    register_upcast("sample.said.v2", lambda said: SaidAt(word=said.word, times=said.times))
    found = ledger.read()[0]
    assert (found.type, found.stored_type) == ("sample.said.v3", "sample.said.v1")
    assert found.data == SaidAt(word="faites", times=1)
    assert ledger.rows()[0] == before
    assert ledger.append([old])[0].status == "duplicate"
