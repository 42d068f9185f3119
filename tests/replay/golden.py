"""Puts golden rounds into the ledger of the property ``TST``."""

from __future__ import annotations

from casino.core import events
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from tests.golden.reader import HERE, Golden, read


def in_ledger(name: str) -> str:
    """Record a golden round (``roulette/5.1-paid-too-little.txt``) as a device sent it; its stream."""
    return recorded(read(HERE / name))


def recorded(golden: Golden) -> str:
    """Record a round written as a golden one; its stream."""
    Property.objects.get_or_create(code="TST", defaults={"name_vi": "Thử", "name_en": "Test"})
    news = []
    for row in golden.rows():
        event_type = events.find(row[3])
        assert event_type is not None
        body = event_type.decode(row[7])
        news.append(
            events.NewEvent(
                id=body.id, stream=row[1], type=row[3], data=body.data, actor="device:golden", occurred_at=row[4]
            )
        )
    get_ledger("TST").append(news)
    return golden.stream
