"""A house with a folder of keys of its own."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from pytest_django import Settings

from casino.ledger.models import Property
from casino.vault.keys import KeyStore, key_store

HOUSE = "HCM"
MASTER = base64.b64encode(b"m" * 32).decode()
OTHER_MASTER = base64.b64encode(b"o" * 32).decode()


@pytest.fixture
def keys(tmp_path: Path, settings: Settings) -> Path:
    """An empty folder of keys, named by the settings."""
    folder = tmp_path / "keys"
    folder.mkdir(mode=0o700)
    settings.PERSON_KEYS_DIR = str(folder)
    settings.PERSON_MASTER_KEY = MASTER
    settings.PERSON_MASTER_KEY_FORMER = ""
    return folder


@pytest.fixture
def store(keys: Path) -> KeyStore:
    return key_store()


@pytest.fixture
def house(db: None, keys: Path) -> str:
    """The code of a property; everything is rolled back."""
    Property.objects.create(code=HOUSE, name_vi="Thử", name_en="Trial")
    return HOUSE
