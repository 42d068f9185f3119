"""How often one person gave the same reason lately: whoever reviews a dismissal, a correction, a ruling, or what is
said to be put right, is shown it, whichever of these the others were. A reason is the same where the cause and the
words are, whatever their marks and capitals. Of a person's latest reasons alone, so that a page stays quick. Proved by
``tests/service/test_repeated.py`` and ``test_reasons.py``; of cases by ``disputes.pages.given_again``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db.models import Q

from casino.core.events import RecordedEvent
from casino.core.messages import Catalogue
from casino.core.reasons import words_of
from casino.core.sealed import Sealed
from casino.core.text import Text
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from games.commands import reasons
from games.rows.models import SummedAct, Waiting, WaitingKind, WaitingState

_WORDS: Final = Catalogue(__file__)

SPAN: Final = timedelta(days=30)
FEW: Final = 3
"""Less often is nothing to be told of."""
LATEST: Final = 100
GIVERS: Final = ("asked_by", "dismissed_by", "corrected_by", "made_by")
TOLD: Final = _WORDS.text("told")

Reason = tuple[str, tuple[str, ...]]
"""The cause that was chosen, and the words."""
Given = tuple[Sealed | str, str]
"""The words of a reason, sealed or in clear, and the cause that was chosen; either may be empty."""


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
    mine, *before = [_given(each.data) for each in (event, *found) if each is not None]
    return often(owner, mine, before)


def often(owner: Property, mine: Given, before: Sequence[Given]) -> Text | None:
    """That a reason is one of several alike, the others given ``before`` it; None where they are few, or it cannot be
    read."""
    [said, *others] = _reasons(owner, [mine, *before])
    times = 1 + others.count(said)
    return None if said is None or times < FEW else TOLD.format(times=times)


def _given(fact: Any) -> Given:
    return fact.sealed_reason or getattr(fact, "reason", None) or "", fact.cause or ""


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


def _reasons(owner: Property, given: Sequence[Given]) -> list[Reason | None]:
    """What each says; None where it cannot be read."""
    sealed = [words for words, _cause in given if isinstance(words, Sealed)]
    texts = reasons.texts(owner.code, sealed, "en") if sealed else {}
    gone = {reasons.ERASED.en, reasons.UNREADABLE.en}
    found: list[Reason | None] = []
    for words, cause in given:
        text = texts[words.ref] if isinstance(words, Sealed) else words
        found.append(None if text in gone else (cause, tuple(words_of(text))))
    return found
