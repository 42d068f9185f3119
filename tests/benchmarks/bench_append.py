"""How fast events are appended: the ledger beside the eventsourcing library's own save and beside raw COPY.

One run, one server, the same rounds in the same batches of 50 rounds a transaction. Events are made beforehand for all
three, so that what is measured is checking, encoding, hashing and writing:

library   ``Application.save`` with the stock mapper and the stock PostgreSQL recorder: body and unique keys only
ledger    ``Ledger.append``: ids looked up, versions given, log entry and leaf hash, both tables
raw COPY  the rows that the ledger wrote, copied once more into tables of the same shape: the limit of any appending

The three take turns batch by batch, so that a busy machine slows all of them alike; the fastest half of each one's
batches is also compared, which is steadier. The bar is 2.5 times the library.
"""

from __future__ import annotations

import gc
import sys
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Any, Final
from uuid import UUID

import msgspec
import psycopg
import pytest
from django.db import connection
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate
from eventsourcing.domain import event as event_decorator

from casino.core.events import NewEvent, find
from casino.ledger.application import Ledger
from casino.ledger.copying import EVENT_COLUMNS
from casino.ledger.models import Property
from tests.benchmarks.bulk import typical_rounds

ROUNDS: Final = 2_000
BATCH_ROUNDS: Final = 50
WARM_UP_BATCHES: Final = 3
BAR: Final = 2.5
LIBRARY_LIMIT_BYTES: Final = 440_000
MOST_EVENTS_A_ROUND: Final = 19
INDEX_COLUMNS: Final = "property_id, version, position, event_id, stream"


class LibraryRound(Aggregate):
    """A round as the library's documentation would write one: an event class for each type of fact, with its fields,
    an id and a time as UUID and datetime. The classes are made from our types."""

    @event_decorator("Opened")
    def __init__(self) -> None:
        pass


class Recorded(Aggregate.Event):
    """Base of the event classes. Only saving is measured, so nothing is applied."""

    def apply(self, aggregate: Any) -> None:
        """Nothing."""


@cache
def library_event(type_name: str) -> type[Recorded]:
    """The library's event class for one of our types."""
    event_type = find(type_name)
    assert event_type is not None
    fields = {field.name: Any for field in msgspec.structs.fields(event_type.fact)}
    common = {"event_id": UUID, "actor": str, "occurred_at": datetime | None, "sequence": int | None}
    name = f"{event_type.prefix.capitalize()}{event_type.fact.__name__}"  # several games have a BetPlaced
    made = types.new_class(
        name,
        (Recorded,),
        exec_body=lambda body: body.update(__annotations__={**common, **fields}, __module__=__name__),
    )
    setattr(LibraryRound, name, made)
    return made


