"""How often one person gave the same reason lately: whoever reviews a dismissal, a correction, a ruling, or what is
said to be put right, is shown it, whichever of these the others were. A reason is the same where the cause and the
words are, whatever their marks and capitals. Of a person's latest reasons alone, so that a page stays quick. Proved by
``tests/service/test_repeated.py`` and ``test_reasons.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

from django.db.models import Q

from casino.core.events import RecordedEvent
from casino.core.reasons import words_of
from casino.core.text import Text
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from games import reasons
from games.models import SummedAct, Waiting, WaitingKind, WaitingState

SPAN: Final = timedelta(days=30)
FEW: Final = 3
"""Less often is nothing to be told of."""
LATEST: Final = 100
GIVERS: Final = ("asked_by", "dismissed_by", "corrected_by", "made_by")
TOLD: Final = Text(
    "Lý do này người đó đã nêu {times} lần trong 30 ngày.",
    "This reason was given {times} times by this person in the last 30 days.",
)

Reason = tuple[str, tuple[str, ...]]
"""The cause that was chosen, and the words."""


def told(owner: Property, event: RecordedEvent) -> Text | None:
    """That the person who gave the reason of this event gave it again and again in the 30 days up to it; None where
    they did not, or where the words are erased. What a device reported has a reason of nobody's."""
    if getattr(event.data, "sealed_reason", None) is None and getattr(event.data, "cause", None) is None:
        return None
    staff = next((by.staff for name in GIVERS if (by := getattr(event.data, name, None)) is not None), "")
    if not staff or getattr(event.data, "case", None) is not None:
        return None
    ledger = get_ledger(owner.code)
    found = [ledger.get(position) for position in _positions(owner, staff, event)]
    [mine, *before] = _reasons(owner, [event, *(each for each in found if each is not None)])
    times = 1 + before.count(mine)
    if mine is None or times < FEW:
        return None
    return TOLD.format(times=times)


def _positions(owner: Property, staff: str, event: RecordedEvent) -> list[int]:
    """Where a person gave reasons before this event: for what took effect, and for what was asked for besides."""
    given: dict[str, Any] = {"position__lt": event.position, "property": owner}
    since = event.recorded_at - SPAN
    acts = SummedAct.objects.filter(kind__in=("dismissed", "put_right", "ruled"), case="")  # a case has its own reasons
    done = acts.filter(staff=staff, at__gte=since, **given)
    of_findings = Q(kind__in=(WaitingKind.DISMISS, WaitingKind.PUT_RIGHT)) & ~Q(state=WaitingState.CONFIRMED)
    asked = Waiting.objects.filter(
        of_findings | Q(kind=WaitingKind.CORRECT_FACT), person=staff, asked_at__gte=since, **given
    )
    if (own := getattr(event.data, "ask", None)) is not None:
        asked = asked.exclude(pk=own)
    found = {position for rows in (done, asked) for position in rows.values_list("position", flat=True)}
    return sorted(found, reverse=True)[:LATEST]


def _reasons(owner: Property, events: Iterable[RecordedEvent]) -> list[Reason | None]:
    """What each says; None where it cannot be read."""
    facts: list[Any] = [event.data for event in events]
    sealed = [fact.sealed_reason for fact in facts if fact.sealed_reason is not None]
    texts = reasons.texts(owner.code, sealed, "en") if sealed else {}
    gone = {reasons.ERASED.en, reasons.UNREADABLE.en}
    found: list[Reason | None] = []
    for fact in facts:
        clear = getattr(fact, "reason", None) or ""
        text = clear if fact.sealed_reason is None else texts[fact.sealed_reason.ref]
        found.append(None if text in gone else (fact.cause or "", tuple(words_of(text))))
    return found
