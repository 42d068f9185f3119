"""A property's ledger and a folder for its transparency log."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from casino.checkpoints import building
from casino.checkpoints.models import Log
from casino.ledger.application import Ledger
from tests.ledger.conftest import CODE, clock, dropped, ledger, opened, own_ledger, superuser_url

__all__ = ["CODE", "clock", "ledger", "own_ledger", "superuser_url"]

NOW = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)
HOST = "log.example"
ORIGIN = f"{HOST}/{CODE}"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    """Where tiles and keys lie in this test."""
    settings.TRANSPARENCY_DIR = str(tmp_path / "transparency")
    settings.TRANSPARENCY_KEYS_DIR = str(tmp_path / "keys")
    settings.TRANSPARENCY_HOST = HOST
    settings.TRANSPARENCY_WITNESSES = ""
    return tmp_path / "transparency" / CODE


def fill(ledger: Ledger, events: int, stream: str = "round/RL01/1") -> None:
    """That many events more in one stream that may be new."""
    first = [] if ledger.stream(stream) else [opened(stream)]
    ledger.append([*first, *(dropped(n % 37, stream) for n in range(events - len(first)))])


def at(seconds: float = 0) -> datetime:
    return NOW + timedelta(seconds=seconds)


def advance(seconds: float = 0, **values: Any) -> bool:
    return building.advance(CODE, at(seconds), **values)


def the_log() -> Log:
    return Log.objects.get(property__code=CODE)
