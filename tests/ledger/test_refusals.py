"""The database refuses to change the record: the owner by trigger, the application's role by privilege as well."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from django.db import Error, connection, transaction
from django.db.utils import IntegrityError, ProgrammingError

from casino.ledger import partitions, schema
from casino.ledger.application import Ledger
from casino.ledger.grants import grant_statements
from tests.ledger.conftest import dropped, make_property, opened

FIRST = schema.partition_name(1, 1 + schema.PARTITION_EVENTS)
TABLES = ["ledger_event", FIRST, schema.DEFAULT_PARTITION, "ledger_index", "ledger_batch", "ledger_assertion"]
STATEMENTS = {
    "update": "UPDATE {} SET property_id = property_id + 1",
    "update of nothing": "UPDATE {} SET property_id = property_id WHERE false",
    "delete": "DELETE FROM {}",
    "delete of nothing": "DELETE FROM {} WHERE false",
    "truncate": "TRUNCATE {}",
    "truncate with cascade": "TRUNCATE {} CASCADE",
}


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    ledger.append([opened(), dropped(17)])
    return ledger


def run(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("kind", STATEMENTS)
def test_the_owner_is_refused_by_trigger(filled: Ledger, table: str, kind: str) -> None:
    with pytest.raises(IntegrityError, match="the record is only ever added to"):
        run(STATEMENTS[kind].format(table))
    assert len(filled.read()) == 2


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("kind", STATEMENTS)
def test_the_application_is_refused_by_privilege(filled: Ledger, app_role: str, table: str, kind: str) -> None:
    with pytest.raises(ProgrammingError, match="permission denied"):
        run(STATEMENTS[kind].format(table))
    assert len(filled.read()) == 2


@pytest.mark.parametrize("table", [FIRST, schema.DEFAULT_PARTITION])
def test_the_application_has_no_way_past_the_parent(filled: Ledger, app_role: str, table: str) -> None:
    for statement in (f"SELECT * FROM {table}", f"INSERT INTO {table} SELECT * FROM {table}"):
        with pytest.raises(ProgrammingError, match="permission denied"):
            run(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE ledger_index",
        "ALTER TABLE ledger_event DISABLE TRIGGER ALL",
        "ALTER TABLE ledger_index DISABLE TRIGGER ALL",
        "ALTER TABLE ledger_batch DISABLE TRIGGER ALL",
        "ALTER TABLE ledger_assertion DISABLE TRIGGER ALL",
        "DROP TRIGGER ledger_index_refuses ON ledger_index",
        "CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "SET session_replication_role = replica",
        "DELETE FROM ledger_head",
        "TRUNCATE ledger_head",
    ],
)
def test_the_application_cannot_take_the_guards_away(filled: Ledger, app_role: str, statement: str) -> None:
    with pytest.raises(Error, match=r"permission denied|must be owner"):
        run(statement)


def test_the_application_can_add_and_read(filled: Ledger, app_role: str) -> None:
    filled.append([dropped(3)])
    assert [each.version for each in filled.stream("round/RL01/1")] == [1, 2, 3]


def test_the_application_can_begin_the_log_of_a_new_property(db: None, app_role: str) -> None:
    make_property("HUE")
    assert Ledger("HUE").append([opened()])[0].position == 1


def test_guards_fire_in_every_session_on_every_table(db: None) -> None:
    """``A``: also where session_replication_role is replica."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger"
            " WHERE tgfoid = 'ledger_refuse'::regproc ORDER BY 1, 2"
        )
        found = cursor.fetchall()
    whole = ("ledger_index", "ledger_batch", "ledger_assertion")
    names = [*(each.name for each in partitions.partitions()), "ledger_event", *whole, schema.DEFAULT_PARTITION]
    assert {(table, name) for table, name, _ in found} == {
        pair
        for table in names
        for pair in (
            (table, f"{table}_keeps_rows" if table in whole else "ledger_event_keeps_rows"),
            (table, f"{table}_refuses"),
        )
    }
    assert {enabled for *_, enabled in found} == {"A"}


def test_a_superuser_who_plays_replica_is_refused_too(fresh_database: Any, superuser_url: str) -> None:
    make_property()
    Ledger("HOI").append([opened()])
    with psycopg.connect(superuser_url) as superuser:
        superuser.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.errors.RestrictViolation):
            superuser.execute("DELETE FROM ledger_event")


def test_granting_again_changes_nothing(db: None) -> None:
    def granted() -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT relname, relacl::text FROM pg_class WHERE relname LIKE 'ledger%' ORDER BY 1")
            return list(cursor.fetchall())

    before = granted()
    for statement in grant_statements("tableproof_app"):
        run(statement)
    assert granted() == before
