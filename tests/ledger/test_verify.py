"""``ledger_verify`` finds each way in which the record can be made to contradict itself, and says where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import translation

from casino.ledger import verify as module
from casino.ledger.application import Ledger
from casino.ledger.verify import verify
from tests.ledger.conftest import CODE, dropped, make_property, opened

Forge = Callable[[str], None]


@pytest.fixture
def filled(own_ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """Ten events in two rounds, verified in pages of three."""
    monkeypatch.setattr(module, "PAGE", 3)
    own_ledger.append([opened("round/A/1", occurred_at=None), opened("round/B/1", correlation="é", clock_skew_ms=3)])
    own_ledger.append([dropped(number, f"round/{'AB'[number % 2]}/1", sequence=number) for number in range(8)])
    return own_ledger


@pytest.fixture
def forge(superuser_url: str) -> Forge:
    """A statement run by somebody who can take the guards away."""

    @contextmanager
    def unguarded() -> Iterator[psycopg.Connection[Any]]:
        with psycopg.connect(superuser_url) as superuser:
            for table in ("ledger_event", "ledger_index"):
                superuser.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
            for (partition,) in superuser.execute(
                "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'ledger_event'::regclass"
            ).fetchall():
                superuser.execute(f"ALTER TABLE {partition} DISABLE TRIGGER ALL")
            yield superuser

    def run(statement: str) -> None:
        with unguarded() as superuser:
            assert superuser.execute(statement).rowcount > 0

    return run


def test_an_untouched_log_is_verified_whole(filled: Ledger) -> None:
    seen: list[tuple[int, int]] = []
    assert verify(CODE, progress=lambda done, total: seen.append((done, total))) == (10, None)
    assert seen == [(3, 10), (6, 10), (9, 10), (10, 10)]


def test_an_empty_log_is_verified(own_ledger: Ledger) -> None:
    assert verify(CODE) == (0, None)


FORGERIES = {
    "body": ("UPDATE ledger_event SET body = body || ' ' WHERE position = 5", 4, "log entry differs"),
    "time of the device": ("UPDATE ledger_event SET occurred_at = now() WHERE position = 5", 4, "log entry differs"),
    "time made up": ("UPDATE ledger_event SET occurred_at = now() WHERE position = 1", 0, "log entry differs"),
    "actor": ("UPDATE ledger_event SET actor = 'device:other' WHERE position = 5", 4, "log entry differs"),
    "actor no actor": ("UPDATE ledger_event SET actor = 'nobody' WHERE position = 5", 4, "no log entry can be made"),
    "type": ("UPDATE ledger_event SET type = 'roulette.ball_spun.v1' WHERE position = 5", 4, "log entry differs"),
    "type no type": ("UPDATE ledger_event SET type = 'spun' WHERE position = 5", 4, "no log entry can be made"),
    "stream": ("UPDATE ledger_event SET stream = 'round/C/1' WHERE position = 5", 4, "the index has"),
    "version": ("UPDATE ledger_event SET version = 9 WHERE position = 5", 4, "the index has"),
    "entry": ("UPDATE ledger_event SET entry = entry || ' ' WHERE position = 5", 4, "log entry differs"),
    "leaf": ("UPDATE ledger_event SET leaf_hash = sha256(entry) WHERE position = 5", 4, "leaf hash"),
    "recorded earlier": (
        "UPDATE ledger_event SET recorded_at = recorded_at - interval '1 day' WHERE position = 5",
        4,
        "before its predecessor",
    ),
    "event gone": ("DELETE FROM ledger_event WHERE position = 5", 4, "missing, the next stored position is 6"),
    "last event gone": ("DELETE FROM ledger_event WHERE position = 10", 9, "missing, the head stands at 10"),
    "index row gone": ("DELETE FROM ledger_index WHERE position = 5", 4, "the index has"),
    "index id": ("UPDATE ledger_index SET event_id = gen_random_uuid() WHERE position = 5", 4, "the index names it"),
    "index position": ("UPDATE ledger_index SET position = 99 WHERE position = 5", 4, "the index has"),
    "head set back": ("UPDATE ledger_head SET position = 9", 9, "goes on to position 10 behind the head at 9"),
    "index row too many": (
        "INSERT INTO ledger_index SELECT property_id, 1, 3, gen_random_uuid(), 'round/Z/1' FROM ledger_head",
        10,
        "the index holds 11 rows for 10 positions",
    ),
}


@pytest.mark.parametrize("kind", FORGERIES)
def test_each_forgery_is_found_where_it_is(filled: Ledger, forge: Forge, kind: str) -> None:
    statement, events_before, words = FORGERIES[kind]
    forge(statement)
    verdict = verify(CODE)
    assert verdict.fault is not None
    assert words in verdict.fault
    assert verdict.events == events_before


def test_two_events_exchanged_are_found(filled: Ledger, forge: Forge) -> None:
    forge(
        "UPDATE ledger_event e SET body = o.body FROM ledger_event o WHERE (e.position, o.position) IN ((5, 7), (7, 5))"
    )
    assert verify(CODE).events == 4


def test_the_command_prints_and_exits_by_what_it_finds(filled: Ledger, forge: Forge) -> None:
    make_property("HUE")
    out = StringIO()
    with translation.override("en"):
        call_command("ledger_verify", stdout=out)
    assert out.getvalue() == f"{CODE}: 10 events verified\nHUE: 0 events verified\n"
    forge("UPDATE ledger_event SET leaf_hash = sha256(entry) WHERE position = 5")
    with pytest.raises(CommandError, match=CODE):
        call_command("ledger_verify", property_code=CODE, stdout=out)
    assert "position 5: the leaf hash" in out.getvalue()
    with pytest.raises(CommandError, match="NONE"):
        call_command("ledger_verify", property_code="NONE", stdout=out)
    connection.close()
