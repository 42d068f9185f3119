"""Followers: all events once and in order, in the transaction of what they write; rebuilt to the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg
import pytest
from django.db import connection

from casino.core.events import RecordedEvent
from casino.ledger import follow
from casino.ledger.application import Ledger
from casino.ledger.errors import LedgerCorrupt, UnknownProperty
from tests.ledger.conftest import CODE, dropped, opened


@pytest.fixture
def rows(request: pytest.FixtureRequest) -> None:
    """A read model of one table."""
    request.getfixturevalue("ledger")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE sample_rows (position bigint PRIMARY KEY, id uuid UNIQUE)")


def write(events: Sequence[RecordedEvent]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO sample_rows VALUES (%s, %s)", [(each.position, each.id) for each in events])


def written() -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT position, id FROM sample_rows ORDER BY position")
        return list(cursor.fetchall())


def test_a_follower_sees_everything_once_batch_by_batch(ledger: Ledger, rows: None) -> None:
    said = [opened(f"round/RL01/{number}") for number in range(25)]
    ledger.append(said[:12])
    sizes: list[int] = []

    def handler(events: Sequence[RecordedEvent]) -> None:
        sizes.append(len(events))
        write(events)

    assert follow.catch_up("sample", CODE, handler, batch=5) == (12, 12, False)
    assert follow.catch_up("sample", CODE, handler, batch=5) == (0, 12, False)
    ledger.append(said[12:])
    assert follow.lag("sample", CODE) == 13
    assert follow.catch_up("sample", CODE, handler, batch=5) == (13, 25, False)
    assert sizes == [5, 5, 2, 5, 5, 3]
    assert written() == [(index + 1, event.id) for index, event in enumerate(said)]
    assert follow.lag("sample", CODE) == 0


def test_a_limit_stops_it_between_batches(ledger: Ledger, rows: None) -> None:
    ledger.append([opened(f"round/RL01/{number}") for number in range(10)])
    assert follow.catch_up("sample", CODE, write, batch=4, limit=6) == (6, 6, False)
    assert follow.catch_up("sample", CODE, write, batch=4, limit=6) == (4, 10, False)


def test_types_narrow_what_is_seen_but_the_checkpoint_passes_all(ledger: Ledger, rows: None) -> None:
    ledger.append([opened(), dropped(1), dropped(2)])
    progress = follow.catch_up("sample", CODE, write, types=("roulette.round_opened.v1",))
    assert (progress.position, [row[0] for row in written()]) == (3, [1])


def test_a_failing_handler_leaves_nothing_of_its_batch(ledger: Ledger, rows: None) -> None:
    ledger.append([opened(f"round/RL01/{number}") for number in range(6)])

    def fails_at_five(events: Sequence[RecordedEvent]) -> None:
        write(events)
        if events[-1].position > 4:
            raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        follow.catch_up("sample", CODE, fails_at_five, batch=2)
    assert follow.position("sample", CODE) == 4
    assert [row[0] for row in written()] == [1, 2, 3, 4]
    assert follow.catch_up("sample", CODE, write).handled == 2


def test_rebuilding_gives_the_same_rows(ledger: Ledger, rows: None) -> None:
    ledger.append([opened(f"round/RL01/{number}") for number in range(9)])
    follow.catch_up("sample", CODE, write, batch=2)
    before = written()

    def clear() -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM sample_rows")

    follow.rebuild("sample", CODE, clear)
    assert (written(), follow.lag("sample", CODE)) == ([], 9)
    follow.catch_up("sample", CODE, write, batch=4)
    assert written() == before


def test_a_second_copy_is_told_that_it_is_busy(own_ledger: Ledger, fresh_database: Any) -> None:
    own_ledger.append([opened()])
    seen: list[int] = []

    def handler(events: Sequence[RecordedEvent]) -> None:
        seen.extend(each.position for each in events)

    assert follow.catch_up("sample", CODE, handler, limit=1).position == 1
    own_ledger.append([dropped(1)])
    with psycopg.connect(fresh_database.url) as other, other.transaction():
        other.execute("SELECT * FROM ledger_follower WHERE name = 'sample' FOR UPDATE")
        assert follow.catch_up("sample", CODE, handler) == (0, 1, True)
    assert follow.catch_up("sample", CODE, handler) == (1, 2, False)
    assert seen == [1, 2]


def test_a_hole_in_the_log_stops_the_follower(ledger: Ledger, rows: None) -> None:
    ledger.append([opened()])
    with connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_head SET position = 2")
    ledger.append([opened()])
    with pytest.raises(LedgerCorrupt, match="hole after position 0"):
        follow.catch_up("sample", CODE, write)
    assert follow.position("sample", CODE) == 0


def test_an_unknown_property_is_an_error(db: None) -> None:
    with pytest.raises(UnknownProperty):
        follow.catch_up("sample", "NONE", write)


def test_followers_are_apart_by_name_and_property(ledger: Ledger, rows: None) -> None:
    ledger.append([opened()])
    assert follow.catch_up("one", CODE, lambda events: None).handled == 1
    assert follow.catch_up("two", CODE, lambda events: None).handled == 1
