"""How fast rounds are replayed: the full judgement beside the library's own reading and beside a bare read-and-decode.

Once for roulette alone and once for as many rounds of each of the five games, whose tables' sessions are carried from
round to round; the read model, by which the replayer knows the order of a table's rounds, has followed before.

One run, one server, the same rounds, one process. All read from the database; each takes its turn with the next 100
rounds, so that a busy machine slows all of them alike, and all go through them three times, since once is a sixth of a
second of replay:

library      ``repository.get`` of the eventsourcing library as it comes (stock mapper and recorder), whose aggregate
             does nothing with an event but take it
ledger.get   our ``repository.get`` with the fold as projector: one round a query, no judgement
read, decode the rows of the rounds in bulk, each body decoded into its type, and dropped
bare         one aggregated row a round with type and body alone, each body decoded into its type, and dropped: the
             limit of any replay
read         the rows of the rounds in bulk, as every replay gets them, and dropped
replay       ``Replayer.many``: read, decode, fold, terms, document, full judgement

The bars, per core: replay is at least 7 times the library, at least a quarter of read-and-decode and 0.3 of the bare
limit. Elapsed time, with the server's share in it, is printed beside it.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final
from uuid import UUID

import pytest
from django.db import connection
from eventsourcing.application import Application

from casino.core import events
from casino.core.events import NewEvent, RecordedEvent
from casino.ledger import reading
from casino.ledger.application import Ledger
from casino.ledger.models import Property
from games.engine.fold import fold
from games.rows.readmodel import catch_up
from games.rows.replay import Replayer
from tests.benchmarks.bench_append import (
    BATCH_ROUNDS,
    Contestant,
    batches_of,
    library_application,
    library_batches,
    report,
)
from tests.benchmarks.bulk import typical_rounds
from tests.benchmarks.mix import mixed_rounds

ROUNDS: Final = 2_000
GAMES: Final = 5
TURN_ROUNDS: Final = 100
PASSES: Final = 3
LIBRARY_BAR: Final = 7.0
DECODE_BAR: Final = 0.25
BARE_BAR: Final = 0.3


def get_by_library(application: Application[UUID]) -> Callable[[list[UUID]], int]:
    def read(ids: list[UUID]) -> int:
        return sum(application.repository.get(each).version for each in ids)

    return read


class Counted:
    """An aggregate that only takes the events, as the library's above."""

    def __init__(self, stream: str) -> None:
        self.version = 0

    def evolve(self, event: RecordedEvent) -> None:
        self.version = event.version


def get_by_ledger(ledger: Ledger) -> Callable[[list[str]], int]:
    def read(streams: list[str]) -> int:
        return sum(ledger.load(Counted, stream).version for stream in streams)

    return read


def read_and_decode(ledger: Ledger) -> Callable[[list[str]], int]:
    decoders = {event_type.full_name: event_type.decode for event_type in events.registered()}

    def read(streams: list[str]) -> int:
        count = 0
        for _stream, rows in ledger.scan_streams(streams, page=TURN_ROUNDS):
            for type_name, body in zip(rows.types, rows.bodies, strict=True):
                decoders[type_name](body)
            count += len(rows)
        return count

    return read


def read_and_decode_bare(ledger: Ledger) -> Callable[[list[str]], int]:
    decoders = {event_type.full_name: event_type.decode for event_type in events.registered()}
    query = reading.by_column("type", "body")

    def read(streams: list[str]) -> int:
        count = 0
        with reading.cursor(ledger.using) as cursor:
            values = {"property": ledger.property_code, "streams": " ".join(streams), "stop": reading.NO_STOP}
            for _stream, types, bodies in cursor.execute(query, values).fetchall():
                for type_name, body in zip(types, bodies, strict=True):
                    decoders[type_name](body)
                count += len(types)
        return count

    return read


def read_rows(ledger: Ledger) -> Callable[[list[str]], int]:
    def read(streams: list[str]) -> int:
        return sum(len(rows) for _stream, rows in ledger.scan_streams(streams, page=TURN_ROUNDS))

    return read


def read_and_fold(ledger: Ledger) -> Callable[[list[str]], int]:
    def read(streams: list[str]) -> int:
        return sum(fold(stream, rows).versions for stream, rows in ledger.scan_streams(streams, page=TURN_ROUNDS))

    return read


