"""Events to record, and the property to record them for."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from uuid import UUID, uuid4

import msgspec
import pytest

from casino.core import events
from casino.core.events import Fact, NewEvent
from casino.ledger.application import Ledger
from casino.ledger.models import Property
from games.engine.facts import RoundOpened
from games.roulette.facts import BallDropped

CODE = "HOI"
NOON = datetime(2026, 11, 20, 5, 0, 0, 250_000, tzinfo=UTC)


def opened(stream: str = "round/RL01/1", **changes: Any) -> NewEvent:
    """A round opens; every field can be changed."""
    values: dict[str, Any] = {
        "id": uuid4(),
        "stream": stream,
        "type": "roulette.round_opened.v1",
        "data": RoundOpened(number=7),
        "actor": "device:RL01-wheel",
        "occurred_at": NOON,
    }
    return NewEvent(**(values | changes))


def dropped(pocket: int, stream: str = "round/RL01/1", **changes: Any) -> NewEvent:
    """The ball drops."""
    return opened(stream, type="roulette.ball_dropped.v1", data=BallDropped(pocket=pocket), **changes)


class Ticking:
    """A clock that goes on by a second each time it is asked, and can be set back."""

    def __init__(self) -> None:
        self.now = NOON + timedelta(minutes=1)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def clock() -> Ticking:
    return Ticking()


def make_property(code: str = CODE) -> Property:
    return Property.objects.create(code=code, name_vi="Sòng bài mẫu", name_en="Sample casino")


@pytest.fixture
def ledger(db: None, clock: Ticking) -> Ledger:
    """The ledger of a new property, in a transaction that is rolled back."""
    make_property()
    return Ledger(CODE, clock=clock)


@pytest.fixture
def own_ledger(fresh_database: Any, clock: Ticking) -> Ledger:
    """The ledger of a new property in a database of the test's own, for tests that commit."""
    make_property()
    return Ledger(CODE, clock=clock)


@pytest.fixture
def register_type(monkeypatch: pytest.MonkeyPatch) -> Callable[..., type[Fact]]:
    """Register event types for one test only."""
    for seam in (events.TYPES, events.UPCASTS):
        monkeypatch.setattr(seam, "_entries", dict(seam))
    return events.register


def ids(found: list[Any]) -> list[UUID]:
    return [each.id for each in found]


def changed(event: NewEvent, **changes: Any) -> NewEvent:
    """The same event with something else in it."""
    return msgspec.structs.replace(event, **changes)


@pytest.fixture
def superuser_url(fresh_database: Any) -> str:
    """The fresh database, as the server's superuser."""
    url = os.environ.get("TEST_SUPERUSER_URL")
    if not url:
        pytest.skip("needs the superuser of a server of the tests' own")
    return urlunsplit(urlsplit(url)._replace(path=f"/{fresh_database.name}"))
