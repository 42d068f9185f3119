"""What became of the money of a case's remedies, line by line, as its page shows it.

Proved by ``tests/disputes/admin/doing/test_money.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text, shaped
from disputes.case import words
from disputes.case.money_facts import MoneyHandedOver, MoneyReceived
from disputes.case.moneys import BECAME, Owing
from disputes.case.state import Case
from disputes.pages.sealed_words import Said, Words
from games.engine.sentences import person
from games.words import remedies

_WORDS: Final = Catalogue(__file__)


class BecameView(msgspec.Struct, frozen=True, kw_only=True):
    """One fact about a line: what became of how much, who says so, and why."""

    became: Text
    amount_minor: int
    at: datetime
    by: Text
    said: Said | None


class MoneyView(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a remedy that took effect. ``out_minor``: to the player and not handed over, or (minus) from them and
    not received. ``asked``: somebody asked to give it up, and a second person is awaited."""

    code: str
    place: str
    party: str
    to_player_minor: int
    out_minor: int
    became: tuple[BecameView, ...]
    asked: BecameView | None


def moneys(case: Case, said: Words) -> list[MoneyView]:
    """Every line that moves money, of remedies that took effect since this is recorded."""
    return [_view(owing, said) for owing in case.money.values() if owing.line.to_player_minor]


def _view(owing: Owing, said: Words) -> MoneyView:
    line, asked = owing.line, owing.asked
    waits = None
    if asked is not None:
        waits = BecameView(
            became=words.GIVEN_UP[asked.why],
            amount_minor=asked.amount_minor,
            at=owing.at,
            by=person(asked.asked_by),
            said=said.of(asked.reason),
        )
    return MoneyView(
        code=owing.code,
        place=" · ".join(part for part in (line.table, line.round, line.bet) if part),
        party=line.party or "",
        to_player_minor=line.to_player_minor,
        out_minor=owing.out_minor,
        became=tuple(_became(owing.became, said)),
        asked=waits,
    )


def _became(facts: Iterable[tuple[Any, datetime]], said: Words) -> Iterator[BecameView]:
    for fact, recorded_at in facts:
        became, by, words_of, at = remedies.BECAME[BECAME[type(fact)]], None, None, recorded_at
        if isinstance(fact, MoneyHandedOver | MoneyReceived):
            became = shaped("{became} {how}", became=became, how=words.HOW[fact.how])
            by, words_of, at = person(fact.recorded_by), fact.note, fact.moved_at
        else:
            by, words_of = person(fact.given_up_by), fact.reason
            if fact.confirmed_by is not None:
                second = person(fact.confirmed_by)
                by = _WORDS.text("by-confirmed-by-second", by=by, second=second)
        yield BecameView(became=became, amount_minor=fact.amount_minor, at=at, by=by, said=said.of(words_of))
