"""Remedies in words: what a case put right for a bet, and how pages name it beside what was done at the table.

Proved by ``tests/words/test_remedies.py``.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.sentences import NOTHING, amount, join, person, say

_WORDS: Final = Catalogue(__file__)

KINDS: Final = _WORDS.table("kinds")
FIELDS: Final = _WORDS.table("fields")
BECAME: Final = _WORDS.table("became")
OUT: Final = _WORDS.text("out")
BEYOND: Final = _WORDS.text("beyond")


def remedied_by(case: str) -> Text:
    """What a case put right, as a line of its own beside what was done at the table."""
    return say("hồ sơ {case} xử lý", "remedied by case {case}", case=case)


def sentence(f: Any, currency: str) -> Text:
    """A remedy as the timeline tells it."""
    return join(
        say(
            "Hồ sơ {case}, cược {bet}: {moved} ({kind}{beyond}).",
            "Case {case}, bet {bet}: {moved} ({kind}{beyond}).",
            case=f.case,
            bet=f.bet,
            moved=_moved(f.to_player_minor, currency),
            kind=KINDS[f.kind],
            beyond=_beyond(f.beyond_rules_minor, currency),
        ),
        say("Theo điều {clauses}.", "Under clause {clauses}.", clauses=", ".join(f.clauses)) if f.clauses else NOTHING,
        say("Người quyết định: {who}.", "Decided by {who}.", who=person(f.made_by)),
        say("Người cho phép: {who}.", "Authorised by {who}.", who=person(f.authorised_by))
        if f.authorised_by is not None
        else NOTHING,
    )


def followed(f: Any, currency: str) -> Text:
    """What became of a remedy's money, as the timeline tells it."""
    return say(
        "Hồ sơ {case}, khoản {line}, cược {bet}: {became} {amount}. Người ghi: {who}.",
        "Case {case}, line {line}, bet {bet}: {became} {amount}. Recorded by {who}.",
        case=f.case,
        line=f.line,
        bet=f.bet,
        became=BECAME[f.became],
        amount=amount(f.amount_minor, currency),
        who=person(f.said_by),
    )


def _moved(to_player_minor: int, currency: str) -> Text:
    if to_player_minor == 0:
        return Text("không chuyển tiền", "no money moves")
    sum_ = amount(abs(to_player_minor), currency)
    if to_player_minor > 0:
        return say("trả người chơi {amount}", "{amount} paid to the player", amount=sum_)
    return say("thu lại của người chơi {amount}", "{amount} taken back from the player", amount=sum_)


def _beyond(beyond_rules_minor: int, currency: str) -> Text:
    if beyond_rules_minor == 0:
        return NOTHING
    sum_ = amount(abs(beyond_rules_minor), currency)
    if beyond_rules_minor > 0:
        return say("; {amount} cho người chơi ngoài thể lệ", "; {amount} granted beyond the rules", amount=sum_)
    return say("; {amount} không trả dù thể lệ cho", "; {amount} withheld that the rules grant", amount=sum_)
