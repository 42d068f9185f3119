"""The follower: checkpoint when something happened, heartbeat when nothing did, and never another story."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from casino.checkpoints import building, places, publishing
from casino.checkpoints.models import Checkpoint, Log
from casino.checkpoints.publishing import NAME
from casino.ledger.application import Ledger
from casino.ledger.entries import log_entries
from casino.transparency import checkpoints
from casino.transparency.cosigning import verify_note
from casino.transparency.notes import ED25519, MLDSA44_COSIGNATURE
from casino.transparency.proving import TileReader
from casino.transparency.store import FileStore
from casino.transparency.tiles import tiles_of
from tests.checkpoints.conftest import CODE, NOW, ORIGIN, advance, at, fill, the_log
from tests.ledger.conftest import make_property


def served(folder: Path) -> checkpoints.SignedCheckpoint:
    return checkpoints.parse((folder / NAME).read_bytes())


def heard(folder: Path) -> dict[int, int | None]:
    """Type of each line of the house that holds, and its time."""
    found = verify_note(served(folder).note, places.vkeys(CODE, ORIGIN))
    return {each.vkey.kind: each.time_s for each in found}


def test_a_checkpoint_holds_every_entry_in_the_order_of_positions(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 300)
    assert advance()
    found = served(folder).checkpoint
    assert (found.origin, found.size) == (ORIGIN, 300)
    reader = TileReader(FileStore(folder), 300)
    assert reader.root() == found.root
    stored = log_entries(the_log().property_id, range(1, 301))
    assert [reader.entry(n) for n in range(300)] == [stored[n + 1].entry for n in range(300)]
    assert [reader.leaf(n) for n in range(300)] == [stored[n + 1].leaf_hash for n in range(300)]
    assert heard(folder) == {ED25519: None, MLDSA44_COSIGNATURE: int(NOW.timestamp())}


def test_an_empty_ledger_has_a_checkpoint_too(ledger: Ledger, folder: Path) -> None:
    assert advance()
    assert served(folder).checkpoint.size == 0


def test_after_thirty_seconds_there_is_the_next_and_not_before(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 3)
    assert advance()
    fill(ledger, 3)
    assert not advance(29)
    assert advance(30)
    assert served(folder).checkpoint.size == 6
    assert [row.size for row in Checkpoint.objects.order_by("size")] == [3, 6]
    assert (the_log().advanced_at, the_log().signed_at) == (at(30), at(30))


def test_in_silence_the_same_size_is_signed_anew_with_the_time(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 3)
    advance()
    text = served(folder).note.text
    assert not advance(44)
    assert advance(45)
    assert served(folder).note.text == text
    assert heard(folder)[MLDSA44_COSIGNATURE] == int(at(45).timestamp())
    assert Checkpoint.objects.count() == 1
    assert (the_log().advanced_at, the_log().signed_at) == (NOW, at(45))


def test_a_clock_that_was_set_back_does_not_take_a_signature_back(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 3)
    advance(100)
    Log.objects.update(signed_at=at(100))
    assert not advance(0)
    assert heard(folder)[MLDSA44_COSIGNATURE] == int(at(100).timestamp())


def test_a_long_record_is_signed_in_turns_without_waiting(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 20)
    sizes = []
    while advance(leaves_at_most=8):
        sizes.append(served(folder).checkpoint.size)
    assert sizes == [8, 16]
    assert building.lag(the_log()) == 4
    assert advance(30, leaves_at_most=8)
    assert served(folder).checkpoint.size == 20


def test_two_properties_have_two_logs(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 3)
    make_property("HUE")
    other = Ledger("HUE")
    fill(other, 5)
    assert advance()
    assert building.advance("HUE", NOW)
    found = served(folder.parent / "HUE").checkpoint
    assert (found.origin, found.size) == ("log.example/HUE", 5)
    keys = {str(vkey) for code in (CODE, "HUE") for vkey in places.vkeys(code, f"log.example/{code}")}
    assert len(keys) == 4


def test_the_name_stays_when_the_setting_changes(ledger: Ledger, folder: Path, settings: Any) -> None:
    advance()
    settings.TRANSPARENCY_HOST = "other.example"
    assert advance(60)
    assert served(folder).checkpoint.origin == ORIGIN


def test_keys_are_made_once_and_are_their_owners_alone(ledger: Ledger, folder: Path) -> None:
    advance()
    keys = folder.parent.parent / "keys" / CODE
    assert sorted(each.name for each in keys.iterdir()) == [
        "0001-log.pem", "0001-log.vkey", "0001-mldsa44.pem", "0001-mldsa44.vkey",
    ]  # fmt: skip
    assert {each.stat().st_mode & 0o777 for each in keys.glob("*.pem")} == {0o600}
    before = {each.name: each.read_bytes() for each in keys.iterdir()}
    advance(60)
    assert {each.name: each.read_bytes() for each in keys.iterdir()} == before


# --- What stops it ---------------------------------------------------------------------------------------------------


def stopped(seconds: float) -> str:
    """The code of what stops the log at this moment; nothing is signed."""
    before = the_log().signed_at
    assert not advance(seconds)
    found = the_log()
    assert found.signed_at == before
    assert found.failed_at is not None
    return found.error.partition(" ")[0]


def test_a_tile_that_would_change_stops_the_log_and_is_told_once(
    ledger: Ledger, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fill(ledger, 250)
    advance()
    fill(ledger, 10)
    planted = folder / "tile" / "0" / "000"
    planted.write_bytes(bytes(32 * 256))
    assert stopped(60) == "tile_would_change"
    assert stopped(120) == "tile_would_change"
    assert [record.levelname for record in caplog.records if "transparency_log_stopped" in record.message] == ["ERROR"]
    planted.unlink()
    assert advance(180)
    assert (the_log().failed_at, the_log().error) == (None, "")


def test_an_event_changed_before_it_was_signed_stops_the_log(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 5)
    advance()
    fill(ledger, 5)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE ledger_event DISABLE TRIGGER USER")
        cursor.execute("UPDATE ledger_event SET actor = 'device:other' WHERE position = 8")
    assert stopped(60) == "leaf_differs"
    assert the_log().error == "leaf_differs position 8"


def test_an_edge_that_does_not_lead_to_the_signed_root_stops_the_log(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 5)
    advance()
    tile = folder / "tile" / "0" / "000.p" / "5"
    tile.write_bytes(bytes(160))
    assert stopped(60) == "root_differs"


def test_lost_files_stop_the_log(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 5)
    advance()
    shutil.rmtree(folder)
    assert stopped(60) == "tiles_missing"


def test_lost_keys_stop_the_log_and_are_not_made_anew_in_silence(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 5)
    advance()
    shutil.rmtree(folder.parent.parent / "keys")
    assert stopped(60) == "key_unusable"


def test_a_key_that_others_may_read_is_not_used(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 5)
    advance()
    os.chmod(folder.parent.parent / "keys" / CODE / "0001-log.pem", 0o644)
    assert stopped(60) == "key_unusable"


def test_the_folder_of_another_record_stops_the_log(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 5)
    advance()
    Log.objects.update(origin="log.example/ANOTHER")
    assert stopped(60) == "foreign_tiles"


def forget_everything_after(ledger: Ledger, size: int) -> None:
    """What a database restored from a backup knows: rows of that moment, files of today."""
    row = Checkpoint.objects.get(size=size)
    Checkpoint.objects.filter(size__gt=size).delete()
    Log.objects.update(size=size, root=bytes(row.root), signed_at=row.made_at)


def test_a_database_that_was_set_back_stops_the_log_and_the_served_checkpoint_stays(
    ledger: Ledger, folder: Path
) -> None:
    fill(ledger, 5)
    advance()
    fill(ledger, 5)
    advance(60)
    before = (folder / NAME).read_bytes()
    forget_everything_after(ledger, 5)
    with connection.cursor() as cursor:
        for table in ("ledger_event", "ledger_index"):
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            cursor.execute(f"DELETE FROM {table} WHERE position > 7")
        cursor.execute("UPDATE ledger_head SET position = 7")
    assert stopped(120) == "set_back"
    publishing.publish(CODE)
    assert (folder / NAME).read_bytes() == before


def test_rows_that_were_lost_with_nothing_of_the_record_are_signed_again(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 5)
    advance()
    fill(ledger, 5)
    advance(60)
    forget_everything_after(ledger, 5)
    fill(ledger, 1)
    assert advance(120)
    assert served(folder).checkpoint.size == 11


def test_partial_tiles_go_once_the_full_one_is_there(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 200)
    advance()
    fill(ledger, 100)
    advance(60)
    partial = folder / "tile" / "0" / "000.p"
    assert not partial.exists()
    there = {str(path.relative_to(folder)) for path in (folder / "tile").rglob("*") if path.is_file()}
    assert there == {tile.path for tile in tiles_of(300, entries=True)}


def test_whoever_finds_it_busy_leaves_it(own_ledger: Ledger, folder: Path) -> None:
    import psycopg

    fill(own_ledger, 3)
    assert advance()
    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url) as other:
        other.execute("SELECT 1 FROM checkpoints_log FOR UPDATE")
        assert building._turn(CODE, at(60), 100) is None
    assert advance(60)
