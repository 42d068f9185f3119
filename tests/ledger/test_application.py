"""The eventsourcing library over our recorder: repository, save, notifications, upcasting, and no stray settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from eventsourcing.application import AggregateNotFoundError
from eventsourcing.persistence import IntegrityError

from casino.core.events import UPCASTS, Fact, NewEvent, RecordedEvent
from casino.ledger import reading
from casino.ledger.application import Ledger
from casino.ledger.entries import log_entries
from casino.ledger.errors import IdConflict
from casino.ledger.models import Property
from casino.ledger.recorder import LedgerRecorder
from casino.ledger.verify import verify
from games.engine.judgement import Finding, Severity
from games.facts.findings import RoundAudit, by_identity
from games.roulette.facts import BallDropped
from tests.benchmarks.bulk import typical_rounds
from tests.ledger.conftest import CODE, NOON, changed, dropped, opened


class Pockets:
    """A small command aggregate: the pockets of a round."""

    def __init__(self, stream: str) -> None:
        self.id = stream
        self.version = 0
        self.seen: list[int] = []
        self._pending: list[NewEvent] = []

    def see(self, pocket: int) -> None:
        self._pending.append(dropped(pocket, self.id, expected_version=self.version + len(self._pending) + 1))

    def evolve(self, event: RecordedEvent) -> None:
        self.version = event.version
        self.seen.append(event.data.pocket)

    def collect_events(self) -> list[NewEvent]:
        collected, self._pending = self._pending, []
        return collected


STREAM = "round/RL01/1"


def test_aggregates_are_saved_and_loaded(ledger: Ledger) -> None:
    fresh = ledger.load(Pockets, STREAM)
    assert (fresh.version, fresh.seen) == (0, [])
    fresh.see(4)
    fresh.see(5)
    assert [(each.status, each.position, each.version) for each in ledger.record(fresh)] == [
        ("recorded", 1, 1),
        ("recorded", 2, 2),
    ]
    loaded = ledger.load(Pockets, STREAM)
    assert (loaded.version, loaded.seen) == (2, [4, 5])
    loaded.see(6)
    [recording] = ledger.save(loaded)
    assert (recording.notification.id, recording.notification.originator_version) == (3, 3)
    assert ledger.load(Pockets, STREAM).seen == [4, 5, 6]
    assert ledger.load(Pockets, STREAM, upto_position=1).seen == [4]
    assert ledger.load(Pockets, "round/RL01/2", upto_position=3).version == 0


def test_of_two_commands_on_one_version_the_second_is_refused(ledger: Ledger) -> None:
    ledger.append([dropped(4, STREAM)])
    first, second = ledger.load(Pockets, STREAM), ledger.load(Pockets, STREAM)
    first.see(1)
    second.see(2)
    ledger.record(first)
    with pytest.raises(IntegrityError):
        ledger.record(second)
    assert ledger.load(Pockets, STREAM).seen == [4, 1]


def test_a_stream_without_events_is_not_found(ledger: Ledger) -> None:
    with pytest.raises(AggregateNotFoundError):
        ledger.repository.get(STREAM)
    assert ledger.stream(STREAM) == []
    assert ledger.stream_rows(STREAM) == []


def test_saving_again_is_answered_as_the_first_time(ledger: Ledger) -> None:
    event = dropped(4, STREAM, expected_version=1)
    [first], [second] = ledger.record(event), ledger.record(event)
    assert (second.status, second.position, second.recorded_at) == ("duplicate", first.position, first.recorded_at)
    with pytest.raises(IdConflict):
        ledger.record(changed(event, data=BallDropped(pocket=5)))


TABLES = (
    "SELECT position, version, recorded_at, occurred_at, stream, type, actor, leaf_hash, body FROM ledger_event"
    " WHERE property_id = %s ORDER BY position",
    "SELECT position, version, event_id, stream FROM ledger_index WHERE property_id = %s ORDER BY position",
    "SELECT position, recorded_at FROM ledger_head WHERE property_id = %s",
)


def stored(code: str) -> list[list[tuple[Any, ...]]]:
    """All that the database holds of a property's record."""
    owner = Property.objects.get(code=code)
    found = []
    with reading.cursor("default") as cursor:
        for statement in TABLES:
            found.append(cursor.execute(statement, [owner.pk]).fetchall())
    return found


def test_the_library_and_the_bulk_path_come_to_the_same_bytes_and_the_same_state(db: None) -> None:
    """Rounds of a table and what was found of them, appended in bulk at one property, and saved event by event through
    the library at another: the same rows of every table, the same log entries, hashes, positions, notifications, and
    aggregates of the same state."""
    rounds = list(typical_rounds(4, 7))
    finding = Finding(
        code="payout_differs",
        severity=Severity.MONEY,
        subject="b1",
        clauses=("5.2",),
        versions=(3,),
        amount_minor=50_000,
        detail={},
    )
    ledgers = []
    for code in ("BULK", "LIB"):
        Property.objects.create(code=code, name_vi=code, name_en=code)
        ledgers.append(Ledger(code, clock=lambda: NOON))
    bulk, library = ledgers
    versions: dict[str, int] = {}
    for each in (event for one in rounds for event in one):
        versions[each.stream] = versions.get(each.stream, 0) + 1
        library.record(changed(each, expected_version=versions[each.stream]))
    bulk.append([event for one in rounds for event in one])
    audits = []
    for ledger in ledgers:
        audit = ledger.load(partial(RoundAudit, "BULK"), "audit/RL01/1")  # ids follow from the property's code
        audit.audited(by_identity([finding]), document="d", judged_position=1)
        audits.append(audit)
    bulk.append([changed(event, expected_version=None) for event in audits[0].collect_events()])
    library.record(audits[1])
    assert stored("BULK") == stored("LIB")
    entries = [log_entries(Property.objects.get(code=each.property_code).pk, range(1, 200)) for each in (bulk, library)]
    assert entries[0] == entries[1]
    assert len(entries[0]) == bulk.head()[0]
    assert verify("BULK") == verify("LIB")
    assert bulk.notification_log.select(1, 10) == library.notification_log.select(1, 10)
    streams = list(bulk.stream_ids("round/"))
    by_scan = dict(bulk.scan_streams(streams))
    for stream in streams:
        assert library.stream_rows(stream) == list(by_scan[stream])  # and one fold for both
    reloaded = library.load(partial(RoundAudit, "LIB"), "audit/RL01/1")
    in_bulk = RoundAudit("BULK", "audit/RL01/1", [bulk.decode(row) for row in bulk.scan(prefix="audit/")])
    assert reloaded.version == in_bulk.version == 1
    assert {key: each.opened for key, each in reloaded.findings.items()} == {
        key: each.opened for key, each in in_bulk.findings.items()
    }


def test_save_takes_only_events_that_say_their_version(ledger: Ledger) -> None:
    with pytest.raises(TypeError, match="version"):
        ledger.mapper.to_stored_event(opened())
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
    assert type(ledger.events).__name__ == "FactStore"
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
    UPCASTS.register("sample.said.v1", lambda said: SaidTwice(word=said.word, times=1))
    UPCASTS.register("sample.said.v2", lambda said: SaidAt(word=said.word, times=said.times))
    found = ledger.read()[0]
    assert (found.type, found.stored_type) == ("sample.said.v3", "sample.said.v1")
    assert found.data == SaidAt(word="faites", times=1)
    assert ledger.rows()[0] == before
    assert ledger.append([old])[0].status == "duplicate"
