"""Where the columns of a row come from."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from games.engine.facts import Person
from games.rows.columns import called, columns, there
from surveillance.record.parts import SealSeen
from surveillance.rows.models import Recording, Request

AT = datetime(2026, 11, 28, tzinfo=UTC)
OFFICER = Person(post="surveillance", staff="SV01")


def of(fact: Any, **declared: Any) -> dict[str, Any]:
    return columns(Recording, SimpleNamespace(fact=fact, kept=SimpleNamespace(at=AT)), declared)


def test_a_column_comes_from_what_the_fact_calls_the_same_and_no_other_is_filled() -> None:
    assert of(SimpleNamespace(name="a.mp4", size_bytes=3, unheard_of=1)) == {"name": "a.mp4", "size_bytes": 3}


def test_what_is_declared_comes_before_what_the_fact_calls_the_same() -> None:
    fact = SimpleNamespace(name="a.mp4", arrived_at=None)
    assert of(fact, name=lambda at: at.fact.name.upper(), arrived_at="kept.at") == {"name": "A.MP4", "arrived_at": AT}


def test_a_path_ends_where_nothing_is_but_does_not_forgive_a_wrong_name() -> None:
    at = SimpleNamespace(kept=SimpleNamespace(withdrawn=None))
    assert there(at, "kept.withdrawn.withdrawn_by") is None
    with pytest.raises(AttributeError):
        there(at, "kept.withdrew")
    assert called("kept.fact", "name", "how") == {"name": "kept.fact.name", "how": "kept.fact.how"}


def test_nothing_is_what_the_columns_type_calls_nothing() -> None:
    nothing = dict.fromkeys(("name", "width", "audio", "seals", "fetched", "shown_from", "checked_ok"))
    empty = {
        "name": "",
        "width": 0,
        "audio": False,
        "seals": [],
        "fetched": None,
        "shown_from": None,
        "checked_ok": None,
    }
    assert of(SimpleNamespace(**nothing)) == empty


def test_people_structs_and_sequences_become_what_a_column_can_hold() -> None:
    fact = SimpleNamespace(arrived_by=OFFICER, seals=(SealSeen(state="intact"),), audio=SimpleNamespace())
    assert of(fact) == {"arrived_by": "SV01", "seals": [{"state": "intact"}], "audio": True}
    links = columns(Request, SimpleNamespace(fact=SimpleNamespace(links=("L1", "L2"))), {})
    assert links == {"links": ["L1", "L2"]}
