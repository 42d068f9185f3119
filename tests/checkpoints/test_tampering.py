"""Whatever somebody with every right does to the record, one checkpoint kept outside finds it, and a copy the place.

Each row of the table is done by the database's superuser with triggers off. Then everything is made to agree again, as
somebody with the house's keys would: leaf hashes, index, head, tiles, checkpoints, signatures, all new. The first half
of the table changes the record; there the house's own hashes agree with one another again, and only what lies outside
finds it (some leave bytes that no event can have: that the ledger says by itself). The second half changes what is made
of the record, and is found by the house itself.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import pytest
from django.db import Error, connection, transaction

from casino.checkpoints import building
from casino.checkpoints.models import Checkpoint, Log
from casino.checkpoints.publishing import NAME
from casino.checkpoints.verifying import Copy, Kept, Report, verify
from casino.core.log_entry import leaf_hash
from casino.core.text import Text
from casino.ledger.application import Ledger
from casino.ledger.entries import log_entries
from casino.ledger.models import Property
from casino.transparency import checkpoints
from casino.transparency.building import Head
from casino.transparency.notes import Note
from casino.transparency.store import FileStore
from casino.transparency.wire import Malformed
from tests.checkpoints.conftest import CODE, ORIGIN, advance, at
from tests.ledger.conftest import dropped, opened

HALF: Final = 8
ALL: Final = 14


@pytest.fixture
def house(own_ledger: Ledger, superuser_url: str, folder: Path, tmp_path: Path) -> Iterator[Path]:
    """Fourteen events in three streams, checkpoints at 8 and 14; a copy of the tiles and both checkpoints outside. The
    connection is the superuser's."""
    kept = tmp_path / "outside"
    kept.mkdir()
    own_ledger.append([opened("round/A/1"), opened("round/B/1", correlation="k", clock_skew_ms=3)])
    own_ledger.append([dropped(n, f"round/{'AB'[n % 2]}/1", sequence=n) for n in range(6)])
    assert advance()
    shutil.copy(folder / NAME, kept / "half")
    own_ledger.append([opened("round/C/1", occurred_at=None)])
    own_ledger.append([dropped(n, "round/C/1", sequence=n, actor="device:RL02") for n in range(5)])
    assert advance(60)
    shutil.copytree(folder, kept / "copy")
    connection.close()
    former = dict(connection.settings_dict)
    connection.settings_dict.update(USER=urlsplit(superuser_url).username, PASSWORD="")
    yield kept
    connection.close()
    connection.settings_dict.update(former)


def run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
            assert cursor.rowcount != 0, statement


def remove(*positions: int) -> None:
    """Take events out, and close the holes they leave in positions and versions."""
    for position in sorted(positions, reverse=True):
        run(
            f"CREATE TEMP TABLE gone AS SELECT stream, version FROM ledger_event WHERE position = {position}",
            f"DELETE FROM ledger_event WHERE position = {position}",
            f"DELETE FROM ledger_index WHERE position = {position}",
            "UPDATE ledger_head SET position = position - 1",
        )
        with connection.cursor() as cursor:
            for table in ("ledger_event", "ledger_index"):
                later = "t.stream = gone.stream AND t.version > gone.version"
                for by in (1000, -1001):  # a primary key is looked at row by row
                    cursor.execute(f"UPDATE {table} SET position = position + {by} WHERE position > {position}")
                cursor.execute(f"UPDATE {table} t SET version = t.version + 1000 FROM gone WHERE {later}")
                cursor.execute(f"UPDATE {table} SET version = version - 1001 WHERE version > 1000")
            cursor.execute("DROP TABLE gone")


