"""Roles and databases of a fresh server, made once and left alone afterwards.

=====================  ==================================================================================
``tableproof_owner``   owns both databases' tables of the record; runs migrations; may create databases
``tableproof_app``     the web server and the workers; reads and writes rows, has no DDL
``tableproof_queue``   owns the second database, which holds nothing but the task queue
=====================  ==================================================================================

Proved by ``tests/embedded/test_postgres.py``. For a server of your own the same is in ``deploy/roles.sql``.
"""

from __future__ import annotations

import psycopg
from psycopg import sql

from casino.embedded.names import APPLICATION, DATABASES, MAIN_DATABASE, OWNER, QUEUE, QUEUE_DATABASE, ROLES, SUPERUSER
from casino.embedded.postgres import PostgresServer


def prepare(server: PostgresServer) -> None:
    """Create what is missing. Safe to run at every start and after an interrupted first one."""
    with psycopg.connect(server.url("postgres", SUPERUSER), autocommit=True) as connection:
        make_roles(connection)
        for database, owner in DATABASES.items():
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone():
                statement = sql.SQL("CREATE DATABASE {} OWNER {}")
                connection.execute(statement.format(sql.Identifier(database), sql.Identifier(owner)))
            statement = sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC")
            connection.execute(statement.format(sql.Identifier(database)))
        statement = sql.SQL("GRANT CONNECT ON DATABASE {} TO {}")
        connection.execute(statement.format(sql.Identifier(MAIN_DATABASE), sql.Identifier(APPLICATION)))
    with psycopg.connect(server.url(QUEUE_DATABASE, QUEUE)) as connection:
        make_queue_schema(connection)


def make_queue_schema(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    """The tables and functions of the task queue: plain SQL from its package, no extension. One transaction."""
    if not connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'pgmq'").fetchone():
        from pgmq.install import get_embedded_install_sql  # half a second of loading, needed once in a server's life

        connection.execute(get_embedded_install_sql().encode())


def make_roles(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    """Create the missing ones of the three roles. The owner may act as the application, to prove what that may not."""
    for role, attributes in ROLES.items():
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone():
            connection.execute(sql.SQL("CREATE ROLE {} " + attributes).format(sql.Identifier(role)))
    statement = sql.SQL("GRANT {} TO {}")
    connection.execute(statement.format(sql.Identifier(APPLICATION), sql.Identifier(OWNER)))
