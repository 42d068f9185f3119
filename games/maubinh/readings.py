"""A deal of mậu binh read out: every seat's hand, then every two seats against each other, lane by lane.

Proved by ``tests/maubinh/test_words.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text, joined, shaped
from games.engine.document import RuleBook
from games.engine.game import Line, Summary
from games.maubinh.words import LANES, hand, multiple

_WORDS: Final = Catalogue(__file__)

HOME_RUN: Final = _WORDS.text("home_run")
_SHOOTS: Final = _WORDS.text("shoots")


def signed(value: int) -> str:
    """A multiple as it is written in a line: +3, −3 (with the sign of mathematics), 0."""
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"


def shot(duel: Mapping[str, Any]) -> tuple[int, int] | None:
    """(who shot, who was shot) in a duel of a judgement's summary, None where nobody was (C.3)."""
    if "C.3" not in duel["clauses"]:
        return None
    one, other = duel["seats"]
    return (one, other) if duel["multiple"] > 0 else (other, one)


def runner(duels: Sequence[Mapping[str, Any]]) -> int | None:
    """The seat that made a home run (C.4)."""
    for duel in duels:
        pair = shot(duel)
        if pair is not None and "C.4" in duel["clauses"]:
            return pair[0]
    return None


def sentence(duel: Mapping[str, Any], special: set[int]) -> Text:
    """One duel in words, from the first seat's side: its lanes, who shot whom, and what it comes to."""
    one, other = duel["seats"]
    said = _WORDS.text("seat-one-seat-other", one=one, other=other)
    if one in special or other in special:
        parts = [_WORDS.text("special-hand-lanes-do-not")]
    else:
        parts = [
            shaped("{lane} {n}", lane=LANES[lane], n=signed(value))
            for lane, value in zip(LANES, duel["lanes"], strict=True)
        ]
    pair = shot(duel)
    if pair is not None:
        parts.append(_SHOOTS.format(one=pair[0], other=pair[1]))
    if "C.4" in duel["clauses"]:
        parts.append(HOME_RUN)
    total = multiple(duel["multiple"])
    return shaped("{said} {parts}; {total}.", said=said, parts=joined(parts, ", "), total=total)


def read_out(summary: Summary, book: RuleBook) -> list[Line]:
    """A judged deal in sentences: every seat's hand, then every two seats against each other."""
    seats = summary.get("seats") or []
    special = {seat["seat"] for seat in seats if seat.get("special")}
    lines = [Line(hand(seat), _hand_clauses(seat)) for seat in seats]
    for duel in summary.get("duels") or []:
        lines.append(Line(sentence(duel, special), tuple(duel["clauses"])))
    return lines


def _hand_clauses(seat: Mapping[str, Any]) -> tuple[str, ...]:
    if seat.get("special"):
        return ("A.3", "B.7")
    return ("G.3",) if seat.get("foul") else ("A.2",)
