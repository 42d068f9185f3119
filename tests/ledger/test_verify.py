"""``ledger_verify`` finds each way in which the record can be made to contradict itself, and says where."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import translation

from casino.core.log_entry import leaf_hash
from casino.ledger import verify as module
from casino.ledger.application import Ledger
from casino.ledger.entries import log_entries
from casino.ledger.models import Property
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
    "body": (
        "UPDATE ledger_event SET body = body || ' ' WHERE position = 5",
        4,
        "the stored leaf hash is not that of the log entry",
    ),
    "time of the device": (
        "UPDATE ledger_event SET occurred_at = now() WHERE position = 5",
        4,
        "the stored leaf hash is not that of the log entry",
    ),
    "time made up": (
        "UPDATE ledger_event SET occurred_at = now() WHERE position = 1",
        0,
        "the stored leaf hash is not that of the log entry",
    ),
    "actor": (
        "UPDATE ledger_event SET actor = 'device:other' WHERE position = 5",
        4,
        "the stored leaf hash is not that of the log entry",
    ),
    "actor no actor": ("UPDATE ledger_event SET actor = 'nobody' WHERE position = 5", 4, "no log entry can be made"),
    "type": (
        "UPDATE ledger_event SET type = 'roulette.ball_spun.v1' WHERE position = 5",
        4,
        "the stored leaf hash is not that of the log entry",
    ),
    "type no type": ("UPDATE ledger_event SET type = 'spun' WHERE position = 5", 4, "no log entry can be made"),
    "stream": ("UPDATE ledger_event SET stream = 'round/C/1' WHERE position = 5", 4, "the index has"),
    "version": ("UPDATE ledger_event SET version = 9 WHERE position = 5", 4, "the index has"),
    "leaf": ("UPDATE ledger_event SET leaf_hash = sha256(leaf_hash) WHERE position = 5", 4, "leaf hash"),
    "previous": (
        "UPDATE ledger_index SET position = CASE position WHEN 3 THEN 4 ELSE 3 END WHERE position IN (3, 4)",
        2,
        "the index has",
    ),
    "recorded earlier": (
        "UPDATE ledger_event SET recorded_at = recorded_at - interval '1 day' WHERE position = 5",
        4,
        "the stored leaf hash is not that of the log entry",
    ),
    "event gone": ("DELETE FROM ledger_event WHERE position = 5", 4, "missing, the next stored position is 6"),
    "last event gone": ("DELETE FROM ledger_event WHERE position = 10", 9, "missing, the head stands at 10"),
    "index row gone": ("DELETE FROM ledger_index WHERE position = 5", 4, "the index has"),
    "index id": ("UPDATE ledger_index SET event_id = gen_random_uuid() WHERE position = 5", 4, "the index names it"),
    "index position": ("UPDATE ledger_index SET position = 99 WHERE position = 5", 4, "the index has"),
    "origin": (
        "UPDATE ledger_event SET origin = sha256(body) WHERE position = 5",
        4,
        "the stored leaf hash is not that",
    ),
    "origin taken away": ("UPDATE ledger_event SET origin = NULL WHERE position = 5", 4, "the stored leaf hash is not"),
    "index row behind the head": (
        "INSERT INTO ledger_index SELECT property_id, 1, 11, gen_random_uuid(), 'round/Z/1' FROM ledger_head",
        10,
        "the index goes on to position 11 behind the head at 10",
    ),
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


Body = Callable[[bytes], bytes]


def replaced(old: str, new: str) -> Body:
    return lambda body: body.replace(old.encode(), new.encode())


def backwards(body: bytes) -> bytes:
    """The same JSON with its keys in another order."""
    return json.dumps(dict(reversed(json.loads(body).items())), separators=(",", ":")).encode()


SPUN = "roulette.ball_dropped.v1"
# Who owns the database can write hashes that agree. What such rows say must still be something.
HASHED: dict[str, tuple[str, Body, str]] = {
    "a type that does not exist": ("roulette.ball_sunk.v1", bytes, "no event type is called roulette.ball_sunk.v1"),
    "a version that does not exist": ("roulette.ball_dropped.v99", bytes, "no event type is called"),
    "a type of another kind of stream": ("table.closed.v1", bytes, "belongs to a stream of kind table"),
    "data of another type": ("roulette.bet_placed.v1", bytes, "the stored body is none of roulette.bet_placed.v1"),
    "a value out of its range": (SPUN, replaced('"pocket":2', '"pocket":77'), "the stored body is none of"),
    "a field too many": (SPUN, replaced('"pocket":2', '"pocket":2,"z":1'), "the stored body is none of"),
    "a field too few": (SPUN, replaced('"pocket":2', ""), "the stored body is none of"),
    "a member too many": (SPUN, replaced('"sequence":2', '"sequence":2,"z":1'), "the stored body is none of"),
    "a float": (SPUN, replaced('"sequence":2', '"sequence":2.5'), "the stored body is none of"),
    "a number past 53 bits": (SPUN, replaced('"sequence":2', f'"sequence":{2**53}'), "the stored body is none of"),
    "no JSON": (SPUN, lambda _body: b"x", "the stored body is none of"),
    "not UTF-8": (SPUN, lambda body: body.replace(b'"id"', b'"i\xe9"'), "the stored body is none of"),
    "white space": (SPUN, lambda body: body + b" ", "the stored body is not canonical"),
    "another order of keys": (SPUN, backwards, "the stored body is not canonical"),
    "an escape that is not needed": (SPUN, replaced("pocket", "\\u0070ocket"), "the stored body is not canonical"),
    "a key twice": (SPUN, replaced('"pocket":2', '"pocket":3,"pocket":2'), "the stored body is not canonical"),
}


@pytest.mark.parametrize("kind", HASHED)
def test_what_no_reader_could_read_is_found_though_its_hash_agrees(filled: Ledger, forge: Forge, kind: str) -> None:
    full_type, change, words = HASHED[kind]
    body = change(filled.rows(after=4, limit=1)[0][7])
    forge(f"UPDATE ledger_event SET type = '{full_type}', body = '\\x{body.hex()}' WHERE position = 5")
    entry = log_entries(Property.objects.get(code=CODE).pk, [5])[5].entry
    assert entry is not None
    forge(f"UPDATE ledger_event SET leaf_hash = '\\x{leaf_hash(entry).hex()}' WHERE position = 5")
    verdict = verify(CODE)
    assert verdict.events == 4
    assert verdict.fault is not None
    assert verdict.fault.startswith("position 5: ")
    assert words in verdict.fault


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
    forge("UPDATE ledger_event SET leaf_hash = sha256(leaf_hash) WHERE position = 5")
    with pytest.raises(CommandError, match=CODE):
        call_command("ledger_verify", property_code=CODE, stdout=out)
    assert "position 5: the stored leaf hash" in out.getvalue()
    with pytest.raises(CommandError, match="NONE"):
        call_command("ledger_verify", property_code="NONE", stdout=out)
    connection.close()
