"""A request recorded in two trips to the server: the same rows as by the long way, and the long way wherever anything
is not as it nearly always is. The process knows its tables from before; the record is asked all the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from psycopg.pq import TransactionStatus

from casino.core.errors import Problem
from casino.ledger import at_once, prepare
from casino.ledger.trips import Statement
from casino.ledger.verify import verify
from games.engine.table import TableOpened
from games.ingest import followers, service
from games.ingest.devices import bind_device, revoke_device, unbind_device
from games.ingest.models import DeviceGap, DeviceProgress, Quarantine
from games.ingest.service import Result, sender_for, take_in
from tests.ingest.conftest import NOW, House

Ways = list[str]


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> Ways:
    """By which way each batch was recorded, in order."""
    taken: Ways = []
    for name in ("record_at_once", "record"):
        real = getattr(service.Batch, name)

        def noted(self: Any, *given: Any, real: Any = real, name: str = name) -> Any:
            found = real(self, *given)
            if found is not None:
                taken.append(name)
            return found

        monkeypatch.setattr(service.Batch, name, noted)
    return taken


@pytest.fixture
def sending(committed_house: House) -> Iterator[House]:
    """A house whose sensor has sent before: its first batch goes the long way, and the process knows its table then."""
    codes(send(committed_house, committed_house.raw()))
    yield committed_house
    assert connection.connection.info.transaction_status == TransactionStatus.IDLE
    assert verify("TST").fault is None


def send(house: House, *raw: bytes, received_at: datetime = NOW, **more: Any) -> list[Result]:
    return take_in(sender_for("TST", "S1"), raw, received_at=received_at, **more)


def codes(results: list[Result]) -> list[str]:
    return [result.problem.code if result.problem else result.status for result in results]


def progress(house: House) -> DeviceProgress:
    return DeviceProgress.objects.get(device=house.sensor)


def test_the_next_numbers_are_recorded_at_once_to_the_same_rows(sending: House, ways: Ways) -> None:
    before = sending.count()
    with following("SELECT 3, %(code)s") as told:
        results = send(sending, *[sending.raw(round="20260613-0009") for _ in range(3)], clock_skew_ms=None)
    assert ways == ["record_at_once"]
    assert told == [("TST", (3, "TST"))]  # asked in the trip of the commit
    assert [(r.status, r.position) for r in results] == [("recorded", before + n) for n in (1, 2, 3)]
    events = sending.ledger.stream("round/RL01/20260613-0009")
    assert [(e.version, e.sequence, e.actor) for e in events] == [(n, n + 1, "device:S1") for n in (1, 2, 3)]
    assert [str(e.id) for e in events] == [r.id for r in results]
    assert (progress(sending).highest_sequence, progress(sending).last_seen_at) == (4, NOW)


@contextmanager
def following(query: str) -> Iterator[list[tuple[str, Any]]]:
    """One more that follows; what it was told."""
    told: list[tuple[str, Any]] = []
    one = followers.Follower(lambda code: Statement(query, {"code": code}), lambda *said: told.append(said))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(followers.FOLLOWING._entries, "test", one)
        yield told


@pytest.mark.parametrize("query", ["SELECT 1/0", "SELECT no_such_column", "INSERT INTO ledger_event DEFAULT VALUES"])
def test_what_fails_after_the_commit_takes_nothing_back(
    sending: House, ways: Ways, query: str, caplog: pytest.LogCaptureFixture
) -> None:
    before = sending.count()
    with following(query) as told:
        assert codes(send(sending, sending.raw())) == ["recorded"]
    assert ways == ["record_at_once"]
    assert told == [("TST", None)]  # to be asked anew
    assert "afterwards_failed" in caplog.text
    assert sending.count() == before + 1
    assert connection.connection.info.transaction_status == TransactionStatus.IDLE
    assert codes(send(sending, sending.raw())) == ["recorded"]


def test_nothing_follows_a_commit_that_fails(
    sending: House, ways: Ways, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The statement of the events is refused by the server: what stands behind it in the same trip is not done."""
    monkeypatch.setattr(at_once, "INSERT_EVENTS", "SELECT 1/0 WHERE %(property)s IS NOT NULL")
    before = sending.count()
    with following("SELECT 3, %(code)s") as told, pytest.raises(DatabaseError):
        send(sending, sending.raw())
    assert (told, ways) == ([], [])
    assert "afterwards_failed" not in caplog.text
    assert sending.count() == before


