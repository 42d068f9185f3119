"""What is told at start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django import Settings

from casino.vault.checks import (
    attachment_types_are_known,
    files_are_scanned,
    key_folder_is_ours_alone,
    keys_can_be_kept,
)
from casino.vault.keys import KeyStore, key_store
from tests.vault.conftest import HOUSE, OTHER_MASTER

REPOSITORY = Path(__file__).resolve().parents[2]


def test_a_folder_as_it_must_be_says_nothing(store: KeyStore) -> None:
    assert keys_can_be_kept() == []
    store.create(HOUSE, "PS-0123456789ab", first=True)
    assert keys_can_be_kept() == []


def test_every_fault_of_the_installation_is_said_in_both_languages(keys: Path, settings: Settings) -> None:
    def said() -> str:
        (message,) = keys_can_be_kept()
        assert message.id == "disputes.E001"
        return message.msg

    key_store().create(HOUSE, "PS-0123456789ab", first=True)
    settings.PERSON_MASTER_KEY = OTHER_MASTER
    assert "PERSON_MASTER_KEY is not the key" in said()
    settings.PERSON_MASTER_KEY = "short"
    assert "PERSON_MASTER_KEY phải là 32 byte" in said()
    settings.PERSON_MASTER_KEY = ""
    assert "PERSON_MASTER_KEY is not set" in said()
    settings.PERSON_MASTER_KEY = OTHER_MASTER
    keys.chmod(0o755)
    assert "Every user of the machine" in said()
    settings.PERSON_KEYS_DIR = str(keys / "elsewhere")
    assert "is not there" in said()


def test_commands_of_the_owner_need_no_key(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PERSON_KEYS_DIR = ""
    assert keys_can_be_kept()
    monkeypatch.setenv("TABLEPROOF_DATABASE_ROLE", "owner")
    assert keys_can_be_kept() == []


def test_types_nobody_can_recognise_are_named(settings: Settings) -> None:
    settings.ATTACHMENT_TYPES = ["image/png"]
    assert attachment_types_are_known() == []
    settings.ATTACHMENT_TYPES = ["image/png", "image/heic"]
    (message,) = attachment_types_are_known()
    assert "image/heic" in message.msg
    assert "image/png" not in message.msg


def test_a_production_process_does_not_start_without_its_key() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PERSON_MASTER_KEY"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        env=environment,
        check=False,
    )
    assert done.returncode != 0
    assert "PERSON_MASTER_KEY is not set" in done.stderr


def test_that_nobody_scans_is_a_warning(settings: Settings) -> None:
    settings.DEMONSTRATION, settings.ATTACHMENT_SCAN_COMMAND = False, []
    (message,) = files_are_scanned()
    assert message.id == "disputes.W001"
    assert "không quét vi-rút" in message.msg
    assert "not scanned" in message.msg
    settings.ATTACHMENT_SCAN_COMMAND = ["clamdscan", "-"]
    assert files_are_scanned() == []


@pytest.mark.parametrize("mode", [0o750, 0o710, 0o770])
def test_a_folder_that_its_group_can_enter_is_a_warning_with_group_and_mode(keys: Path, mode: int) -> None:
    assert key_folder_is_ours_alone() == []
    keys.chmod(mode)
    (message,) = key_folder_is_ours_alone()
    assert message.id == "disputes.W002"
    assert f"{mode:04o}" in message.msg
    assert f"group {keys.stat().st_gid}" in message.msg
    assert message.hint == f"chmod 700 {keys}"
