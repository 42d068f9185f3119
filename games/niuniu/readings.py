"""A round of niu niu read out: the tens that were found, the class, and why it beats the dealer's.

Proved by ``tests/admin/test_reading.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from casino.core.cards import short_name
from casino.core.messages import Catalogue
from casino.core.text import Text, shaped
from games.engine.document import RuleBook
from games.engine.game import Line, Summary
from games.niuniu.hands import BOX, HOIANA, TOI_THUONG, arrangement, compare_hands, highest_card, points_of, value
from games.niuniu.words import CLASSES, cards_text, hand_name

_WORDS: Final = Catalogue(__file__)


def read_out(summary: Summary, book: RuleBook) -> list[Line]:
    """Every hand of a judged round, and why each box won or lost against the dealer."""
    hands = summary.get("hands") or {}
    lines = [_hand(code, hands[code], book) for code in sorted(hands, key=lambda code: (code != "dealer", code))]
    dealer = hands.get("dealer")
    if dealer is None or summary.get("standing") == "void":
        return lines
    theirs = value(dealer["cards"], book)
    for code in sorted(hands):
        if code == "dealer" or code in summary.get("void_boxes", ()):
            continue
        mine = value(hands[code]["cards"], book)
        compared = compare_hands(mine, theirs)
        if not compared.stronger:
            continue
        winner, loser = (code, "dealer") if compared.stronger == BOX else ("dealer", code)
        lines.append(Line(_why(winner, loser, hands), compared.clauses))
    return lines


def _hand(code: str, hand: Mapping[str, Any], book: RuleBook) -> Line:
    """``K Q J make 30, 4 and 5 leave 9: Niu 9``; four of a kind and five pictures need no tens."""
    name, called = _capital(hand_name(code)), CLASSES[hand["class"]]
    parts, cards = arrangement(hand["cards"]), cards_text(hand["cards"])
    if hand["class"] in (HOIANA, TOI_THUONG):
        made = shaped("{name} {cards}: {called}.", name=name, cards=cards, called=called)
        return Line(made, (value(hand["cards"], book).rank.clause,))
    if parts is None:
        return Line(
            _WORDS.text(
                "name-cards-no-three-cards",
                name=name,
                cards=cards,
                called=called,
            ),
            ("4.9.1", "4.9.3"),
        )
    three, two = parts
    return Line(
        _WORDS.text(
            "name-three-add-up-to",
            name=name,
            three=cards_text(three),
            tens=sum(points_of(card) for card in three),
            two=cards_text(two),
            rest=sum(points_of(card) for card in two),
            called=called,
        ),
        ("4.9.1", "4.9.2"),
    )


def _why(winner: str, loser: str, hands: Mapping[str, Any]) -> Text:
    names = {"winner": _capital(hand_name(winner)), "loser": hand_name(loser)}
    mine, theirs = (CLASSES[hands[code]["class"]] for code in (winner, loser))
    if mine != theirs:
        return _WORDS.text(
            "winner-beats-loser-mine-ranks",
            mine=mine,
            theirs=theirs,
            **names,
        )
    return _WORDS.text(
        "winner-beats-loser-both-mine",
        mine=mine,
        high=short_name(_highest(hands[winner]["cards"])),
        low=short_name(_highest(hands[loser]["cards"])),
        **names,
    )


def _highest(cards: list[str]) -> str:
    return max(cards, key=lambda card: highest_card([card]))


def _capital(text: Text) -> Text:
    return text.capital()
