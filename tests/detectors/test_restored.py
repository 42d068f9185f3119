"""A restore is proved by the log: what a backup lacks at its end, only a checkpoint that was kept tells."""

from __future__ import annotations

import shutil
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import translation

from casino.checkpoints import building
from casino.checkpoints.publishing import NAME
from casino.ledger.application import Ledger
from tests.checkpoints.conftest import CODE, advance, at, fill, folder  # noqa: F401 - a fixture
from tests.ledger.conftest import clock, ledger, make_property  # noqa: F401 - fixtures

LACKING = (
    "DELETE FROM ledger_index WHERE position > 8",
    "DELETE FROM ledger_event WHERE position > 8",
    "UPDATE ledger_head SET position = 8",
    "DELETE FROM checkpoints_checkpoint WHERE size > 8",
    "UPDATE checkpoints_log SET size = 8, root = (SELECT root FROM checkpoints_checkpoint WHERE size = 8)",
)
"""What a backup from before the ninth event has, done to the one of now."""


@pytest.fixture
def restored(ledger: Ledger, folder: Path, tmp_path: Path) -> Path:  # noqa: F811
    """Fourteen events, signed at 8 and 14; database and folder are those of the backup. The checkpoint at 14 is
    kept."""
    fill(ledger, 8)
    assert advance()
    backup, kept = tmp_path / "backup", tmp_path / "kept"
    shutil.copytree(folder, backup)
    fill(ledger, 6)
    assert advance(60)
    shutil.copy(folder / NAME, kept)
    shutil.rmtree(folder)
    shutil.copytree(backup, folder)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'ledger_event'::regclass")
        for table in ("ledger_event", "ledger_index", *(row[0] for row in cursor.fetchall())):
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        for statement in LACKING:
            cursor.execute(statement)
    return kept


def said(command: str, **options: Any) -> tuple[str, str]:
    out, error = StringIO(), StringIO()
    with translation.override("en"):
        call_command(command, stdout=out, stderr=error, **options)
    return out.getvalue(), error.getvalue()


def test_by_itself_a_record_that_lacks_its_end_agrees_and_that_is_said(restored: Path) -> None:
    assert "8 events verified" in said("ledger_verify")[0]
    out, error = said("verify_log")
    assert "8 entries recomputed" in out
    assert f"{CODE}: no checkpoint from outside was given" in error


def test_the_checkpoint_that_was_kept_names_the_positions_that_are_missing(restored: Path) -> None:
    out = StringIO()
    with translation.override("en"), pytest.raises(CommandError, match=CODE):
        call_command("verify_log", checkpoint=[restored], stdout=out)
    assert "14 entries were signed, the record has 8: positions 9 to 14 are missing." in out.getvalue()


def test_each_property_is_asked_for_its_own_checkpoint(restored: Path) -> None:
    make_property("HUE")
    error = StringIO()
    with translation.override("en"), pytest.raises(CommandError):
        call_command("verify_log", checkpoint=[restored], stdout=StringIO(), stderr=error)
    assert error.getvalue().startswith("HUE: no checkpoint")
    with pytest.raises(CommandError, match="of no property"):
        call_command("verify_log", property_code="HUE", checkpoint=[restored], stdout=StringIO())


def test_with_the_events_back_it_agrees(ledger: Ledger, folder: Path, tmp_path: Path) -> None:  # noqa: F811
    fill(ledger, 8)
    assert building.advance(CODE, at())
    kept = tmp_path / "kept"
    shutil.copy(folder / NAME, kept)
    out, error = said("verify_log", checkpoint=[kept])
    assert "the largest checkpoint that agrees has 8" in out
    assert error == ""
