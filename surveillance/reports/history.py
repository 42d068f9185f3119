"""What happened to a report, or was looked at, in lines. Proved by ``tests/surveillance/reports/test_pages.py``."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import get_language

from casino.ledger import reading
from casino.ledger.mapper import recorded_event
from casino.ledger.models import Property
from games.commands.reasons import texts
from surveillance.reports import event_words
from surveillance.reports import facts as f

MOST: Final = 200


def history(owner: Property, stream: str) -> list[dict[str, Any]]:
    """The events of a stream, the newest first, no more than :data:`MOST`; reasons opened."""
    rows = reading.stream_rows("default", owner.code, stream, desc=True, limit=MOST)
    events = [recorded_event(row) for row in rows]
    sealed = {
        event.id: event.data.sealed_reason
        for event in events
        if isinstance(event.data, f.ReportDeleted) and event.data.sealed_reason is not None
    }
    opened = texts(owner.code, sealed.values(), get_language() or "vi") if sealed else {}
    return [
        {
            "at": event.occurred_at or event.recorded_at,
            "label": f.LABELS[event.type.rpartition(".")[0]],
            "told": event_words.told(event.data),
            "reason": opened.get(sealed[event.id].ref, "") if event.id in sealed else "",
        }
        for event in events
    ]
