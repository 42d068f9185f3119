"""Remedies in words: what a case put right for a bet, and how pages name it beside what was done at the table.

Proved by ``tests/words/test_remedies.py``.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.text import Text
from games.engine.sentences import NOTHING, amount, join, person, say

KINDS: Final = {
    "pay_difference": Text("trả phần chênh lệch", "pay the difference"),
    "take_back": Text("thu lại", "take back"),
    "refund": Text("hoàn tiền", "refund"),
    "void": Text("vô hiệu", "void"),
    "other": Text("cách khác", "another remedy"),
}
FIELDS: Final = {
    "to_player_minor": Text("trả người chơi (âm: thu lại)", "to the player (minus: taken back)"),
    "beyond_rules_minor": Text("phần ngoài thể lệ", "beyond the rules"),
    "own_word_minor": Text("chỉ theo lời người quyết định", "owed by the decider's word alone"),
    "case": Text("hồ sơ", "case"),
    "clauses": Text("các điều", "clauses"),
    "kind": Text("loại", "kind"),
    "line": Text("khoản", "line"),
    "became": Text("đã thế nào", "what became of it"),
    "said_by": Text("người ghi", "recorded by"),
}
BECAME: Final = {
    "handed_over": Text("đã giao người chơi", "handed over"),
    "received": Text("đã nhận từ người chơi", "received"),
    "waived": Text("miễn thu", "waived"),
    "uncollectable": Text("không thu được", "uncollectable"),
}
OUT: Final = Text("còn chưa giao, chưa nhận", "still out")
BEYOND: Final = Text("ngoài thể lệ", "beyond the rules")


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