def insert(position: int, stream: str, version: int, body: str) -> None:
    """Put a forged event in, behind the others of its stream that are before it."""
    with connection.cursor() as cursor:
        for table in ("ledger_event", "ledger_index"):
            for by in (1000, -999):
                cursor.execute(f"UPDATE {table} SET position = position + {by} WHERE position >= {position}")
            cursor.execute(
                f"UPDATE {table} SET version = version + 1001 WHERE stream = %s AND version >= %s", [stream, version]
            )
            cursor.execute(f"UPDATE {table} SET version = version - 1000 WHERE version > 1000")
    run(
        f"""INSERT INTO ledger_event (property_id, position, version, recorded_at, occurred_at, stream, type, actor,
            leaf_hash, body) SELECT property_id, {position}, {version}, recorded_at, occurred_at, '{stream}',
            'roulette.ball_dropped.v1', 'device:RL01-wheel', sha256(''), replace(convert_from(body, 'UTF8'),
            convert_from(substring(body from position('"id":"' in convert_from(body, 'UTF8')) for 42), 'UTF8'),
            '"id":"{FORGED}')::bytea FROM ledger_event WHERE position = {body}""",
        f"INSERT INTO ledger_index SELECT property_id, {version}, {position}, '{FORGED}', '{stream}' FROM ledger_head",
        "UPDATE ledger_head SET position = position + 1",
    )


FORGED: Final = "00000000-0000-4000-8000-00000000beef"


def swap(one: int, other: int, *columns: str) -> str:
    given = ", ".join(f"{column} = o.{column}" for column in columns)
    pairs = f"(({one}, {other}), ({other}, {one}))"
    return f"UPDATE ledger_event e SET {given} FROM ledger_event o WHERE (e.position, o.position) IN {pairs}"


def body(position: int, before: str, after: str) -> str:
    """Other bytes in a body; fails where there is nothing to change."""
    return (
        f"UPDATE ledger_event SET body = replace(convert_from(body, 'UTF8'), '{before}', '{after}')::bytea "
        f"WHERE position = {position} AND position('{before}' in convert_from(body, 'UTF8')) > 0"
    )


def exchange(one: int, other: int) -> None:
    """Two events change places in the log, each with its stream, version and id."""
    run(swap(one, other, "version", "recorded_at", "occurred_at", "stream", "type", "actor", "body"))
    run(
        f"UPDATE ledger_index SET position = 1000 WHERE position = {one}",
        f"UPDATE ledger_index SET position = {one} WHERE position = {other}",
        f"UPDATE ledger_index SET position = {other} WHERE position = 1000",
    )


def rename(stream: str, to: str) -> None:
    run(
        *(f"UPDATE {table} SET stream = '{to}' WHERE stream = '{stream}'" for table in ("ledger_event", "ledger_index"))
    )


