"""Remedies in words: what a case put right for a bet, and how pages name it beside what was done at the table.

Proved by ``tests/words/test_remedies.py``.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.sentences import NOTHING, amount, join, person

_WORDS: Final = Catalogue(__file__)

KINDS: Final = _WORDS.table("kinds")
FIELDS: Final = _WORDS.table("fields")
BECAME: Final = _WORDS.table("became")
OUT: Final = _WORDS.text("out")
BEYOND: Final = _WORDS.text("beyond")


def remedied_by(case: str) -> Text:
    """What a case put right, as a line of its own beside what was done at the table."""
    return _WORDS.text("remedied-by-case-case", case=case)


def sentence(f: Any, currency: str) -> Text:
    """A remedy as the timeline tells it."""
    return join(
        _WORDS.text(
            "case-case-bet-bet-moved",
            case=f.case,
            bet=f.bet,
            moved=_moved(f.to_player_minor, currency),
            kind=KINDS[f.kind],
            beyond=_beyond(f.beyond_rules_minor, currency),
        ),
        _WORDS.text("under-clause-clauses", clauses=", ".join(f.clauses)) if f.clauses else NOTHING,
        _WORDS.text("decided-by-who", who=person(f.made_by)),
        _WORDS.text("authorised-by-who", who=person(f.authorised_by)) if f.authorised_by is not None else NOTHING,
    )


def followed(f: Any, currency: str) -> Text:
    """What became of a remedy's money, as the timeline tells it."""
    return _WORDS.text(
        "case-case-line-line-bet",
        case=f.case,
        line=f.line,
        bet=f.bet,
        became=BECAME[f.became],
        amount=amount(f.amount_minor, currency),
        who=person(f.said_by),
    )


def _moved(to_player_minor: int, currency: str) -> Text:
    if to_player_minor == 0:
        return _WORDS.text("no-money-moves")
    sum_ = amount(abs(to_player_minor), currency)
    if to_player_minor > 0:
        return _WORDS.text("amount-paid-to-the-player", amount=sum_)
    return _WORDS.text("amount-taken-back-from-the", amount=sum_)


def _beyond(beyond_rules_minor: int, currency: str) -> Text:
    if beyond_rules_minor == 0:
        return NOTHING
    sum_ = amount(abs(beyond_rules_minor), currency)
    if beyond_rules_minor > 0:
        return _WORDS.text("amount-granted-beyond-the-rules", amount=sum_)
    return _WORDS.text("amount-withheld-that-the-rules", amount=sum_)
