"""The follower that writes the read models of Surveillance.

For every batch of the log the streams it touches are folded *as they stood at the batch's last position* and their rows
written anew, in an order in which what is referred to comes first; then it is said anew which recordings are held. So
a rebuild gives the same rows whatever the size of its batches (``tests/surveillance/test_holds.py``). Requests are
read from the cases as well: one stands here as soon as the case has asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db import models

from casino.core.events import RecordedEvent
from casino.ledger import follow
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from casino.ledger.models import Property
from disputes.case import facts as case_facts
from games.rows.all_readmodels import ReadModel
from games.rows.readmodel import WAIT_SECONDS, brought_to_head, watched
from surveillance.record import facts as f
from surveillance.record import state
from surveillance.rows import streams as rows
from surveillance.rows.keeping import Keeping

NAME: Final = "surveillance"
BATCH: Final = 1_000
OF_CASES: Final = frozenset(
    case_facts.NAMES[fact]
    for fact in (
        case_facts.FootageAsked,
        case_facts.FootageAnswered,
        case_facts.FootageUnanswered,
        case_facts.CaseClosed,
        case_facts.CaseReopened,
    )
)
"""What a case says of its requests."""
TYPES: Final = frozenset(f.NAMES.values()) | OF_CASES
MODELS: Final = tuple(dict.fromkeys(each.model for each in rows.ROWS))
"""In the order in which one refers to another."""


def catch_up(property_code: str, *, batch: int = BATCH, limit: int | None = None) -> Progress:
    """Bring the rows to the end of the log (or ``limit`` positions further)."""
    handler = Projector(property_code).handle
    return watched(
        NAME,
        property_code,
        lambda: follow.catch_up(NAME, property_code, handler, batch=batch, limit=limit, types=TYPES),
    )


def follow_to_head(property_code: str, *, wait_seconds: float = WAIT_SECONDS) -> bool:
    """Bring the rows to the head as it stands now, waiting for a copy at work. False if that took too long."""
    return brought_to_head(catch_up, property_code, wait_seconds)


def drop(property_code: str) -> None:
    """Drop the rows of a property; the next catching up writes them again from the beginning."""

    def clear() -> None:
        for model in reversed(MODELS):
            model.objects.filter(property__code=property_code).delete()

    follow.rebuild(NAME, property_code, clear)


def rebuild(property_code: str, *, batch: int = BATCH) -> Progress:
    """Drop the rows and write them again from the ledger."""
    drop(property_code)
    return catch_up(property_code, batch=batch)


class Projector:
    """Writes rows for one property."""

    def __init__(self, property_code: str) -> None:
        self.property_code = property_code

    def handle(self, events: Sequence[RecordedEvent]) -> None:
        """Write the rows of everything that these events touch."""
        position = events[-1].position
        owner = Property.objects.get(code=self.property_code)
        folded = self._folded(events, position)
        for model in MODELS:
            _write(model, [row for stream in folded for row in rows.rows_of(model, stream, owner)])
        Keeping(owner, position).after(folded)

    def _folded(self, events: Iterable[RecordedEvent], position: int) -> list[state.Stream | rows.Asked]:
        """Each stream that is touched, as it stood; a request of a case with what the case says of it."""
        ledger = get_ledger(self.property_code)
        found: dict[str, state.Stream | rows.Asked] = {}
        for stream in dict.fromkeys(event.stream for event in events):
            if stream.startswith("case/"):
                for asked in rows.asked_in(stream, ledger.stream(stream, upto_position=position)):
                    found[asked.stream] = asked
            elif rows.case_of_request(stream) is None:
                found[stream] = ledger.load(state.begun, stream, upto_position=position)
            else:
                case, code = rows.case_of_request(stream) or ("", "")
                recorded = ledger.stream(case, upto_position=position)
                found |= {each.stream: each for each in rows.asked_in(case, recorded) if each.request == code}
        for stream, each in found.items():
            if isinstance(each, rows.Asked):
                each.done = ledger.load(state.Request, stream, upto_position=position)
        return list(found.values())


def _write(model: type[models.Model], made: list[Any]) -> None:
    if made:
        fields = [field.name for field in model._meta.concrete_fields if not field.primary_key]
        model._default_manager.bulk_create(made, 500, update_conflicts=True, unique_fields=["id"], update_fields=fields)


MODEL: Final = ReadModel(
    NAME,
    70,
    (
        ("surveillance_recorder", "t.code"),
        ("surveillance_clockreading", "t.stream || ' ' || t.reading"),
        ("surveillance_camera", "t.code"),
        ("surveillance_coverage", "t.stream || ' ' || t.coverage"),
        ("surveillance_recording", "t.code"),
        ("surveillance_frame", "t.stream || ' ' || t.frame"),
        ("surveillance_link", "t.code"),
        ("surveillance_request", "t.code"),
        ("surveillance_hold", "t.stream || ' ' || t.hold"),
        ("surveillance_held", "t.stream || ' at ' || t.reached_at"),
        ("surveillance_heldchange", "t.code"),
        ("surveillance_gap", "t.stream || ' ' || t.gap"),
        ("surveillance_incident", "t.number"),
        ("surveillance_review", "t.stream || ' at ' || t.version"),
        ("surveillance_spotcheck", "t.code"),
        ("surveillance_shiftreport", "t.code"),
    ),
    catch_up,
    drop,
)