def new_id(position: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT event_id::text FROM ledger_index WHERE position = %s", [position])
        former = cursor.fetchone()[0]
    run(body(position, former, FORGED), f"UPDATE ledger_index SET event_id = '{FORGED}' WHERE position = {position}")


def empty() -> None:
    run("DELETE FROM ledger_event", "DELETE FROM ledger_index", "UPDATE ledger_head SET position = 0")


Do = Callable[[], None]


def sql(*statements: str) -> Do:
    return lambda: run(*statements)


def in_turn(*steps: Do) -> Do:
    def do() -> None:
        for step in steps:
            step()

    return do


class Row(NamedTuple):
    """What is done, the first position that is no longer what it was, and, where the ledger itself cannot read what is
    left however it is hashed, what it says. ``back``: the times of recording then go back, which shows by itself."""

    do: Do
    position: int
    told: str = ""
    back: bool = False

    def but_told(self, report: Report) -> list[Text]:
        """The contradictions beside what the ledger itself says, which it must say, and may say nothing else."""
        said = [each for each in report.contradictions if each.en.startswith("The ledger contradicts itself")]
        assert len(said) == bool(self.told), said
        assert all(self.told in each.en for each in said), said
        back = [each for each in report.contradictions if each.en.endswith("before the event in front of it.")]
        assert bool(back) is self.back, back
        return [each for each in report.contradictions if each not in said and each not in back]


NOT_CANONICAL: Final = "the stored body is not canonical"


RECORD: Final[dict[str, Row]] = {
    "a result in a body": Row(sql(body(5, '"pocket":2', '"pocket":9')), 5),
    "a running number in a body": Row(sql(body(5, '"sequence":2', '"sequence":7')), 5),
    "a round's number in a body": Row(sql(body(1, '"number":7', '"number":8')), 1),
    "a correlation in a body": Row(sql(body(2, '"k"', '"other"')), 2),
    "a clock's skew in a body": Row(sql(body(2, '"clock_skew_ms":3', '"clock_skew_ms":4')), 2),
    "a body re-formatted": Row(sql(body(5, '"pocket":2', '"pocket": 2')), 5, NOT_CANONICAL),
    "a blank behind a body": Row(
        sql("UPDATE ledger_event SET body = body || ' '::bytea WHERE position = 7"), 7, NOT_CANONICAL
    ),
    "the last body re-formatted": Row(
        sql("UPDATE ledger_event SET body = body || ' '::bytea WHERE position = 14"), 14, NOT_CANONICAL
    ),
    "the first body re-formatted": Row(
        sql("UPDATE ledger_event SET body = body || ' '::bytea WHERE position = 1"), 1, NOT_CANONICAL
    ),
    "all bodies re-formatted": Row(sql("UPDATE ledger_event SET body = body || ' '::bytea"), 1, NOT_CANONICAL),
    "a number written otherwise": Row(sql(body(5, '"pocket":2', '"pocket":2 ')), 5, NOT_CANONICAL),
    "an event's id": Row(lambda: new_id(6), 6),
    "two results exchanged": Row(
        sql(body(5, '"pocket":2', '"pocket":4'), body(7, '"pocket":4', '"pocket":2')),
        5,
    ),
    "the actor": Row(sql("UPDATE ledger_event SET actor = 'device:RL02' WHERE position = 5"), 5),
    "a device put for a person": Row(sql("UPDATE ledger_event SET actor = 'person:1042' WHERE position = 10"), 10),
    "the actors of a table": Row(sql("UPDATE ledger_event SET actor = 'device:x' WHERE actor = 'device:RL02'"), 10),
    "two actors exchanged": Row(sql(swap(8, 10, "actor")), 8),
    "the type": Row(
        sql("UPDATE ledger_event SET type = 'roulette.ball_spun.v1' WHERE position = 5"),
        5,
        "none of roulette.ball_spun.v1",
    ),
    "the type's version": Row(
        sql("UPDATE ledger_event SET type = 'roulette.ball_dropped.v2' WHERE position = 5"),
        5,
        "no event type is called roulette.ball_dropped.v2",
    ),
    "the device's time": Row(
        sql("UPDATE ledger_event SET occurred_at = occurred_at - interval '1 minute' WHERE position = 5"), 5
    ),
    "the device's time gone": Row(sql("UPDATE ledger_event SET occurred_at = NULL WHERE position = 5"), 5),
    "a device's time made up": Row(sql("UPDATE ledger_event SET occurred_at = recorded_at WHERE position = 9"), 9),
    "the time of recording": Row(
        sql("UPDATE ledger_event SET recorded_at = recorded_at + interval '1 microsecond' WHERE position = 5"),
        5,
        back=True,
    ),
    "all times shifted": Row(
        sql("UPDATE ledger_event SET recorded_at = recorded_at - interval '1 hour' WHERE position > 8"),
        9,
        back=True,
    ),
    "two times of recording exchanged": Row(sql(swap(8, 9, "recorded_at")), 8, back=True),
    "a stream renamed": Row(lambda: rename("round/B/1", "round/D/1"), 2),
    "two streams exchanged": Row(
        in_turn(
            lambda: rename("round/A/1", "x"),
            lambda: rename("round/B/1", "round/A/1"),
            lambda: rename("x", "round/B/1"),
        ),
        1,
    ),
    "two events exchanged": Row(lambda: exchange(3, 4), 3),
    "two events far apart exchanged": Row(lambda: exchange(7, 9), 7, back=True),
    "the first event removed": Row(lambda: remove(2), 2),
    "an event removed": Row(lambda: remove(5), 5),
    "the last event removed": Row(lambda: remove(14), 14),
    "the tail cut": Row(lambda: remove(*range(9, 15)), 9),
    "a stream removed": Row(lambda: remove(2, 4, 6, 8), 2),
    "everything removed": Row(empty, 1),
    "a forged event inserted": Row(lambda: insert(6, "round/A/1", 4, "5"), 6),
    "a forged event at the end": Row(lambda: insert(15, "round/C/1", 7, "14"), 15),
    "an event doubled under a new id": Row(lambda: insert(11, "round/C/1", 3, "10"), 11),
    "an event removed and one forged for it": Row(
        in_turn(lambda: remove(14), lambda: insert(14, "round/C/1", 6, "13")), 14
    ),
}


def cover_up(house: Path) -> None:
    """All that follows from the events, new: leaf hashes, tiles, checkpoints, signed with the house's keys."""
    property_id = Property.objects.get(code=CODE).id
    made = log_entries(property_id, range(1, 40))
    with connection.cursor() as cursor:
        for position, entry in made.items():
            assert entry.entry is not None, f"position {position}: no entry can be made of it"
            leaf = leaf_hash(entry.entry)
            cursor.execute("UPDATE ledger_event SET leaf_hash = %s WHERE position = %s", [leaf, position])
    log = Log.objects.get(property__code=CODE)
    Checkpoint.objects.all().delete()
    Log.objects.update(size=0, root=b"", signed_at=None, advanced_at=None, error="", failed_at=None)
    shutil.rmtree(house.parent / "transparency" / CODE)
    if len(made) > HALF:
        assert building.advance(CODE, at(), leaves_at_most=HALF)
    assert building.advance(CODE, at(60)), Log.objects.get(pk=log.pk).error


def outside(house: Path, name: str) -> list[Kept]:
    return [Kept(name, checkpoints.parse((house / name).read_bytes()), True)]


@pytest.fixture
def tampered(house: Path) -> Callable[[Do], None]:
    """Does something in a transaction with triggers off, and takes it back."""
    folder = house.parent / "transparency" / CODE

    class Undo(Exception):
        pass

    def within(work: Do) -> None:
        try:
            with transaction.atomic():
                run_set()
                work()
                raise Undo
        except Undo:
            pass
        finally:
            shutil.rmtree(folder)
            shutil.copytree(house / "copy", folder)

    def run_set() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(
                "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'ledger_event'::regclass"
            )
            for table in ("ledger_event", "ledger_index", *(row[0] for row in cursor.fetchall())):
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")

    return within


def test_what_nobody_touched_agrees_with_everything(house: Path) -> None:
    kept = outside(house, "half") + outside(house, "copy/checkpoint")
    copies = [Copy("copy", FileStore(house / "copy"), ALL)]
    assert verify(CODE, outside=kept, copies=copies) == Report(ALL, ALL, [], [])


def test_each_change_of_the_record_is_found_from_one_checkpoint_kept_outside(
    house: Path, tampered: Callable[[Do], None]
) -> None:
    assert len(RECORD) >= 30
    wrong: list[str] = []
    copy = Copy("copy", FileStore(house / "copy"), ALL)

    def look(name: str, row: Row) -> None:
        row.do()
        cover_up(house)
        alone = row.but_told(verify(CODE))
        if alone:
            wrong.append(f"{name}: found without anything from outside, {alone[0].en}")
        whole = verify(CODE, outside=outside(house, "copy/checkpoint"), copies=[copy])
        half = row.but_told(verify(CODE, outside=outside(house, "half")))
        if row.position > ALL:  # behind everything that was signed: a new event like any other
            if row.but_told(whole) or half:
                wrong.append(f"{name}: nothing signed was changed, {whole.contradictions}")
            return
        if not row.but_told(whole) or whole.agreeing != 0:
            wrong.append(f"{name}: not found from the last checkpoint")
        cut = whole.events < row.position
        if whole.positions != ([] if cut else [row.position]):
            wrong.append(f"{name}: at {whole.positions}, not {row.position}")
        if bool(half) != (row.position <= HALF):
            wrong.append(f"{name}: from the checkpoint at the half, {half}")
        both = verify(CODE, outside=outside(house, "half") + outside(house, "copy/checkpoint"))
        if both.agreeing != (0 if row.position <= HALF else HALF):
            wrong.append(f"{name}: the last that agrees has {both.agreeing}")

    for name, row in RECORD.items():
        try:
            tampered(lambda name=name, row=row: look(name, row))  # type: ignore[misc]
        except (AssertionError, Error) as error:  # what was to be done could not be done: all are told at once
            wrong.append(f"{name}: {error}")
    assert not wrong, "\n".join(wrong)


# --- What the house finds by itself ----------------------------------------------------------------------------------


def file(path: str, change: Callable[[bytes], bytes] | None) -> Do:
    """Change a file of the log, or take it away."""

    def do() -> None:
        from django.conf import settings

        target = Path(settings.TRANSPARENCY_DIR) / CODE / path
        if change is None:
            target.unlink()
        else:
            target.write_bytes(change(target.read_bytes()))

    return do


def flipped(data: bytes) -> bytes:
    """One bit of the fourth byte of the second half."""
    at = len(data) // 2 + 3
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def another_root(data: bytes) -> bytes:
    signed = checkpoints.parse(data)
    return data.replace(signed.note.text.encode(), checkpoints.Checkpoint(ORIGIN, ALL, bytes(32)).text.encode())


def smaller(data: bytes) -> bytes:
    return bytes(Checkpoint.objects.get(size=HALF).note).replace(b"\n8\n", b"\n9\n")


BESIDE: Final[dict[str, Do]] = {
    "a body alone": sql(body(5, '"pocket":2', '"pocket":9')),
    "a leaf hash": sql("UPDATE ledger_event SET leaf_hash = sha256(leaf_hash) WHERE position = 5"),
    "the head set back": sql("UPDATE ledger_head SET position = 13"),
    "the head set forward": sql("UPDATE ledger_head SET position = 15"),
    "a row of the index removed": sql("DELETE FROM ledger_index WHERE position = 5"),
    "a row of the index added": sql(
        f"INSERT INTO ledger_index SELECT property_id, 1, 3, '{FORGED}', 'round/Z/1' FROM ledger_head"
    ),
    "a row of the index elsewhere": sql("UPDATE ledger_index SET position = 99 WHERE position = 5"),
    "an id of the index": sql(f"UPDATE ledger_index SET event_id = '{FORGED}' WHERE position = 5"),
    "a version left out": sql(
        "UPDATE ledger_event SET version = 9 WHERE position = 7",
        "UPDATE ledger_index SET version = 9 WHERE position = 7",
    ),
    "a tile's byte": file("tile/0/000.p/14", flipped),
    "an entry's byte": file("tile/entries/000.p/14", flipped),
    "a tile gone": file("tile/0/000.p/14", None),
    "entries gone": file("tile/entries/000.p/14", None),
    "the checkpoint gone": file(NAME, None),
    "the checkpoint of another root": file(NAME, another_root),
    "the checkpoint of another size": file(NAME, smaller),
    "a checkpoint's root": sql("UPDATE checkpoints_checkpoint SET root = sha256('') WHERE size = 14"),
    "the newest checkpoint removed": sql("DELETE FROM checkpoints_checkpoint WHERE size = 14"),
    "the log's size": sql("UPDATE checkpoints_log SET size = 8"),
    "the log's root": sql("UPDATE checkpoints_log SET root = sha256('')"),
    "a signature": sql(
        "UPDATE checkpoints_checkpoint SET note = replace(convert_from(note, 'UTF8'), '=', 'A=')::bytea"
    ),
}


def test_what_was_not_covered_up_is_found_by_the_house_itself(house: Path, tampered: Callable[[Do], None]) -> None:
    quiet: list[str] = []

    def look(name: str, do: Do) -> None:
        do()
        try:
            found = bool(verify(CODE).contradictions)
        except Malformed:
            found = True
        if not found:
            quiet.append(name)

    for name, do in BESIDE.items():
        tampered(lambda name=name, do=do: look(name, do))  # type: ignore[misc]
    assert quiet == []


def test_keys_from_outside_take_the_place_of_those_that_lie_here(house: Path) -> None:
    """Who took the house's keys away and put others there signs what they like; not for who kept the former."""
    from casino.checkpoints import places

    trusted = places.vkeys(CODE, ORIGIN)
    shutil.rmtree(house.parent / "keys")
    folder = places.key_folder(CODE, ORIGIN)
    folder.create("log")
    folder.create("mldsa44")
    assert any("no key of this log" in each.en for each in verify(CODE).contradictions)
    assert verify(CODE, keys=trusted).contradictions == []
    row = Checkpoint.objects.get(size=ALL)
    log = checkpoints.Checkpoint(ORIGIN, *Head(ALL, bytes(row.root)))
    note = Note(log.text, (folder.signer("log").sign(log, 1),))
    Checkpoint.objects.filter(pk=row.pk).update(note=note.encode())
    assert any("no key of this log" in each.en for each in verify(CODE, keys=trusted).contradictions)