def test_both_ways_write_the_same(sending: House, ways: Ways) -> None:
    """The same batch, once at once and once inside a transaction that is taken back, position by position."""
    raw = [sending.raw(correlation="c1", occurred_at=None), sending.raw("roulette.round_closed.v1", data={})]
    before = sending.count()
    with transaction.atomic():
        send(sending, *raw)
        long = [msg_of(each) for each in sending.ledger.rows(after=before)]
        transaction.set_rollback(True)
    send(sending, *raw)
    assert ways == ["record", "record_at_once"]
    assert [msg_of(each) for each in sending.ledger.rows(after=before)] == long


def msg_of(row: Any) -> tuple[Any, ...]:
    """All of a row but when it was recorded."""
    return (*row[:5], *row[6:])


def test_sent_again_it_is_answered_as_before(sending: House, ways: Ways) -> None:
    raw = [sending.raw(), sending.raw()]
    first = send(sending, *raw)
    again = send(sending, *raw, sending.raw())
    assert ways == ["record_at_once", "record"]
    assert [r.position for r in again[:2]] == [r.position for r in first]
    assert codes(again) == ["duplicate", "duplicate", "recorded"]


def test_an_id_that_stands_for_other_content_is_refused(sending: House, ways: Ways) -> None:
    event = sending.event()
    send(sending, json.dumps(event).encode())
    count = sending.count()
    assert codes(send(sending, sending.raw(id=event["id"]))) == ["id_conflict"]  # under the next number
    assert ways == ["record_at_once", "record"]
    assert sending.count() == count
    assert Quarantine.objects.get().code == "id_conflict"


def test_an_id_twice_and_a_number_twice_go_the_long_way(sending: House, ways: Ways) -> None:
    raw = sending.raw()
    assert codes(send(sending, raw, raw)) == ["recorded", "duplicate"]
    event = sending.event()
    assert codes(send(sending, json.dumps(event).encode(), json.dumps(event | {"id": str(uuid4())}).encode())) == [
        "recorded",
        "recorded",
    ]
    assert ways == ["record", "record"]
    assert [e.type for e in sending.ledger.stream("device/S1")][-1] == "device.number_reused.v1"


def test_a_hole_in_the_numbers_is_counted(sending: House, ways: Ways) -> None:
    sending.event()
    send(sending, sending.raw())
    assert ways == ["record"]
    (gap,) = DeviceGap.objects.all()
    assert (gap.first, gap.last) == (2, 2)


def test_a_clock_that_is_off_is_recorded(sending: House, ways: Ways) -> None:
    send(sending, sending.raw(), clock_skew_ms=90_000, clock_is_right=lambda: True)
    assert ways == ["record"]
    assert [e.type for e in sending.ledger.stream("device/S1")][-1] == "device.clock_off.v1"
    assert progress(sending).clock_skew_ms == 90_000
    send(sending, sending.raw(), clock_skew_ms=90_100, clock_is_right=lambda: True)
    assert ways[1:] == ["record_at_once"]  # it was told within the hour
    assert progress(sending).clock_skew_ms == 90_100


def test_a_device_that_was_unbound_or_bound_meanwhile_elsewhere(sending: House, ways: Ways) -> None:
    """This process goes on believing what it knew of the table until it asks the record, which it does each time."""
    from games.ingest import tables

    known = dict(tables._known)
    unbind_device(property_code="TST", table="RL01", device="S1")
    tables._known.update(known)
    assert codes(send(sending, sending.raw())) == ["table_not_bound"]
    known = dict(tables._known)
    bind_device(property_code="TST", table="RL01", device="S1")
    tables._known.update(known)
    assert codes(send(sending, sending.raw())) == ["recorded"]
    assert ways == ["record", "record"]
    assert codes(send(sending, sending.raw())) == ["recorded"]
    assert ways[2:] == ["record_at_once"]


def test_what_it_says_of_its_own_table_is_known_afterwards(sending: House, ways: Ways) -> None:
    opened = sending.raw("table.opened.v1", round=None, data={})
    assert codes(send(sending, opened, sending.raw())) == ["recorded", "recorded"]
    assert codes(send(sending, sending.raw())) == ["recorded"]
    assert ways == ["record_at_once", "record_at_once"]


