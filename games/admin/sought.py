"""What people type to find something: words, a seat (``seat 7``, ``ghế 7``), an amount (``500.000``).

Proved by ``tests/admin/test_sought.py``.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from django.db.models import Q
from django.utils.translation import get_language

from casino.core.money import NoAmount, read_amount
from casino.ledger.grams import pieces_in
from casino.ledger.models import houses
from games.rows.models import ROUND_AMOUNTS
from games.rows.projector import seat_mark
from games.rows.tables_known import tables_known

__all__ = ["ROUND", "Sought", "in_round", "of_amount", "seat_mark", "sought", "with_seat"]

_SEAT: Final = re.compile(r"(?<!\S)(?:seat|ghế|ghe)\s*(?:số|so|no\.?|:)?\s*0*([1-9][0-9]?)(?!\S)", re.IGNORECASE)
_AMOUNT: Final = re.compile(r"[0-9]{3,15}|[0-9]{1,3}(?:[.,'][0-9]{3})+(?:[.,][0-9]{1,3})?|[0-9]{1,12}[.,][0-9]{1,3}")
_CURRENCY: Final = re.compile(r"(?<=[0-9])\s*(?:VND|USD|PHP|KRW|JPY|EUR|₫|đ)(?!\S)", re.IGNORECASE)


class Sought(NamedTuple):
    """The words of a search, and the seats that it names."""

    words: list[str]
    seats: list[int]


def sought(term: str) -> Sought:
    """A search taken apart; the currency behind an amount is left out."""
    seats = [int(number) for number in _SEAT.findall(term)]
    return Sought(_CURRENCY.sub("", _SEAT.sub(" ", term)).split(), seats)


ROUND: Final = ("search", *ROUND_AMOUNTS)
"""The columns of the index by which rounds are found."""


def with_seat(seat: int) -> Q:
    """Rounds in which somebody bet from this seat."""
    return pieces_in(seat_mark(seat), *ROUND) & Q(search__contains=seat_mark(seat))


def in_round(word: str) -> Q:
    """Rounds in whose name or players a word stands, or one of whose amounts it is."""
    held = pieces_in(word, *ROUND) & Q(search__icontains=word.lower())
    return held | Q(players__contains=[word]) | of_amount(word, *ROUND_AMOUNTS, index=ROUND)


def of_amount(word: str, *fields: str, index: tuple[str, ...] = (), currency_in: str = "currency") -> Q:
    """Rows one of whose amounts is this one, to whichever side, in the row's own currency; none where the word is no
    amount of at least three digits. ``index`` are the columns of the index by which it is found, where there is one;
    ``currency_in`` is the column of the currency; left empty, it is the house's."""
    none = Q(pk__in=())
    if not _AMOUNT.fullmatch(word):
        return none
    found = none
    owners = [(owner.pk, owner.currency) for owner in houses()]
    tables = {table.currency for table in tables_known() if table.currency}
    for currency in sorted({code for _pk, code in owners} | tables):
        try:
            minor = read_amount(word, currency, get_language() or "vi")
        except NoAmount:
            continue
        if not 0 < minor < 2**63:
            continue
        unsaid = Q(**{currency_in: ""}) | Q(**{f"{currency_in}__isnull": True})
        own = Q(**{currency_in: currency}) | (unsaid & Q(property__in=[pk for pk, code in owners if code == currency]))
        amounts = Q()
        for field in fields:
            amounts |= Q(**{f"{field}__in": (minor, -minor)})
        found |= pieces_in(str(minor), *index) & own & amounts
    return found
