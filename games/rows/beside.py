"""Read models written anew beside the rows that are read, and put in their place in one transaction.

Each table of a read model has a twin in a schema of its own (``beside_games``), made anew after every ``migrate``
(``manage.py grant_app_role``); its rows are of properties that are being rebuilt. Who rebuilds has that schema first in
the search path of its connections, so that the followers, unchanged, write and read there what is theirs, checkpoint
and state included; all else is that of the house. Followers at work know nothing of it. Once the twins are at the end
of the log, the checkpoint is locked, what came meanwhile is taken in, and the rows that differ are exchanged: readers
see the former ones until then. Who is killed leaves nothing but twins, which the next rebuild empties. One rebuild of a
property at a time; the name of its connection tells how far it is. Proved by ``tests/readmodel/test_beside.py``.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from django.db import OperationalError, ProgrammingError, connection, transaction
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from psycopg.sql import SQL, Composable, Composed, Identifier, Literal

from casino.ledger import reading
from casino.ledger.recorder import Cursor
from casino.site.health import Report

KEPT: Final = ("ledger_follower", "games_projection")
"""Checkpoint and state of a follower: they have twins, and are moved by themselves."""
CLAIMED: Final = 0x6265_7369
"""The first half of the advisory lock of a rebuild; the second is the property's number."""

_MAKE: Final = """
DO $$ DECLARE name text; own text := {schema}; sequence text;
BEGIN
    EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', own);
    EXECUTE format('CREATE SCHEMA %I', own);
    FOREACH name IN ARRAY {tables}::text[] LOOP
        EXECUTE format(
            'CREATE UNLOGGED TABLE %I.%I (LIKE public.%I INCLUDING ALL EXCLUDING IDENTITY)', own, name, name
        );
        IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = ('public.' || name)::regclass AND attname = 'id') THEN
            sequence := pg_get_serial_sequence('public.' || name, 'id');
            IF sequence IS NOT NULL THEN
                EXECUTE format('ALTER TABLE %I.%I ALTER id SET DEFAULT nextval(%L)', own, name, sequence);
            END IF;
        END IF;
    END LOOP;
END $$
"""
_COLUMNS: Final = """
SELECT attname::text, atttypid::bigint, atttypmod FROM pg_attribute
WHERE attrelid = to_regclass(%s) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attname
"""
_KEYS: Final = """
SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
WHERE i.indrelid = to_regclass(%s) AND i.indisprimary
"""
_CLAIM: Final = """
SELECT id, pg_try_advisory_lock(%(key)s, id) FROM ledger_property WHERE code = %(property)s
"""
_LOCK: Final = """
SELECT name, position FROM public.ledger_follower WHERE property_id = %s AND name = ANY(%s) ORDER BY name FOR UPDATE
"""
_MOVE: Final = """
INSERT INTO public.ledger_follower (name, property_id, position, passed_over)
SELECT name, property_id, position, passed_over FROM {} WHERE property_id = %s AND name = ANY(%s)
ON CONFLICT (name, property_id) DO UPDATE SET position = EXCLUDED.position, passed_over = EXCLUDED.passed_over
"""
_STATE: Final = """
INSERT INTO public.games_projection ({columns})
SELECT {columns} FROM {twin} WHERE property_id = %s AND name = ANY(%s)
ON CONFLICT (property_id, name) DO UPDATE SET {updates}
"""
_AT_WORK: Final = """
SELECT application_name FROM pg_stat_activity
WHERE datname = current_database() AND application_name LIKE 'rebuilding %' ORDER BY 1
"""
_SAID: Final = re.compile(r"rebuilding ([a-z_]+) (\w+) (\d+)")


class NotMade(RuntimeError):
    """The twins are not there, or not those of these tables: ``grant_app_role`` was not run after ``migrate``."""


class AtWork(RuntimeError):
    """Another rebuild of this property is at work, or a follower did not let go of its checkpoint in time."""


def schema_of(model: str) -> str:
    """Where the twins of a read model stand."""
    return f"beside_{model}"


def make_statement(model: str, tables: Sequence[str]) -> str:
    """Makes the twins of a read model's tables anew, as their owner."""
    return SQL(_MAKE).format(schema=Literal(schema_of(model)), tables=Literal([*tables, *KEPT])).as_string(None)


def make_sure(model: str, tables: Sequence[str]) -> None:
    """The twins are there; where they are not, they are made by whoever may. Raises NotMade for whoever may not."""
    try:
        with reading.cursor("default") as cursor:
            for table in (*tables, *KEPT):
                _columns(cursor, schema_of(model), table)
    except NotMade:
        try:
            with transaction.atomic(), connection.cursor() as owner:
                owner.execute(make_statement(model, tables))
        except ProgrammingError as error:
            raise NotMade(model) from error


def grant_statements(model: str, role: str) -> list[str]:
    """What the application's role needs of them: the rows."""
    rights = ("GRANT USAGE ON SCHEMA {} TO {}", "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {} TO {}")
    return [SQL(each).format(Identifier(schema_of(model)), Identifier(role)).as_string(None) for each in rights]


def report() -> Iterator[Report]:
    """A line of ``/readyz`` for each rebuild at work, which is no trouble: nobody sees less for it."""
    with connection.cursor() as cursor:
        cursor.execute(_AT_WORK)
        for (name,) in cursor.fetchall():
            if said := _SAID.fullmatch(name):
                yield Report("rebuilding {} {}, {} % done".format(*said.groups()), None)


# --- Inside -----------------------------------------------------------------------------------------------------------


class _Here(threading.local):
    """Of this thread, and of processes that it forks."""

    schema = ""


_here: Final = _Here()