def test_another_event_of_the_table_sends_the_batch_the_long_way_once(sending: House, ways: Ways) -> None:
    sending.record("table/RL01", "table.opened.v1", TableOpened())
    for _ in range(2):
        assert codes(send(sending, sending.raw())) == ["recorded"]
    assert ways == ["record", "record_at_once"]


def test_a_device_revoked_after_its_credential_was_looked_at(sending: House, ways: Ways) -> None:
    sender, count = sender_for("TST", "S1"), sending.count()
    revoke_device(property_code="TST", code="S1")
    with pytest.raises(Problem) as caught:
        take_in(sender, [sending.raw()], received_at=NOW)
    assert caught.value.code == "device_revoked"
    assert ways == []
    assert sending.count() == count + 1  # that it was revoked


def test_one_bad_event_takes_no_good_one_with_it(sending: House, ways: Ways) -> None:
    assert codes(send(sending, sending.raw(), b"{", sending.raw())) == ["recorded", "not_json", "recorded"]
    assert ways == ["record"]
    assert Quarantine.objects.count() == 1


@pytest.mark.parametrize("where", ["lead", "insert"])
def test_an_error_of_the_server_leaves_nothing_behind(
    sending: House, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    before, numbered = sending.count(), progress(sending).highest_sequence
    raw = sending.raw()
    with monkeypatch.context() as patch:
        if where == "lead":
            patch.setattr("games.ingest.gaps._COUNT_ON", "UPDATE games_device_progress SET nothing = 1")
        else:
            patch.setattr(at_once, "INSERT_EVENTS", "INSERT INTO ledger_event SELECT 1/0")
        with pytest.raises((DatabaseError, psycopg.Error)):
            send(sending, raw)
    assert connection.connection.info.transaction_status == TransactionStatus.IDLE
    assert (sending.count(), progress(sending).highest_sequence) == (before, numbered)
    assert codes(send(sending, raw)) == ["recorded"]


def test_the_same_batch_from_many_threads_is_recorded_once(sending: House) -> None:
    batches = [[sending.raw() for _ in range(5)] for _ in range(4)]
    before, threads = sending.count(), 4
    begin = Barrier(threads)

    def run(_number: int) -> list[str]:
        try:
            found = []
            for batch in batches:
                begin.wait(timeout=60)
                found += codes(send(sending, *batch))
            return found
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        answers = [code for found in pool.map(run, range(threads)) for code in found]
    assert answers.count("recorded") == 20
    assert answers.count("duplicate") == 60
    assert sending.count() == before + 20
    assert progress(sending).highest_sequence == 21
    assert not DeviceGap.objects.exists()


def test_a_signed_batch_is_kept_with_what_was_signed(sending: House, ways: Ways) -> None:
    def batch(first: int) -> tuple[Any, list[bytes]]:
        said = [sending.event(sequence=number, occurred_at="2026-06-13T20:15:00.250Z") for number in (first, first + 1)]
        return sending.signed(*said), [json.dumps(each).encode() for each in said]

    for first in (1, 3):
        signed, raw = batch(first)
        results = take_in(sender_for("TST", "K1"), raw, received_at=NOW + timedelta(seconds=first), signed=signed)
        assert codes(results) == ["recorded", "recorded"]
        with connection.cursor() as cursor:
            cursor.execute("SELECT position FROM ledger_batch WHERE digest = %s", [bytes.fromhex(signed.digest)])
            assert cursor.fetchone() == (results[0].position,)
    assert ways == ["record", "record_at_once"]


def test_what_only_the_ledger_refuses_is_not_judged_by_what_was_assumed(
    sending: House, ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger refuses an event before the tables are asked for: they are asked for all the same."""
    from games.ingest import tables

    known = dict(tables._known)
    unbind_device(property_code="TST", table="RL01", device="S1")
    tables._known.update(known)
    count = sending.count()
    monkeypatch.setattr(prepare, "MAX_BODY_BYTES", 300)
    too_long = sending.raw(correlation="c" * 200, data={"bet": "b1", "spot": "red", "stake_minor": 100_000})
    assert codes(send(sending, too_long, sending.raw())) == ["table_not_bound", "table_not_bound"]
    assert sending.count() == count
    bind_device(property_code="TST", table="RL01", device="S1")
    too_long = sending.raw(correlation="c" * 200, data={"bet": "b1", "spot": "red", "stake_minor": 100_000})
    assert codes(send(sending, too_long, sending.raw())) == ["invalid_value", "recorded"]
    assert ways == ["record", "record"]
