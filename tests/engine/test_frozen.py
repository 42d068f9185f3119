"""A stored example of every event type and version is still read, and still written to the same bytes."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import msgspec
import pytest

from casino.core import events
from casino.core.canonical import canonical_bytes
from tests.engine.freeze import FROZEN, load_every_type, place_of

ROOT = Path(__file__).resolve().parents[2]
load_every_type()
TYPES = [t for t in events.registered() if not t.full_name.startswith("test")]


@pytest.mark.parametrize("event_type", TYPES, ids=lambda t: t.full_name)
def test_every_type_has_a_frozen_example_that_is_still_read(event_type: events.EventType) -> None:
    stored = place_of(event_type).read_bytes()
    body = event_type.decode(stored)
    assert type(body.data) is event_type.fact
    newest, data = events.newest(event_type, body.data)
    assert type(data) is newest.fact
    written = msgspec.json.decode(stored) | {"data": msgspec.to_builtins(body.data)}
    assert canonical_bytes(written) == stored


def test_no_example_is_left_of_a_type_that_was_dropped() -> None:
    """An event type is never removed: its events are in somebody's ledger."""
    kept = {path for folder in FROZEN.values() for path in folder.glob("*.json")}
    assert kept <= {place_of(event_type) for event_type in events.registered()}


def test_no_module_that_registers_types_is_forgotten() -> None:
    """Else a type of a new room would have no example, and nobody would miss it."""
    for room in ("casino", "games", "disputes", "surveillance"):
        for file in (ROOT / room).rglob("*.py"):
            if re.search(r"(?m)^from casino\.core\.events import .*\bregister\b", file.read_text("utf-8")):
                name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
                assert name in sys.modules, f"{name} registers event types: tests/engine/freeze.py must import it"


@pytest.mark.parametrize("event_type", TYPES, ids=lambda t: t.full_name)
def test_defaults_mean_nothing(event_type: events.EventType) -> None:
    """The only defaults are None and (): a default that meant something would change old events the day it changed."""
    for field in msgspec.structs.fields(event_type.fact):
        if field.default is not msgspec.NODEFAULT:
            assert field.default in (None, ())
        assert field.default_factory is msgspec.NODEFAULT