def replay_and_judge(replayer: Replayer, position: int) -> Callable[[list[str]], int]:
    def read(streams: list[str]) -> int:
        count = judged = 0
        for replay in replayer.many(streams, upto_position=position, page=TURN_ROUNDS):
            count += len(replay.rows)
            assert replay.ended
            assert replay.book is not None
            judged += len(replay.judgement.results)
        assert judged > 0
        return count

    return read


def per_core(contestant: Contestant) -> float:
    """Events per second of this process's own processor time: what one core does, whatever else the machine does."""
    return sum(count for count, _ in contestant.taken) / contestant.busy_seconds


def _round_batches(batches: list[list[list[NewEvent]]]) -> list[list[list[NewEvent]]]:
    """Only the rounds' own events: what stands in the table's stream is read once, not replayed."""
    return [[[event for event in one if event.stream.startswith("round/")] for one in batch] for batch in batches]


def _turns(items: list[Any]) -> list[list[Any]]:
    return [items[start : start + TURN_ROUNDS] for start in range(0, len(items), TURN_ROUNDS)]


def roulette_rounds(count: int) -> Iterator[list[NewEvent]]:
    return typical_rounds(count, 20200613)


def rounds_of_five_games(count: int) -> Iterator[list[NewEvent]]:
    return mixed_rounds(count // GAMES, 20200613)


@pytest.mark.bench
@pytest.mark.parametrize("rounds", [roulette_rounds, rounds_of_five_games])
def test_replay_with_judgement_holds_its_bars(
    fresh_database: Any, capsys: pytest.CaptureFixture[str], rounds: Callable[[int], Iterator[list[NewEvent]]]
) -> None:
    batches = batches_of(rounds(ROUNDS))
    Property.objects.create(code="BENCH", name_vi="Đo tốc độ", name_en="Benchmark")
    ledger = Ledger("BENCH")
    application = library_application()
    aggregates = library_batches(_round_batches(batches))
    for batch, saved in zip(batches, aggregates, strict=True):
        ledger.append([event for one in batch for event in one])
        for start in range(0, len(saved), 10):  # its pipeline hangs on large saves over a Unix socket
            application.save(*saved[start : start + 10])
    catch_up("BENCH")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    streams = list(ledger.stream_ids("round/"))
    by_stream = {
        f"{one[0].stream}": aggregate.id
        for batch, saved in zip(_round_batches(batches), aggregates, strict=True)
        for one, aggregate in zip(batch, saved, strict=True)
    }
    ids = [by_stream[stream] for stream in streams]
    assert len(streams) == ROUNDS == BATCH_ROUNDS * len(batches)
    del batches, aggregates
    replayer = Replayer("BENCH")
    contestants = [
        Contestant("library", get_by_library(application), _turns(ids)),
        Contestant("ledger.get", get_by_ledger(ledger), _turns(streams)),
        Contestant("read, fold", read_and_fold(ledger), _turns(streams)),
        Contestant("replay", replay_and_judge(replayer, ledger.head()[0]), _turns(streams)),
        Contestant("read, decode", read_and_decode(ledger), _turns(streams)),
        Contestant("bare", read_and_decode_bare(ledger), _turns(streams)),
        Contestant("read", read_rows(ledger), _turns(streams)),
    ]
    gc.collect()
    gc.freeze()  # what was made beforehand is the benchmark's, not the contestants'
    for index in [*range(ROUNDS // TURN_ROUNDS)] * PASSES:
        for each in contestants:
            each.turn(index)
    gc.unfreeze()
    application.close()
    library, _get, _fold, replay, decode, bare, _read = contestants
    with capsys.disabled():
        sys.stdout.write(f"\n{rounds.__name__.replace('_', ' ')}")
        sys.stdout.write(report(contestants).replace("appending", "replaying"))
        sys.stdout.write(
            f"per core, replay with full judgement is {per_core(replay) / per_core(library):.1f} times the library"
            f", {per_core(replay) / per_core(decode):.0%} of read-and-decode"
            f" and {per_core(replay) / per_core(bare):.0%} of the bare limit\n"
        )
    assert len({sum(count for count, _ in each.taken) for each in contestants}) == 1
    assert per_core(replay) >= LIBRARY_BAR * per_core(library)
    assert per_core(replay) >= DECODE_BAR * per_core(decode)
    assert per_core(replay) >= BARE_BAR * per_core(bare)
