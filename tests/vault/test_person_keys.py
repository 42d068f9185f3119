"""``manage.py person_keys``."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from pytest_django import Settings

from casino import vault
from casino.vault.keys import key_store
from tests.vault.conftest import MASTER, OTHER_MASTER

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)


def run(*options: str) -> str:
    out = StringIO()
    with translation.override("en"):
        call_command("person_keys", *options, stdout=out, stderr=out)
    return out.getvalue()


def test_it_counts(house: str) -> None:
    one, _two = vault.new_person(house), vault.new_person(house)
    key_store().create(house, "PS-ffffffffffff", first=False)  # of a transaction that was rolled back
    vault.erase_person(house, one, now=NOW)
    assert "Persons: 2, erased: 1 (keys left: 1), keys of nobody known: 1." in run()
    assert "Destroyed now: 1." in run("--finish")
    assert "Persons: 2, erased: 1 (keys left: 0), keys of nobody known: 1." in run()


def test_missing_and_damaged_keys_are_named(house: str, keys: Path) -> None:
    lost, broken, good = (vault.new_person(house) for _ in range(3))
    (keys / house / f"{lost}.key").unlink()
    (keys / house / f"{broken}.key").write_bytes(b"TPK1")
    out = StringIO()
    with translation.override("en"), pytest.raises(CommandError, match="Keys missing or damaged: 2"):
        call_command("person_keys", stdout=out, stderr=out)
    assert lost in out.getvalue()
    assert broken in out.getvalue()
    assert good not in out.getvalue()


def test_a_new_master_key(house: str, settings: Settings) -> None:
    people = [vault.new_person(house) for _ in range(3)]
    sealed = vault.seal(house, "lời", people, kind="text")
    settings.PERSON_MASTER_KEY, settings.PERSON_MASTER_KEY_FORMER = OTHER_MASTER, MASTER
    later = vault.new_person(house)
    assert "Wrapped anew: 3 of 4." in run("--rewrap")
    assert "Wrapped anew: 0 of 4." in run("--rewrap")
    settings.PERSON_MASTER_KEY_FORMER = ""
    assert vault.open_text(house, sealed) == "lời"
    assert vault.open_text(house, vault.seal(house, "sau", [later], kind="text")) == "sau"
    assert "Persons: 4" in run()


def test_without_the_former_key_it_says_so(house: str, settings: Settings) -> None:
    vault.new_person(house)
    settings.PERSON_MASTER_KEY = OTHER_MASTER
    for options in ((), ("--rewrap",)):
        with pytest.raises(CommandError, match="PERSON_MASTER_KEY is not the key"):
            run(*options)


def test_the_folders_faults_are_said_in_the_readers_language(house: str, keys: Path) -> None:
    keys.chmod(0o755)
    with translation.override("vi"), pytest.raises(CommandError, match="Mọi người dùng"):
        call_command("person_keys")
