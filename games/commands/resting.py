"""What one person may let rest: up to which amount alone, and when it takes a sentence.

Proved by ``tests/service/test_asking.py`` and ``tests/disputes/test_resting.py``.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from casino.house.limits import limits_at
from casino.house.service import settings_of
from games.engine.facts import Person
from games.rows import at_the_top, matters, sums
from games.rows.models import Finding


def needs_two(at: datetime, by: Person, *rows: Finding, locked: bool = False) -> bool:
    """Whether these findings together carry more than this person alone may let rest at a moment, with everything else
    that they did alone (``games.rows.sums``) or that was let rest of their cause: slices of one matter are one matter,
    and so is what is let rest at once. ``locked``: it is about to be recorded in this transaction."""
    if any(at_the_top.confirms(row, by, at) is not None for row in rows):
        return True
    weighing = [row for row in rows if row.amount_minor]
    if not weighing:
        return False
    owner = weighing[0].property
    acts = [
        sums.of_finding(
            owner, row.stream, row.subject, row.amount_minor, by, at, currency=row.detail.get("currency", "")
        )
        for row in weighing
    ]
    if sums.against_dismissal(owner, acts, at=at, locked=locked):
        return True
    alone = settings_of(owner.code).amounts("dismissal_alone", at)
    together: Counter[str] = Counter()
    for act in acts:
        together[act.currency] += act.counted_minor
    before = zip(acts, map(matters.dismissed_of_one_cause, weighing), strict=True)
    return any(together[act.currency] + of_cause > alone.get(act.currency, 0) for act, of_cause in before)


def sentence_needed(at: datetime, *rows: Finding) -> bool:
    """Whether letting these findings rest, or saying that one was put right, takes a sentence, whatever the cause."""
    above = limits_at(settings_of(rows[0].property.code), at).reason_sentence
    together: Counter[str] = Counter()
    for row in rows:
        together[row.currency] += abs(row.amount_minor)
    return any(amount > above.get(currency, 0) for currency, amount in together.items())
