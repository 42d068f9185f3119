"""Mậu binh rounds for the tests, written as in the golden rounds: Antes, hands, arrangements of a few known cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from games.catalogue import shipped
from games.engine.judgement import Judgement
from tests.golden.reader import Golden, parse

BOOK = shipped().by_id("maubinh.2020-01-01")

CARDS: Final = {
    1: "KS KH 4D AS AH 9C 8D 2S 5S 6H 7D 8C 9S",
    2: "QS QH 5C JS JH 10D 10S 2H 3C 3H 3S 7C 7S",
    3: "4C 4S 6D 10C JD KD 9D 9H 2D 5H 6S QD AC",
    4: "8S 8H JC 6C 5D KC QC 10H 7H 4H 3D 2C AD",
}
OTHERWISE: Final = "7D 6H 2S 8D 8C KS 5S 4D AS AH 9C 9S KH"
"""Seat 1's cards in lanes that lose all three to seat 2."""
SPECIAL: Final = "QS QD JS JD 8S 8D 7S 7D 5S 5D 3S 3C 2S"
"""Six pairs."""


def _cards(cards: str) -> str:
    return "[" + ",".join(f'"{card}"' for card in cards.split()) + "]"


def ante(seat: int, at: float = 1, bet: str = "", stake: int = 100_000) -> str:
    return f"{at} bet_placed bet={bet or f'b{seat}'} seat={seat} stake_minor={stake}"


def dealt(seat: int, cards: str = "", at: float | str = 10) -> str:
    """``at`` "?": nothing says when, so that the record's clock tells no time for arranging."""
    return f"{at} hand_dealt seat={seat} cards={_cards(cards or CARDS[seat])}"


def arranged(seat: int, at: float = 20, cards: str = "", by: str = "player", after: int | None = None) -> str:
    """The cards in lanes of three, five and five, as they come."""
    held = (cards or CARDS[seat]).split()
    lanes = [_cards(" ".join(lane)) for lane in (held[:3], held[3:8], held[8:])]
    measured = "" if after is None else f" after_ms={after}"
    front, middle, back = lanes
    return f"{at} hand_arranged seat={seat} front={front} middle={middle} back={back} arranged_by={by}{measured}"


def played(*facts: str, closed: bool = True, **header: str) -> Golden:
    """A round opened and closed, with these facts as they stand in a golden round; versions count from the opening."""
    head = {"game": "maubinh", "opened": "2026-03-01T12:00:00+07:00", **header}
    lines = ["", *(f"{key}: {value}" for key, value in head.items()), "facts", "0 round_opened", *facts]
    return parse("\n".join([*lines, "300 round_closed"] if closed else lines), Path("written-in-a-test"))


def found(judgement: Judgement) -> list[tuple[str, str, tuple[str, ...], tuple[int, ...], dict[str, Any]]]:
    """The findings that are not about money: code, subject, clauses, versions, detail."""
    said = [f for f in judgement.findings if f.severity != "money"]
    assert all(f.amount_minor == 0 for f in said)
    return [(f.code, f.subject, f.clauses, f.versions, f.detail) for f in said]


def outcomes(judgement: Judgement) -> dict[str, str]:
    return {result.bet: result.settlement.outcome.value for result in judgement.results}
