"""Beat, a worker, or neither: each minute there is a signature, and the page says how it stands."""

from __future__ import annotations

import shutil
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from casino.celery import app
from casino.checkpoints import building, checks, log_health, places, tasks
from casino.checkpoints.models import Log
from casino.checkpoints.publishing import NAME
from casino.clock import now as clock
from casino.ledger import verify as ledger_verify
from casino.ledger.application import Ledger
from casino.operations.watching import WATCHES, Watcher
from casino.transparency import checkpoints
from tests.checkpoints.conftest import CODE, NOW, ORIGIN, advance, at, fill, the_log
from tests.ledger.conftest import make_property


def test_a_sweep_signs_for_every_property(ledger: Ledger, folder: Path) -> None:
    make_property("HUE")
    fill(ledger, 5)
    tasks.sweep()
    assert {row.origin: row.size for row in Log.objects.all()} == {ORIGIN: 5, "log.example/HUE": 0}


def test_beat_looks_often_enough_for_a_signature_a_minute() -> None:
    schedule = app.conf.beat_schedule["checkpoints.sweep"]
    assert schedule["task"] == tasks.sweep.name
    assert schedule["schedule"] + building.HEARTBEAT_AFTER.total_seconds() <= 60


def test_without_workers_the_watch_signs(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 5)
    watcher = Watcher(WATCHES["checkpoints.sweep"])
    assert [watcher.look(), watcher.look()] == [False, True]
    assert the_log().size == 5
    assert [watcher.look(), watcher.look()] == [False, False]


def test_where_no_log_is_kept_nothing_is_done(ledger: Ledger, settings: Any) -> None:
    settings.TRANSPARENCY_DIR = ""
    tasks.sweep()
    assert not Log.objects.exists()
    assert log_health.states(NOW) == {}
    assert [each.id for each in checks.log_can_be_kept()] == ["checkpoints.W001"]


def of(seconds: float) -> log_health.TransparencyState:
    return log_health.states(at(seconds))[the_log().property_id]


def test_the_state_says_lag_silence_and_what_stopped(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 5)
    advance()
    fill(ledger, 5)
    assert (of(60).size, of(60).lag, of(60).alarm) == (5, 5, False)
    assert of(181).silent
    assert of(181).alarm
    shutil.rmtree(folder)
    advance(60)
    assert of(60).alarm
    assert "restore_log" in of(60).said.en  # type: ignore[union-attr]
    assert "restore_log" in of(60).said.vi  # type: ignore[union-attr]


def test_lost_files_are_built_again_and_lead_to_the_root_that_was_signed(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 300)
    advance()
    before = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    shutil.rmtree(folder)
    call_command("restore_log", property_code=CODE, stdout=StringIO())
    assert {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    fill(ledger, 5)
    assert advance(60)


def test_files_of_another_record_are_not_built(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 5)
    advance()
    shutil.rmtree(folder)
    Log.objects.update(root=bytes(32))
    with pytest.raises(CommandError, match="size 5"):
        call_command("restore_log", property_code=CODE, stdout=StringIO())
    assert not (folder / NAME).exists()


@pytest.mark.parametrize("role", places.ROLES)
def test_after_a_rotation_the_new_key_signs_and_the_former_still_verifies(
    ledger: Ledger, folder: Path, role: str
) -> None:
    fill(ledger, 5)
    advance()
    out = StringIO()
    call_command("log_keys", property_code=CODE, rotate=role, stdout=out)
    assert len(out.getvalue().splitlines()) == 3
    fill(ledger, 5)
    advance(60)
    served = checkpoints.parse((folder / NAME).read_bytes())
    new = [
        vkey for vkey in places.vkeys(CODE, ORIGIN) if vkey.kind == places.key_folder(CODE, ORIGIN).vkeys(role)[0].kind
    ]
    assert any(new[-1].made(line) for line in served.note.signatures)
    assert not any(new[0].made(line) for line in served.note.signatures)
    call_command("verify_log", property_code=CODE, stdout=StringIO())


def test_verify_log_prints_and_exits_by_what_it_finds(ledger: Ledger, folder: Path, tmp_path: Path) -> None:
    fill(ledger, 5)
    advance()
    kept = tmp_path / "kept"
    shutil.copy(folder / NAME, kept)
    out = StringIO()
    with translation.override("en"):
        call_command("verify_log", property_code=CODE, checkpoint=[kept], stdout=out)
        assert out.getvalue() == f"{CODE}: 5 entries recomputed; the largest checkpoint that agrees has 5.\n"
        Log.objects.update(root=bytes(32))
        with pytest.raises(CommandError, match=CODE):
            call_command("verify_log", property_code=CODE, stdout=out)
    with pytest.raises(CommandError):
        call_command("verify_log", property_code="NONE", stdout=out)
    with pytest.raises(CommandError):
        call_command("verify_log", property_code=CODE, checkpoint=[tmp_path / "nothing"], stdout=out)


def test_verify_log_makes_the_checks_that_rooms_offer(
    ledger: Ledger, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, list[str]] = {"cellar": []}
    check = ledger_verify.Check("cellar", "what lies below", lambda code: told["cellar"])
    monkeypatch.setattr(ledger_verify.CHECKS, "_entries", {"cellar": check})
    fill(ledger, 5)
    advance()
    out = StringIO()
    with translation.override("en"):
        call_command("verify_log", "--cellar", property_code=CODE, stdout=out)
        assert out.getvalue().splitlines()[1:] == [f"{CODE}: cellar: agrees with the record"]
        told["cellar"].append("a barrel is missing")
        call_command("verify_log", property_code=CODE, stdout=out)
        with pytest.raises(CommandError, match=CODE):
            call_command("verify_log", "--cellar", property_code=CODE, stdout=out)
    assert out.getvalue().splitlines()[-1] == f"{CODE}: cellar: a barrel is missing"


def test_a_page_is_not_slower_for_the_log(ledger: Ledger, folder: Path, django_assert_num_queries: Any) -> None:
    make_property("HUE")
    advance()
    with django_assert_num_queries(4):  # of all properties together: logs, checkpoints, witnesses, stamps
        log_health.states(clock() + timedelta(days=1))
