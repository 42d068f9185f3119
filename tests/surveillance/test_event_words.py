"""Every event of footage is told in both languages, from the stored examples; nothing sealed is in it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from casino.core import events
from games import words
from surveillance.record.facts import NAMES

FROZEN = Path(__file__).parent / "frozen"


@pytest.mark.parametrize("name", sorted(NAMES.values()))
def test_it_says_who_and_never_what_was_sealed(name: str) -> None:
    kind = events.find(name)
    assert kind is not None
    stored = (FROZEN / f"{name}.json").read_bytes()
    fact = kind.decode(stored).data
    said = words.event_sentence(name, fact, "VND")
    label = words.event_label(name)
    assert label.vi != label.en
    if any(field.endswith("_by") and getattr(fact, field) is not None for field in fact.__struct_fields__):
        assert said.vi or name.startswith("recording.")
    for value in msgspec.to_builtins(fact).values():
        if isinstance(value, dict) and "digest" in value:
            assert str(value["ref"]) not in said.vi + said.en