def _turn(schema: str) -> None:
    """Let the connections that this thread has or makes look there first; or, without one, no more."""
    _here.schema = schema
    if connection.connection is not None and not connection.needs_rollback:
        _look(connection)


def _look(wrapper: Any) -> None:
    with wrapper.cursor() as cursor:
        cursor.execute(f"SET search_path = {_here.schema}, public" if _here.schema else "SET search_path = DEFAULT")


@receiver(connection_created)
def _as_the_others(connection: Any, **_: object) -> None:
    """A connection that was lost, and those of forked processes, must not write among the rows that are read."""
    if _here.schema:
        _look(connection)


@contextmanager
def writing(model: str, property_code: str, tables: Sequence[str], names: Sequence[str]) -> Iterator[int]:
    """Inside, what is written of these tables and followers of a property is written beside, from the beginning; gives
    the property's number. Raises AtWork where somebody else rebuilds."""
    with reading.cursor("default") as cursor:
        row = cursor.execute(_CLAIM, {"key": CLAIMED, "property": property_code}).fetchone()
        if row is None or not row[1]:
            raise AtWork(property_code)
    number: int = row[0]
    schema = schema_of(model)
    try:
        with transaction.atomic(), reading.cursor("default") as cursor:
            for table in (*tables, *KEPT):
                cursor.execute(SQL("DELETE FROM {} WHERE property_id = %s").format(Identifier(schema, table)), [number])
            copied = SQL(
                "INSERT INTO {} SELECT * FROM public.ledger_follower WHERE property_id = %s AND name <> ALL(%s)"
            )
            cursor.execute(copied.format(Identifier(schema, "ledger_follower")), [number, list(names)])
        _turn(schema)
        yield number
    finally:
        _turn("")
        tell("")
        if connection.connection is not None and not connection.needs_rollback:
            with reading.cursor("default") as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [CLAIMED, number])


def tell(name: str, property_code: str = "", percent: int = 0) -> None:
    """Say how far a rebuild is, to whoever looks at this connection; nothing any more without a name."""
    if connection.connection is None or connection.needs_rollback:
        return
    with connection.cursor() as cursor:
        if name:
            cursor.execute("SET application_name = %s", [f"rebuilding {name} {property_code} {percent}"])
        else:
            cursor.execute("SET application_name = DEFAULT")


# --- In their place ---------------------------------------------------------------------------------------------------


def reached(number: int, names: Sequence[str], wait_seconds: float) -> dict[str, int]:
    """How far the followers at work are; they stand still until the transaction around it ends. Raises AtWork."""
    try:
        with reading.cursor("default") as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [f"{int(1000 * wait_seconds) or 1}ms"])
            return dict(cursor.execute(_LOCK, [number, list(names)]).fetchall())
    except OperationalError as error:
        raise AtWork(", ".join(names)) from error


def exchange(model: str, number: int, tables: Sequence[str], names: Sequence[str]) -> None:
    """Put the rows written beside in the place of those that are read, in the transaction around it. Rows that are the
    same stay untouched, so that this is short whatever was read to make them."""
    schema = schema_of(model)
    with reading.cursor("default") as cursor:
        for table in reversed(tables):
            cursor.execute(_statement(_GONE, cursor, schema, table), [number, number])
        for table in tables:
            cursor.execute(_statement(_NEW, cursor, schema, table), [number, number])
        cursor.execute(SQL(_MOVE).format(Identifier(schema, "ledger_follower")), [number, list(names)])
        columns = [each for each in _columns(cursor, schema, "games_projection") if each != "id"]
        state = SQL(_STATE).format(
            columns=_listed(columns),
            twin=Identifier(schema, "games_projection"),
            updates=SQL(", ").join(SQL("{0} = EXCLUDED.{0}").format(Identifier(each)) for each in columns),
        )
        cursor.execute(state, [number, list(names)])
        for table in (*tables, *KEPT):
            cursor.execute(SQL("DELETE FROM {} WHERE property_id = %s").format(Identifier(schema, table)), [number])


_GONE: Final = """
DELETE FROM {home} a WHERE a.property_id = %s AND NOT EXISTS (
    SELECT FROM {twin} b WHERE b.property_id = %s AND {same} AND ROW({b}) IS NOT DISTINCT FROM ROW({a}))
"""
_NEW: Final = """
INSERT INTO {home} ({columns}) SELECT {columns} FROM {twin} b
WHERE b.property_id = %s AND NOT EXISTS (SELECT FROM {home} a WHERE a.property_id = %s AND {same})
"""


def _statement(text: str, cursor: Cursor, schema: str, table: str) -> Composed:
    columns = _columns(cursor, schema, table)
    return SQL(text).format(
        home=Identifier("public", table),
        twin=Identifier(schema, table),
        columns=_listed(columns),
        a=SQL(", ").join(Identifier("a", each) for each in columns),
        b=SQL(", ").join(Identifier("b", each) for each in columns),
        same=SQL(" AND ").join(
            SQL("{} = {}").format(Identifier("b", each), Identifier("a", each)) for each in _keys(cursor, table)
        ),
    )


def _keys(cursor: Cursor, table: str) -> list[str]:
    """The columns of its primary key."""
    return [row[0] for row in cursor.execute(_KEYS, [f"public.{table}"]).fetchall()]


def _listed(columns: Sequence[str]) -> Composable:
    return SQL(", ").join(map(Identifier, columns))


def _columns(cursor: Cursor, schema: str, table: str) -> list[str]:
    """The columns of a table, which are those of its twin. Raises NotMade."""
    try:
        own, twins = (cursor.execute(_COLUMNS, [f"{each}.{table}"]).fetchall() for each in ("public", schema))
    except ProgrammingError as error:  # no right to look into the schema
        raise NotMade(table) from error
    if own != twins:
        raise NotMade(table)
    return [row[0] for row in own]
