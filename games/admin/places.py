"""The tables at which people can be posted. Proved by ``tests/admin/test_postings_page.py``."""

from __future__ import annotations

from collections.abc import Iterator

from casino.access.postings import Place, offer_places
from games.rows.models import Table


def tables(property_code: str) -> Iterator[Place]:
    """Every table on record."""
    for row in Table.objects.filter(property__code=property_code):
        yield Place(row.code, row.name, row.pit)


offer_places(tables)
