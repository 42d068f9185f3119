"""A house in which cases can be carried, with a folder of keys of its own."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from tests.disputes.court import GENEROUS, Court


@pytest.fixture
def person_keys(tmp_path: Path, settings: Any) -> Path:
    """An empty folder of keys, named by the settings. One person may give what they like beyond the rules: how that
    adds up is what ``test_sums.py`` is about."""
    settings.FIRST_SETTINGS = dict(GENEROUS)
    folder = tmp_path / "person-keys"
    folder.mkdir(mode=0o700)
    settings.PERSON_KEYS_DIR = str(folder)
    settings.PERSON_MASTER_KEY = base64.b64encode(b"t" * 32).decode()
    return folder


@pytest.fixture
def court(db: None, person_keys: Path) -> Court:
    """Everything is rolled back."""
    return Court()
