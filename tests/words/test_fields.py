"""Every field of a round's facts has a name in both languages, so that no form shows a bare code."""

from __future__ import annotations

import msgspec

from casino.core import events
from games.catalogue import GAMES
from games.words import fields


def test_every_field_of_every_fact_of_a_round_has_a_name() -> None:
    names = {
        field.name
        for event_type in events.registered()
        if event_type.prefix in GAMES
        for field in msgspec.structs.fields(event_type.fact)
    }
    assert len(names) > 60
    assert sorted(name for name in names if name not in fields.FIELDS) == []


def test_an_unknown_field_and_value_stand_for_themselves() -> None:
    assert fields.field("brand_new").vi == "brand_new"
    assert fields.fixed("10H").en == "10H"
    assert fields.fixed("pit_manager").vi == "Quản lý Pit"
