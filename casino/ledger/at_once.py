"""A request's few events recorded in two trips to the server, in a transaction of their own.

The first trip begins, counts the device's numbers (``lead``), locks the end of the log and looks where the streams end.
The second writes: the index first, which the server takes in while log entries are hashed here, then the record, and
the commit. Whether an id is known is not looked up: the unique key refuses it. Numbers that come a second time have
ended the matter before, so nearly nothing is ever sent in vain.

Whatever is not as it nearly always is goes the long way (``casino.ledger.recorder``), which tells what is so. Proved by
``tests/ingest/test_at_once.py`` and ``tests/ledger/test_trips.py``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import psycopg
from django.db import transaction
from psycopg.pq import TransactionStatus

from casino.core.errors import Problem
from casino.core.log_entry import time_text
from casino.core.origin import SignedBatch
from casino.ledger import reading
from casino.ledger.batch import Batch, Placed, leaf_hashes, origins
from casino.ledger.copying import array, batch_values, event_columns
from casino.ledger.recorder import End, LedgerRecorder, answers_of, end_of, head_values, index_values, placed_at
from casino.ledger.rows import Appended
from casino.ledger.statements import ENDS, INSERT_EVENTS, INSERT_INDEX, LOCK_HEAD, MOVE_HEAD, MOVE_HEAD_KEEPING
from casino.ledger.trips import Statement, Trips

log = logging.getLogger(__name__)

BEGIN: Final = Statement("BEGIN")
COMMIT: Final = Statement("COMMIT")
ROLLBACK: Final = Statement("ROLLBACK")


Objection = Callable[[], Problem | None]
"""What is said against recording a batch, where something is."""


def no_objection() -> Problem | None:
    """Nothing is said against it."""
    return None


class AtOnce(NamedTuple):
    """What became of a batch, and the first row of each statement that was to follow its commit; None for all of them
    where one of them failed."""

    appended: list[Appended]
    afterwards: list[Any] | None


def append_at_once(
    recorder: LedgerRecorder,
    batch: Batch,
    lead: Statement,
    standing: Mapping[str, int],
    afterwards: Sequence[Statement],
    meanwhile: Objection,
) -> AtOnce | None:
    """Record a small batch of fresh ids. None, and nothing is done, where that cannot be: in somebody's transaction,
    where ``lead`` changed no row, an id is known, or a stream of ``standing`` does not end at its version (any more).
    Then ``append`` tells what is so. The statements of ``afterwards`` are executed when the batch is committed, and
    take nothing of it back. ``meanwhile`` is asked while the server looks; what it says is raised, and nothing done."""
    wrapper = transaction.get_connection(recorder.using)
    if wrapper.in_atomic_block or not wrapper.get_autocommit() or not batch.ids_differ() or not batch.is_small():
        return None
    if len(batch.signed) > 1 or not all(isinstance(each, SignedBatch) for each in batch.signed.values()):
        return None
    with reading.connection(recorder.using) as connection:
        try:
            return _appended(connection, recorder, batch, lead, standing, afterwards, meanwhile)
        except psycopg.errors.InvalidSqlStatementName:  # forgotten by a rollback; nothing was done
            connection.rollback()
            return _appended(connection, recorder, batch, lead, standing, afterwards, meanwhile)
        except psycopg.errors.UniqueViolation as error:
            if error.diag.constraint_name != "ledger_index_event_id":
                raise
            return None
        finally:
            if connection.info.transaction_status not in (TransactionStatus.IDLE, TransactionStatus.UNKNOWN):
                connection.rollback()


def _appended(
    connection: psycopg.Connection[Any],
    recorder: LedgerRecorder,
    batch: Batch,
    lead: Statement,
    standing: Mapping[str, int],
    afterwards: Sequence[Statement],
    meanwhile: Objection,
) -> AtOnce | None:
    prepared = batch.prepared()
    streams = list(dict.fromkeys((*batch.streams, *standing)))
    asked = {"code": recorder.property_code, "streams": array(streams)}
    with Trips(connection) as trips:
        trips.put(BEGIN, lead, Statement(LOCK_HEAD, asked), Statement(ENDS, asked))
        objection = meanwhile()
        _begun, led, (_, locked), (_, found) = trips.take()
        end = end_of(locked[0], found, streams) if led.touched == 1 and locked and objection is None else None
        if end is None or any(end.heads[stream][0] != version for stream, version in standing.items()):
            trips.put(ROLLBACK, end=True)
            trips.take()
            if objection is not None:
                raise objection
            return None
        placed = placed_at(batch, end)
        recorded_at = recorder.recording_time(end)
        index = index_values(end, batch, placed)
        trips.put(Statement(INSERT_INDEX, index), _head_moved(end, batch, placed, recorded_at))
        # Meanwhile the server writes the index.
        entries = event_columns(prepared, leaf_hashes(prepared, placed, time_text(recorded_at)))
        events = Statement(INSERT_EVENTS, {**index, **entries, "recorded_at": recorded_at})
        trips.put(events, COMMIT, *afterwards, end=True)
        appended = answers_of(prepared, placed, recorded_at)
        said = trips.take(optional=len(afterwards))
    if trips.refused is not None:
        log.error("afterwards_failed", exc_info=trips.refused)
        return AtOnce(appended, None)
    return AtOnce(appended, [each.rows[0] if each.rows else None for each in said[len(said) - len(afterwards) :]])


def _head_moved(end: End, batch: Batch, placed: Placed, recorded_at: datetime) -> Statement:
    """The end of the log is moved, and what one device has signed of the batch is kept."""
    values = head_values(end, placed, recorded_at)
    kept = origins(batch, placed) if batch.signed else []
    if not kept:
        return Statement(MOVE_HEAD, values)
    ((position, signed),) = kept
    assert isinstance(signed, SignedBatch)
    return Statement(MOVE_HEAD_KEEPING, values | batch_values(end.property_id, position, signed))
