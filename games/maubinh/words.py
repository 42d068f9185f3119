"""Words of mậu binh: its events, its hands, its results and its findings. Proved by ``tests/words/test_words.py`` and
``tests/maubinh/test_words.py``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from casino.core.cards import short_name
from casino.core.messages import Catalogue
from casino.core.text import Text, figure, joined, shaped
from games.engine.document import RuleBook
from games.engine.sentences import NOTHING, Sentence, amount, join, person

_WORDS: Final = Catalogue(__file__)

BET_KINDS: Final = _WORDS.table("bet-kinds")
LANES: Final = _WORDS.table("lanes")
CLASSES: Final = _WORDS.table("classes")
SPECIALS: Final = _WORDS.table("specials")
ARRANGED_BY: Final = _WORDS.table("arranged-by")
EVENT_LABELS: Final = _WORDS.table("event-labels", dotted=True)


def spot(written: str, book: RuleBook | None = None) -> Text:
    """``seat:3`` -> "Chỗ 3" / "Seat 3"."""
    kind, _, rest = written.partition(":")
    return _WORDS.text("seat-rest", rest=rest) if kind == "seat" and rest else Text(written, written)


def special(name: str) -> Text:
    return SPECIALS.get(name) or Text(name, name)


def lane_class(name: str) -> Text:
    return CLASSES.get(name) or Text(name, name)


def multiple(value: int) -> Text:
    """A multiple with its sign: "+6 lần" / "+6"."""
    sign = "\N{MINUS SIGN}" if value < 0 else "+" if value > 0 else ""
    return _WORDS.text("sign-abs-times-the-ante", sign=sign, abs=abs(value))


def cards_text(cards: Sequence[str]) -> str:
    return " ".join(short_name(card) for card in cards)


def hand(seat: Mapping[str, Any]) -> Text:
    """A seat of a judgement's summary read out: its special hand or its lanes with their classes, a foul said first."""
    parts = [_WORDS.text("seat-n", n=seat["seat"])]
    if seat.get("special"):
        name = special(seat["special"])
        parts.append(_WORDS.text("special-hand-name", name=name))
    elif "classes" in seat:
        if seat["foul"]:
            parts.append(_WORDS.text("foul"))
        lanes = [
            shaped(
                "{lane} {name} ({cards})",
                lane=LANES[lane],
                name=name,
                cards=cards_text(cards),
            )
            for lane, name, cards in zip(LANES, map(lane_class, seat["classes"]), seat["lanes"], strict=True)
        ]
        parts.append(joined(lanes, "; ").turned("{}.".format))
        parts.append(shaped("({who})", who=ARRANGED_BY[seat["arranged_by"]]))
    else:
        parts.append(_WORDS.text("not-arranged"))
    if "multiple" in seat:
        parts.append(_WORDS.text("sum-sum", sum=multiple(seat["multiple"])))
    return join(*parts)


def result(summary: Mapping[str, Any]) -> Text:
    """The result of a deal from its judgement's summary: each seat's sum of multiples."""
    standing = summary.get("standing")
    if standing == "void":
        return _WORDS.text("void")
    if standing == "awaiting":
        return _WORDS.text("awaiting-a-decision")
    if standing != "settled":
        return _WORDS.text("no-result-yet")
    signs = [f"{seat['seat']}: {seat['multiple']:+d}".replace("-", "\N{MINUS SIGN}") for seat in summary["seats"]]
    text = ", ".join(signs)
    return _WORDS.text("seats-text", text=text)


def _bet_placed(f: Any, currency: str) -> Text:
    stake = amount(f.stake_minor, currency)
    placed = _WORDS.text(
        "seat-seat-ante-stake-bet",
        seat=f.seat,
        stake=stake,
        bet=f.bet,
    )
    return join(placed, _WORDS.text("player-who", who=f.player) if f.player else NOTHING)


def _arranged(f: Any, currency: str) -> Text:
    lanes = " / ".join(cards_text(lane) for lane in (f.front, f.middle, f.back))
    told = _WORDS.text(
        "seat-seat-lanes-who",
        seat=f.seat,
        lanes=lanes,
        who=ARRANGED_BY[f.arranged_by],
    )
    if f.after_ms is None:
        return shaped("{told}.", told=told)
    seconds = f"{f.after_ms / 1000:.1f}"
    return _WORDS.text("told-after-s-s", told=told, s=figure(seconds))


def _compared(f: Any, currency: str) -> Text:
    return _WORDS.text(
        "seat-a-against-seat-b",
        a=f.seat,
        b=f.against,
        lane=LANES[f.lane],
        sum=multiple(f.multiple),
    )


def _void(f: Any, currency: str) -> Text:
    told = _WORDS.text("void-announced-by-who", who=person(f.announced_by))
    return join(told, Text(f.note, f.note)) if f.note else told


SENTENCES: Final[dict[str, Sentence]] = {
    "maubinh.bet_placed": _bet_placed,
    "maubinh.bet_changed": lambda f, c: _WORDS.text(
        "sentences--maubinh-bet_changed",
        bet=f.bet,
        stake=amount(f.stake_minor, c),
    ),
    "maubinh.bet_withdrawn": lambda f, c: _WORDS.text("sentences--maubinh-bet_withdrawn", bet=f.bet),
    "maubinh.hand_dealt": lambda f, c: _WORDS.text(
        "sentences--maubinh-hand_dealt", seat=f.seat, cards=cards_text(f.cards)
    ),
    "maubinh.hand_arranged": _arranged,
    "maubinh.time_ran_out": lambda f, c: _WORDS.text("sentences--maubinh-time_ran_out"),
    "maubinh.lane_compared": _compared,
    "maubinh.special_announced": lambda f, c: _WORDS.text(
        "sentences--maubinh-special_announced",
        seat=f.seat,
        name=special(f.special),
    ),
    "maubinh.shot_waived": lambda f, c: _WORDS.text("sentences--maubinh-shot_waived", a=f.seat, b=f.against),
    "maubinh.result_announced": lambda f, c: _WORDS.text(
        "sentences--maubinh-result_announced", seat=f.seat, sum=multiple(f.multiple)
    ),
    "maubinh.void_announced": _void,
}

SUPPOSED: Final = {**CLASSES, **SPECIALS, **_WORDS.table("supposed", dotted=True)}
"""Members, choices and readings of its documents, for whoever weighs other ones."""
