"""A house that signs its papers, with a case in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.disputes.conftest import court as court
from tests.disputes.conftest import person_keys as person_keys


@pytest.fixture
def paper_keys(tmp_path: Path, settings: Any) -> Path:
    """An empty folder of keys, named by the settings."""
    settings.PAPER_KEYS_DIR = str(tmp_path / "paper-keys")
    settings.PUBLIC_URL = "https://casino.example"
    return tmp_path / "paper-keys"
