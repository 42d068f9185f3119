"""The registry of event types: names that never change, each taken once, old versions read as the newest."""

from __future__ import annotations

import pytest

from casino.core import events
from casino.core.events import Fact


class SeatTakenV1(Fact, frozen=True):
    seat: int


class SeatTakenV2(Fact, frozen=True):
    seat: int
    box: str


@pytest.fixture
def two_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    for seam in (events.TYPES, events.UPCASTS):
        monkeypatch.setattr(seam, "_entries", dict(seam))
    events.register("testgame.seat_taken", SeatTakenV1, stream_kind="round")
    events.register("testgame.seat_taken", SeatTakenV2, stream_kind="round", version=2)
    events.UPCASTS.register("testgame.seat_taken.v1", lambda old: SeatTakenV2(seat=old.seat, box=f"box{old.seat}"))


@pytest.mark.usefixtures("two_versions")
def test_an_old_version_is_read_as_the_newest() -> None:
    old = events.find("testgame.seat_taken.v1")
    assert old is not None
    body = old.decode(b'{"data":{"seat":3},"id":"018f0000-0000-7000-8000-000000000001"}')
    newest, data = events.newest(old, body.data)
    assert newest.full_name == "testgame.seat_taken.v2"
    assert data == SeatTakenV2(seat=3, box="box3")


@pytest.mark.usefixtures("two_versions")
def test_a_name_is_taken_once() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        events.register("testgame.seat_taken", SeatTakenV1, stream_kind="round")


@pytest.mark.parametrize("name", ["Roulette.bet", "roulette", "roulette.bet-placed", "roulette.bet placed", ".x"])
def test_names_are_lower_case_with_one_dot(name: str) -> None:
    with pytest.raises(ValueError, match="not an event type name"):
        events.register(name, SeatTakenV1, stream_kind="round")


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("round/RL01/20261120-0007", True),
        ("table/RL01", True),
        ("round/RL01/a b", False),
        ("round//x", False),
        ("round/RL01/x\n", False),
        ("Round/RL01/x", False),
        ("round/RL01/x/y/z", False),
    ],
)
def test_stream_ids(text: str, good: bool) -> None:
    assert bool(events.STREAM.fullmatch(text)) is good
