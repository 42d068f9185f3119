"""What came of a deal of mậu binh for one seat, told to the guest who sat there. Proved by ``tests/telling``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from casino.core.messages import Message, message
from games.engine.document import RuleBook
from games.engine.game import Summary
from games.engine.judgement import BetResult
from games.maubinh.words import LANES, cards_text, lane_class, special


def came(summary: Summary, result: BetResult) -> list[Message]:
    """The seat's own hand, and how it did against each other seat."""
    seat = int(result.spot.partition(":")[2])
    own = next(each for each in summary["seats"] if each["seat"] == seat)
    specials = {each["seat"] for each in summary["seats"] if each.get("special")}
    duels = [_duel(duel, seat, specials) for duel in summary["duels"] if seat in duel["seats"]]
    return [_hand(own), *duels]


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
    one, other = duel["seats"]
    side = 1 if one == seat else -1
    against, total = (other if side == 1 else one), side * duel["multiple"]
    outcome = "even" if not total else "won" if total > 0 else "lost"
    if {one, other} & specials:
        return message(f"maubinh-{outcome}-special", seat=against, times=abs(total))
    front, middle, back = (_signed(side * value) for value in duel["lanes"])
    return message(f"maubinh-{outcome}", seat=against, times=abs(total), front=front, middle=middle, back=back)


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"


def cites(result: BetResult, book: RuleBook) -> Iterable[str]:
    """C.10, by which the sum of all multiples becomes money."""
    return sorted(result.settlement.clauses, key=lambda number: book.cited_as(number) != "C.10")
