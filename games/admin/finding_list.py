"""How findings are listed and found: money first, those of a round together, by the words that the page shows.

Proved by ``tests/admin/test_finding_list.py``.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Window
from django.db.models.functions import Abs, RowNumber

from casino.core.text import Text, plain
from casino.ledger.grams import pieces_in
from games.admin import sought
from games.rows.models import FINDING_WORDS, WORST_FIRST, Finding, Round, Waiting, WaitingState
from games.words import shared
from games.words.findings import FINDINGS

ROUND: Final = (F("property_id"), F("stream"))
"""What makes the findings of one round, or of one device, one group."""
WITHIN: Final = (F("weight").asc(), Abs("amount_minor").desc(), F("opened_position").desc())
ORDER: Final = (
    F("of_round_weight").asc(),
    F("of_round_money").desc(),
    F("of_round_position").desc(),
    F("stream").asc(),
    F("place").asc(),
)
"""Rounds with money in them first, the dearest of them first; in a round money first, the larger amount first."""


def grouped(rows: QuerySet[Finding]) -> QuerySet[Finding]:
    """The rows with their place in their round's group: among the rows that are listed, whatever the filters leave."""
    return rows.annotate(
        weight=WORST_FIRST,
        of_round_weight=Window(Min(WORST_FIRST), partition_by=ROUND),
        of_round_money=Window(Max(Abs("amount_minor")), partition_by=ROUND),
        of_round_position=Window(Max("opened_position"), partition_by=ROUND),
        of_round=Window(Count("pk"), partition_by=ROUND),
        place=Window(RowNumber(), partition_by=ROUND, order_by=WITHIN),
    )


INDEX: Final = (*FINDING_WORDS, "amount_minor")
"""The columns of the index by which findings are found."""


def found(rows: QuerySet[Finding], term: str) -> QuerySet[Finding]:
    """The rows that hold every word of what was typed: in the finding's title, severity or status in either language
    (with or without diacritics), in its round, table, bet, clause or case, or as its amount; and in whose round every
    seat named was bet from."""
    asked = sought.sought(term)
    for seat in asked.seats:
        rows = rows.filter(round__in=Round.objects.filter(sought.with_seat(seat)).values("pk"))
    for word in asked.words:
        wanted = plain(word)
        titles = {code: title for code, (title, _meaning) in FINDINGS.items()}
        held = Q(code__in=_named(titles, wanted))
        held |= Q(severity__in=_named(shared.SEVERITIES, wanted)) | Q(status__in=_named(shared.FINDING_STATUS, wanted))
        stands = Q()
        for field in FINDING_WORDS:
            stands |= Q(**{f"{field}__icontains": word})
        held |= pieces_in(word, *INDEX) & stands
        amount = sought.of_amount(word, "amount_minor", index=INDEX, currency_in="round__currency")
        rows = rows.filter(held | Q(clauses__contains=[word]) | amount)
    return rows


def _named(texts: dict[str, Text], wanted: str) -> list[str]:
    """The codes whose words, in either language, hold this one."""
    return [code for code, text in texts.items() if wanted in plain(text.vi) or wanted in plain(text.en)]


def asked_for(rows: QuerySet[Finding]) -> Exists:
    """Whether somebody asked already that a finding rest or count as put right."""
    same = Waiting.objects.filter(property=OuterRef("property"), stream=OuterRef("stream"))
    return Exists(same.filter(identity=OuterRef("identity"), state=WaitingState.WAITING))


def first_of_round(row: Any) -> bool:
    """Whether a row as listed is the first of its round's group."""
    return bool(row.place == 1)
