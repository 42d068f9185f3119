"""Ranges are made ahead; what has fallen into the default partition is adopted without touching a row."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.utils import IntegrityError, ProgrammingError

from casino.ledger import partitions, schema
from casino.ledger.application import Ledger
from casino.ledger.verify import verify
from tests.ledger.conftest import CODE, dropped, opened

SIZE = schema.PARTITION_EVENTS


def kept_in(position: int) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text FROM ledger_event WHERE position = %s", [position])
        return str(cursor.fetchone()[0])


def jump_to(position: int) -> None:
    """Pretend that so many events have been recorded."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ledger_head (property_id, position) SELECT id, %s FROM ledger_property"
            " ON CONFLICT (property_id) DO UPDATE SET position = EXCLUDED.position",
            [position],
        )


def bounds() -> list[tuple[int, int]]:
    return [(each.low, each.high) for each in partitions.partitions()]


def test_migration_lays_two_ranges_and_the_command_keeps_them_ahead(own_ledger: Ledger) -> None:
    assert bounds() == [(1, SIZE + 1), (SIZE + 1, 2 * SIZE + 1)]
    out = StringIO()
    call_command("ledger_partitions", ahead=1, stdout=out)
    assert len(bounds()) == 2
    call_command("ledger_partitions", ahead=3, stdout=out)
    call_command("ledger_partitions", ahead=3, stdout=out)
    assert bounds() == [(1 + index * SIZE, 1 + (index + 1) * SIZE) for index in range(4)]


def test_events_cross_a_boundary_within_one_batch(own_ledger: Ledger) -> None:
    own_ledger.append([opened()])
    jump_to(SIZE - 1)
    own_ledger.append([dropped(number) for number in range(4)])
    assert kept_in(SIZE) == schema.partition_name(1, SIZE + 1)
    assert kept_in(SIZE + 1) == schema.partition_name(SIZE + 1, 2 * SIZE + 1)
    assert [each.version for each in own_ledger.stream("round/RL01/1")] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("beyond", [0, SIZE - 1, SIZE, 3 * SIZE])
def test_strays_in_the_default_are_adopted_where_they_lie(own_ledger: Ledger, beyond: int) -> None:
    jump_to(2 * SIZE + beyond)
    own_ledger.append([opened(), dropped(1)])
    first = 2 * SIZE + beyond + 1
    assert kept_in(first) == schema.DEFAULT_PARTITION
    before = own_ledger.rows()
    made = partitions.extend(1)
    assert made[0].low == 2 * SIZE + 1
    assert made[0].high > first + 1
    assert kept_in(first) == kept_in(first + 1) == made[0].name
    assert own_ledger.rows() == before
    assert own_ledger.append([dropped(2)])[0].position == first + 2
    assert kept_in(first + 2) != schema.DEFAULT_PARTITION
    for low, high in zip(bounds(), bounds()[1:], strict=False):
        assert low[1] == high[0]
    assert partitions.extend(1) == []


def test_adopted_and_new_ranges_are_guarded_and_closed(own_ledger: Ledger, app_role: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        cursor.execute(f"ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO {app_role}")
    jump_to(2 * SIZE)
    own_ledger.append([opened()])
    made = partitions.extend(2)
    names = [*(each.name for each in made), schema.DEFAULT_PARTITION]
    for name in names:
        for statement in (f"TRUNCATE {name}", f"DELETE FROM {name}", f"UPDATE {name} SET version = 1"):
            with pytest.raises(IntegrityError, match="only ever added to"):
                run(statement)
    run(f"SET ROLE {app_role}")
    for name in names:
        with pytest.raises(ProgrammingError, match="permission denied"):
            run(f"SELECT * FROM {name}")
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT tgenabled FROM pg_trigger WHERE tgfoid = 'ledger_refuse'::regproc")
        assert cursor.fetchall() == [("A",)]


def run(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_the_longest_log_of_all_properties_counts(own_ledger: Ledger, fresh_database: Any) -> None:
    own_ledger.append([opened()])
    assert verify(CODE) == (1, None)
    jump_to(2 * SIZE - 5)
    assert [each.low for each in partitions.extend(1)] == [2 * SIZE + 1]
