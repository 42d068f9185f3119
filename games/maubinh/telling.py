"""What came of a deal of mậu binh for one seat, told to the guest who sat there. Proved by ``tests/telling``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from casino.core.messages import Message, message
from casino.core.text import Text
from games.engine.document import RuleBook
from games.engine.game import Summary
from games.engine.judgement import AWAITING, BetResult
from games.maubinh.readings import shot
from games.maubinh.words import LANES, cards_text, lane_class, special

HOME_RUN: Final = "C.4"
"""In the numbers of the first document."""


def placed(spot: str, _kind: str, _called: Text) -> Message:
    return message("maubinh-placed", seat=spot.partition(":")[2])


def came(summary: Summary, result: BetResult, book: RuleBook) -> list[Message]:
    """The seat's own hand, and how it did against each other seat."""
    if result.settlement.outcome is AWAITING:
        return []
    seat = int(result.spot.partition(":")[2])
    own = next(each for each in summary["seats"] if each["seat"] == seat)
    specials = {each["seat"] for each in summary["seats"] if each.get("special")}
    duels = [duel for duel in summary["duels"] if seat in duel["seats"]]
    told = [_hand(own), *(_duel(duel, seat, specials) for duel in duels)]
    if any(HOME_RUN in map(book.cited_as, duel["clauses"]) for duel in duels):
        told.append(message("maubinh-home-run"))
    return told


def _hand(seat: Mapping[str, Any]) -> Message:
    if seat.get("special"):
        return message("maubinh-special", name=special(seat["special"]))
    if "classes" not in seat:
        return message("maubinh-not-arranged")
    told: dict[str, Any] = {}
    for lane, name, held in zip(LANES, seat["classes"], seat["lanes"], strict=True):
        told |= {lane: lane_class(name), f"{lane}cards": cards_text(held)}
    return message("maubinh-foul" if seat["foul"] else "maubinh-lanes", **told)


def _duel(duel: Mapping[str, Any], seat: int, specials: set[int]) -> Message:
    """From the side of ``seat``: the lanes, or whose special hand decided, and what it comes to."""
    one, other = duel["seats"]
    side = 1 if one == seat else -1
    against, total = (other if side == 1 else one), side * duel["multiple"]
    said = {
        "seat": str(against),
        "times": abs(total),
        "outcome": "even" if not total else "won" if total > 0 else "lost",
    }
    if {one, other} <= specials:
        return message("maubinh-against-special", whose="both", **said)
    if {one, other} & specials:
        return message("maubinh-against-special", whose="own" if seat in specials else "other", **said)
    front, middle, back = (_signed(side * value) for value in duel["lanes"])
    pair = shot(duel)
    how = "" if pair is None else "shot" if pair[0] == seat else "was-shot"
    return message("maubinh-against", front=front, middle=middle, back=back, shot=how or "none", **said)


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"


def cites(result: BetResult, book: RuleBook) -> Iterable[str]:
    """What decided most, where it was no plain comparison of lanes, and C.10, by which multiples become money."""
    of = {book.cited_as(number): number for number in result.settlement.clauses}
    special = next((of[cited] for cited in ("G.3", "C.7", "C.6", "C.5", "C.4", "C.3") if cited in of), None)
    return [*([special] if special else ()), *([of["C.10"]] if "C.10" in of else ())]
