"""What people type to find something: words, a seat (``seat 7``, ``ghế 7``), an amount (``500.000``).

Proved by ``tests/admin/test_sought.py``.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from django.db.models import Q
from django.utils.translation import get_language

from casino.core.money import NoAmount, read_amount
from casino.ledger.models import Property
from games.models import Table
from games.projector import seat_mark

__all__ = ["Sought", "of_amount", "seat_mark", "sought"]

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


def of_amount(word: str, *fields: str, currency_in: str = "currency") -> Q:
    """Rows one of whose amounts is this one, to whichever side, in the row's own currency; none where the word is no
    amount of at least three digits. ``currency_in`` is the column of the currency; left empty, it is the house's."""
    none = Q(pk__in=())
    if not _AMOUNT.fullmatch(word):
        return none
    found = none
    houses = list(Property.objects.values_list("pk", "currency"))
    tables = Table.objects.exclude(currency="").values_list("currency", flat=True).distinct()
    for currency in sorted({code for _pk, code in houses} | set(tables)):
        try:
            minor = read_amount(word, currency, get_language() or "vi")
        except NoAmount:
            continue
        if not 0 < minor < 2**63:
            continue
        unsaid = Q(**{currency_in: ""}) | Q(**{f"{currency_in}__isnull": True})
        own = Q(**{currency_in: currency}) | (unsaid & Q(property__in=[pk for pk, code in houses if code == currency]))
        for field in fields:
            found |= own & Q(**{f"{field}__in": (minor, -minor)})
    return found
