"""The tables of the properties that may be read here, asked once for a page: where each stands, what is played there
and in which currency. Proved by ``tests/web/test_page_costs.py``."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from casino.core.reach import narrowed, reached
from casino.site.remembering import once
from games.rows.models import Table


class KnownTable(msgspec.Struct, frozen=True):
    property_id: int
    code: str
    pit: str
    game: str
    currency: str


def tables_known() -> list[KnownTable]:
    """By their codes."""
    fields = KnownTable.__struct_fields__
    rows = Table.objects.order_by("code", "property_id").values_list(*fields)
    return once(("tables", reached(), str(narrowed("table"))), lambda: [KnownTable(*row) for row in rows])


def at_tables(property_id: int, tables: Collection[str], pits: Collection[str]) -> set[str]:
    """These tables of a property, and those that stand in these pits."""
    known = (row for row in tables_known() if row.property_id == property_id)
    return {*tables, *(row.code for row in known if row.pit and row.pit in pits)}
