"""Statements in one trip: answered in order, prepared once, nothing half read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection
from psycopg.pq import TransactionStatus

from casino.database.base import bound
from casino.ledger.at_once import BEGIN, COMMIT, ROLLBACK
from casino.ledger.trips import Statement, Trips


@pytest.fixture
def talk(fresh_database: object) -> Iterator[psycopg.Connection[Any]]:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE trip (number bigint PRIMARY KEY)")
    yield connection.connection
    connection.close()


def add(number: int) -> Statement:
    return Statement("INSERT INTO trip SELECT %(number)s::bigint", {"number": number, "unused": 1})


def numbers() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT number FROM trip ORDER BY number")
        return [row[0] for row in cursor.fetchall()]


def prepared() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'trip_%'")
        return int(cursor.fetchone()[0])


def test_answers_come_in_order_with_the_values_that_are_named(talk: psycopg.Connection[Any]) -> None:
    both = Statement("SELECT %(b)s::text || %(a)s::text || %(b)s::text, NULL::int", {"a": "x", "b": "y"})
    with Trips(talk) as trips:
        trips.put(BEGIN, add(1), add(2))
        trips.put(both)
        begun, one, two, said = trips.take()
        trips.put(COMMIT, Statement("SELECT number FROM trip ORDER BY number"), end=True)
        _done, found = trips.take()
    assert (begun.rows, one.touched, two.touched) == ([], 1, 1)
    assert said.rows == [("yxy", None)]
    assert found.rows == [(1,), (2,)]
    assert talk.info.transaction_status == TransactionStatus.IDLE
    assert numbers() == [1, 2]


def test_a_statement_is_prepared_once_for_each_connection(talk: psycopg.Connection[Any]) -> None:
    for number in range(3):
        with Trips(talk) as trips:
            trips.put(add(number), end=True)
            trips.take()
    assert prepared() == 1
    connection.close()
    connection.ensure_connection()
    assert prepared() == 0
    with Trips(connection.connection) as trips:
        trips.put(add(9), end=True)
        trips.take()
    assert (prepared(), numbers()) == (1, [0, 1, 2, 9])


def test_what_stands_behind_a_refused_statement_is_not_done(talk: psycopg.Connection[Any]) -> None:
    with pytest.raises(psycopg.errors.UniqueViolation), Trips(talk) as trips:  # noqa: PT012 it is the exit that cleans up
        trips.put(BEGIN, add(1), add(1), add(2), COMMIT, end=True)
        trips.take()
    assert talk.info.transaction_status == TransactionStatus.INERROR
    with Trips(talk) as trips:
        trips.put(ROLLBACK, add(3), end=True)
        trips.take()
    assert numbers() == [3]


def test_a_refusal_of_what_is_optional_takes_nothing_back(talk: psycopg.Connection[Any]) -> None:
    with Trips(talk) as trips:
        trips.put(BEGIN, add(1), COMMIT, Statement("SELECT 5"), Statement("SELECT 1/0"), add(2), end=True)
        answers = trips.take(optional=3)
    assert len(answers) == 4
    assert isinstance(trips.refused, psycopg.errors.DivisionByZero)
    assert numbers() == [1]


def test_leaving_early_leaves_a_connection_to_talk_on(talk: psycopg.Connection[Any]) -> None:
    with pytest.raises(KeyError), Trips(talk) as trips:  # noqa: PT012 it is the exit that cleans up
        trips.put(BEGIN, add(1))
        trips.take()
        raise KeyError
    assert talk.info.transaction_status == TransactionStatus.INTRANS
    talk.rollback()
    assert numbers() == []


def test_what_was_forgotten_is_said_so_and_prepared_anew(talk: psycopg.Connection[Any]) -> None:
    for number, forgets in enumerate([True, False]):
        if forgets:
            with Trips(talk) as trips:
                trips.put(add(10), end=True)
                trips.take()
            talk.execute("DEALLOCATE ALL")
            with pytest.raises(psycopg.errors.InvalidSqlStatementName), Trips(talk) as trips:  # noqa: PT012
                trips.put(add(11), end=True)
                trips.take()
        with Trips(talk) as trips:
            trips.put(add(number), end=True)
            trips.take()
    assert numbers() == [0, 1, 10]


def test_a_server_that_does_not_answer_loses_the_connection(talk: psycopg.Connection[Any]) -> None:
    bound(talk, 0.3)
    with pytest.raises(psycopg.OperationalError, match="did not answer"), Trips(talk) as trips:  # noqa: PT012
        trips.put(Statement("SELECT pg_sleep(3)"), end=True)
        trips.take()
    assert talk.closed
