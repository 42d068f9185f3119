"""Facts read without their limits are the facts that were recorded, for every type that a round's fold reads."""

from __future__ import annotations

import msgspec
import pytest

from casino.core import events
from casino.core.trusted import reader, whole_reader
from tests.engine.freeze import load_every_type, place_of

load_every_type()
TYPES = [t for t in events.registered() if t.stream_kind in ("round", "table") and not t.name.startswith("test")]


@pytest.mark.parametrize("event_type", TYPES, ids=lambda t: t.full_name)
def test_a_fact_read_without_its_limits_is_the_fact_that_was_recorded(event_type: events.EventType) -> None:
    stored = place_of(event_type).read_bytes()
    strictly, read = event_type.decode(stored), reader(event_type.fact)(stored)
    assert isinstance(read.data, event_type.fact)
    assert read.data == strictly.data
    assert strictly.data == read.data
    assert read.clock_skew_ms == strictly.clock_skew_ms
    assert msgspec.json.encode(read.data) == msgspec.json.encode(strictly.data)
    whole = whole_reader(event_type.fact)(stored)
    assert whole.data == strictly.data
    beside = [field.name for field in msgspec.structs.fields(strictly) if field.name not in ("id", "data")]
    assert "entered_later" in beside
    assert [getattr(whole, name) for name in beside] == [getattr(strictly, name) for name in beside]
    assert whole.id == str(strictly.id)


def test_what_differs_is_not_equal() -> None:
    event_type = events.find("roulette.bet_placed.v1")
    assert event_type is not None
    read = reader(event_type.fact)
    one, other = (
        read(b'{"data":{"bet":"b1","spot":"red","stake_minor":%d,"player":"P1"},"id":"x"}' % stake).data
        for stake in (5, 6)
    )
    assert one != other
    assert one != event_type.decode(place_of(event_type).read_bytes()).data
    assert one != "b1"


def test_what_is_no_such_fact_is_not_read() -> None:
    """Patterns and limits are asked when a fact is recorded; what it is made of is asked by everybody."""
    event_type = events.find("roulette.bet_placed.v1")
    assert event_type is not None
    for data in (b'{"bet":"b1","spot":"red"}', b'{"bet":"b1","spot":"red","stake_minor":"5"}', b'{"bets":[]}', b"7"):
        with pytest.raises(msgspec.ValidationError):
            reader(event_type.fact)(b'{"data":%s}' % data)