@dataclass
class Contestant:
    """One way of appending, and the seconds its batches took."""

    name: str
    save: Callable[[Any], int]
    batches: list[Any]
    taken: list[tuple[int, float]] = field(default_factory=list)
    busy_seconds: float = 0.0

    def turn(self, index: int) -> None:
        busy, started = time.process_time(), time.perf_counter()
        events = self.save(self.batches[index])
        self.taken.append((events, time.perf_counter() - started))
        self.busy_seconds += time.process_time() - busy

    def events_per_second(self) -> float:
        measured = self.taken[WARM_UP_BATCHES:]
        return sum(events for events, _ in measured) / sum(seconds for _, seconds in measured)

    def best_half_per_second(self) -> float:
        rates = sorted((events / seconds for events, seconds in self.taken[WARM_UP_BATCHES:]), reverse=True)
        best = rates[: max(1, len(rates) // 2)]
        return sum(best) / len(best)


def library_application() -> Application[UUID]:
    """The library as it comes, on the same server."""
    settings = connection.settings_dict
    return Application(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": settings["NAME"],
            "POSTGRES_HOST": settings["HOST"],
            "POSTGRES_PORT": str(settings["PORT"] or 5432),
            "POSTGRES_USER": settings["USER"],
            "POSTGRES_PASSWORD": settings["PASSWORD"] or "",
            "POSTGRES_POOL_SIZE": "1",
        }
    )


def library_batches(batches: list[list[list[NewEvent]]]) -> list[list[LibraryRound]]:
    """The same events as pending events of aggregates, one aggregate a round."""
    return [[library_round(events) for events in batch] for batch in batches]


def library_round(events: list[NewEvent]) -> LibraryRound:
    """The library's own creation event stands for the first of ours, so that both save as many."""
    aggregate = LibraryRound()
    for new in events[1:]:
        values = msgspec.structs.asdict(new.data)
        aggregate.trigger_event(
            library_event(new.type),
            event_id=new.id,
            actor=new.actor,
            occurred_at=new.occurred_at,
            sequence=new.sequence,
            **{name: msgspec.to_builtins(value) for name, value in values.items()},
        )
    return aggregate


def check_library_can(application: Application[UUID], batches: list[list[LibraryRound]]) -> None:
    """Over a Unix socket the library's pipeline hangs for good at about half a megabyte in one save."""
    for batch in batches:
        states = [application.mapper.to_stored_event(each).state for one in batch for each in one.pending_events]
        if sum(map(len, states)) > LIBRARY_LIMIT_BYTES:
            pytest.fail("a batch is larger than the library can save: choose another seed")


def save_by_library(application: Application[UUID]) -> Callable[[list[LibraryRound]], int]:
    return lambda rounds: len(application.save(*rounds))


def save_by_ledger(ledger: Ledger) -> Callable[[list[NewEvent]], int]:
    return lambda events: len(ledger.append(events))


def save_raw(raw: psycopg.Connection[Any]) -> Callable[[tuple[int, bytes, bytes]], int]:
    def save(batch: tuple[int, bytes, bytes]) -> int:
        events, event_rows, index_rows = batch
        with raw.transaction(), raw.cursor() as cursor:
            with cursor.copy(f"COPY raw_event ({EVENT_COLUMNS}) FROM STDIN (FORMAT BINARY)") as copy:
                copy.write(event_rows)
            with cursor.copy(f"COPY raw_index ({INDEX_COLUMNS}) FROM STDIN (FORMAT BINARY)") as copy:
                copy.write(index_rows)
        return events

    return save


def raw_batches(batches: list[list[list[NewEvent]]], ledger: Ledger) -> Iterator[tuple[int, bytes, bytes]]:
    """The bytes of COPY for the batches, read back from what the ledger has written of them."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}) as reader:
        reader.execute("SET bytea_output = 'hex'")
        after = 0
        for batch in batches:
            events = sum(map(len, batch))
            parts = []
            for table, columns in (("ledger_event", EVENT_COLUMNS), ("ledger_index", INDEX_COLUMNS)):
                query = (
                    f"COPY (SELECT {columns} FROM {table} WHERE position > {after} AND position <= {after + events}"
                    " ORDER BY position) TO STDOUT (FORMAT BINARY)"
                )
                with reader.cursor().copy(query) as copy:
                    parts.append(b"".join(bytes(block) for block in copy))
            yield events, parts[0], parts[1]
            after += events


def small_enough(rounds: Iterator[list[NewEvent]]) -> Iterator[list[NewEvent]]:
    """Rounds of which the library can save fifty at once (see :func:`check_library_can`)."""
    return (events for events in rounds if len(events) <= MOST_EVENTS_A_ROUND)


def batches_of(rounds: Iterator[list[NewEvent]]) -> list[list[list[NewEvent]]]:
    batches = []
    while batch := list(islice(rounds, BATCH_ROUNDS)):
        batches.append(batch)
    return batches


@pytest.mark.bench
def test_appending_is_at_least_two_and_a_half_times_the_library(
    fresh_database: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    batches = batches_of(small_enough(typical_rounds(ROUNDS, 20200613)))
    Property.objects.create(code="BENCH", name_vi="Đo tốc độ", name_en="Benchmark")
    ledger = Ledger("BENCH")
    application = library_application()
    flat = [[event for events in batch for event in events] for batch in batches]
    library = Contestant("library", save_by_library(application), library_batches(batches))
    check_library_can(application, library.batches)
    ours = Contestant("ledger", save_by_ledger(ledger), flat)
    connection.ensure_connection()
    gc.collect()
    gc.freeze()  # a heap of events made beforehand is the benchmark's, not the contestants'
    for index in range(len(batches)):
        library.turn(index)
        ours.turn(index)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE raw_event (LIKE ledger_event INCLUDING ALL)")
        cursor.execute("CREATE TABLE raw_index (LIKE ledger_index INCLUDING ALL)")
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}) as connected:
        connected.autocommit = True
        raw = Contestant("raw COPY", save_raw(connected), list(raw_batches(batches, ledger)))
        for index in range(len(batches)):
            raw.turn(index)
    application.close()
    gc.unfreeze()
    assert ledger.head()[0] == sum(map(len, flat))
    with capsys.disabled():
        sys.stdout.write(report([library, ours, raw]))
    # The better half of each one's batches: what the machine does, not what else it was doing.
    assert ours.best_half_per_second() >= BAR * library.best_half_per_second()


def report(contestants: list[Contestant]) -> str:
    """A table of events per second, and each as a multiple of the library's."""
    first = contestants[0]
    lines = [
        f"\n{'appending':<12}{'events/s':>12}{'x library':>11}{'best half/s':>14}{'x library':>11}"
        f"{'client us/event':>17}"
    ]
    for each in contestants:
        mean, best = each.events_per_second(), each.best_half_per_second()
        busy_us = 1e6 * each.busy_seconds / sum(events for events, _ in each.taken)
        lines.append(
            f"{each.name:<12}{mean:>12,.0f}{mean / first.events_per_second():>11.2f}"
            f"{best:>14,.0f}{best / first.best_half_per_second():>11.2f}{busy_us:>17.1f}"
        )
    return "\n".join(lines) + "\n"
