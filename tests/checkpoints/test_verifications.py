"""Each run of a command that recomputes the record is kept: when, up to where, and what came of it."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.test import Client

from casino.checkpoints.models import Log
from casino.ledger import verifications
from casino.ledger.application import Ledger
from casino.ledger.models import Property, Verification
from tests.checkpoints.conftest import CODE, advance, fill
from tests.ledger.conftest import make_property


def newest() -> Verification | None:
    return verifications.newest().get(Property.objects.get(code=CODE).pk)


def test_every_run_is_kept_and_the_last_one_is_told(ledger: Ledger, folder: Path) -> None:
    make_property("HUE")
    fill(ledger, 5)
    advance(0)
    assert newest() is None
    call_command("ledger_verify", property_code=CODE, stdout=StringIO())
    run = newest()
    assert run is not None
    assert (run.command, run.reached, run.faults) == ("ledger_verify", 5, 0)
    call_command("verify_log", property_code=CODE, stdout=StringIO())
    assert getattr(newest(), "command", None) == "verify_log"
    assert set(verifications.newest()) == {Property.objects.get(code=CODE).pk}, "the other was never verified"


def test_a_contradiction_is_kept_and_stands_on_the_page(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 5)
    advance(0)
    Log.objects.update(root=bytes(32))
    with pytest.raises(CommandError):
        call_command("verify_log", property_code=CODE, stdout=StringIO())
    run = newest()
    assert run is not None
    assert run.faults > 0
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    client.cookies["django_language"] = "en"
    page = client.get("/admin/games/projection/").content.decode()
    assert "contradicts itself" in page
    assert "verify_log, up to position 5" in page


def test_a_row_that_is_not_as_recorded_counts_and_what_is_not_compared_is_printed(ledger: Ledger, folder: Path) -> None:
    fill(ledger, 5)
    advance(0)
    out = StringIO()
    call_command("verify_log", "--everything", property_code=CODE, stdout=out)
    assert getattr(newest(), "faults", None) == 0
    assert "sessions.Session: " in out.getvalue()
    User.objects.create_superuser("ghost")
    with pytest.raises(CommandError):
        call_command("verify_log", "--everything", property_code=CODE, stdout=out)
    assert getattr(newest(), "faults", None) == 1
    assert "auth_user" in out.getvalue()


def test_on_a_copy_that_takes_no_writes_the_verdict_stands_and_that_is_said(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(ledger, 5)

    def refused(**_values: object) -> None:
        raise DatabaseError("cannot execute INSERT in a read-only transaction")

    monkeypatch.setattr(Verification.objects, "create", refused)
    out = StringIO()
    call_command("ledger_verify", property_code=CODE, stdout=out)
    assert "5" in out.getvalue()
    assert "read-only" in out.getvalue()
    assert newest() is None
