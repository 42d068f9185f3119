"""A record from when log entries were stored beside their hashes is carried over, whole or not at all.

``frozen/record_with_entries.copy`` was written by the program of then, for two properties: rounds of a simulated table,
a correction in Vietnamese, an event without a time of its own.
"""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from casino.core.log_entry import leaf_hash
from casino.ledger import partitions, schema
from casino.ledger.application import Ledger
from casino.ledger.entries import log_entries
from casino.ledger.verify import verify
from tests.ledger.conftest import opened

OLD = (Path(__file__).parent / "frozen" / "record_with_entries.copy").read_bytes()
PARTS = re.compile(rb"(COPY \w+ \([^)]*\) FROM STDIN)\n(.*?)^\\\.\n", re.S | re.M)
record = importlib.import_module("casino.ledger.migrations.0002_record")
by_hash = importlib.import_module("casino.ledger.migrations.0004_entries_by_hash")
with_origin = importlib.import_module("casino.ledger.migrations.0005_origin")
with_batches = importlib.import_module("casino.ledger.migrations.0006_batch")
with_assertions = importlib.import_module("casino.ledger.migrations.0007_assertion")


@pytest.fixture
def old_record(fresh_database: Any) -> dict[tuple[int, int], tuple[bytes, bytes]]:
    """The tables as they were, with the rows that were written then; entry and leaf hash by property and position."""
    with connection.cursor() as cursor:
        cursor.execute(with_assertions.DROP + with_batches.DROP + record.DROP_TABLES + record.create_sql())
        with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}) as raw:
            for statement, rows in PARTS.findall(OLD):
                with raw.cursor().copy(statement) as copy:
                    copy.write(rows)
        cursor.execute("SELECT property_id, position, entry, leaf_hash FROM ledger_event")
        return {(row[0], row[1]): (bytes(row[2]), bytes(row[3])) for row in cursor.fetchall()}


def carry_over() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(by_hash.CHECK + by_hash.DROP)
        cursor.execute(with_origin.ADD)
        cursor.execute(with_batches.create_sql())
        cursor.execute(with_assertions.create_sql())


def change(statement: str) -> None:
    """What somebody with the owner's password could do to the old record."""
    with transaction.atomic(), connection.cursor() as cursor:
        tables = ["ledger_event", *(each.name for each in partitions.partitions()), schema.DEFAULT_PARTITION]
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
        cursor.execute(statement)
        assert cursor.rowcount == 1


def test_every_old_entry_is_made_again_byte_for_byte(old_record: dict[tuple[int, int], tuple[bytes, bytes]]) -> None:
    carry_over()
    assert len(old_record) == 108
    for property_id in (1, 2):
        positions = [position for of, position in old_record if of == property_id]
        for position, made in log_entries(property_id, positions).items():
            entry, leaf = old_record[property_id, position]
            assert made.entry == entry
            assert made.leaf_hash == leaf == leaf_hash(entry)
    assert verify("HOI") == (57, None)
    assert verify("SGN") == (51, None)


def test_the_log_goes_on_after_it_and_the_room_can_be_had_back(old_record: object) -> None:
    carry_over()
    ledger = Ledger("HOI")
    before = ledger.rows(limit=100)
    assert ledger.append([opened("round/RL01/unknown-time", origin="ab" * 32), opened("round/RL01/1")])[0].version == 2
    last = [json.loads(made.entry or b"") for made in log_entries(1, [57, 58, 59]).values()]
    assert [len(entry) for entry in last] == [10, 11, 11]
    assert [entry.get("origin", "none") for entry in last] == ["none", "ab" * 32, None]
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM FULL {partitions.partitions()[0].name}")
    assert ledger.rows(limit=57) == before
    assert verify("HOI") == (57, "position 58: the signature that its entry names is not kept")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger_event SET actor = 'person:PM-402' WHERE property_id = 2 AND position = 7",
        "UPDATE ledger_event SET body = body || ' ' WHERE property_id = 2 AND position = 7",
        "UPDATE ledger_event SET occurred_at = NULL WHERE property_id = 2 AND position = 7",
        "UPDATE ledger_event SET entry = entry || ' ' WHERE property_id = 2 AND position = 7",
        "UPDATE ledger_event SET leaf_hash = sha256(entry) WHERE property_id = 2 AND position = 7",
    ],
)
def test_a_record_that_was_changed_keeps_its_entries(old_record: object, statement: str) -> None:
    """They say what was changed: the hash alone would only say that something was."""
    change(statement)
    with pytest.raises(DatabaseError, match="property 2, position 7"):
        carry_over()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(entry) FROM ledger_event")
        assert cursor.fetchone() == (108,)
