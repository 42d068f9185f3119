"""Words of mậu binh: its events, its hands, its results and its findings. Proved by ``tests/words/test_words.py`` and
``tests/maubinh/test_words.py``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from casino.core.cards import short_name
from casino.core.messages import Catalogue
from casino.core.text import Text, figure
from games.engine.document import RuleBook
from games.engine.sentences import NOTHING, Sentence, amount, join, person, say

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
    return Text(f"Chỗ {rest}", f"Seat {rest}") if kind == "seat" and rest else Text(written, written)


def special(name: str) -> Text:
    return SPECIALS.get(name) or Text(name, name)


def lane_class(name: str) -> Text:
    return CLASSES.get(name) or Text(name, name)


def multiple(value: int) -> Text:
    """A multiple with its sign: "+6 lần" / "+6"."""
    sign = "\N{MINUS SIGN}" if value < 0 else "+" if value > 0 else ""
    return Text(f"{sign}{abs(value)} lần Ante", f"{sign}{abs(value)} times the Ante")


def cards_text(cards: Sequence[str]) -> str:
    return " ".join(short_name(card) for card in cards)


def hand(seat: Mapping[str, Any]) -> Text:
    """A seat of a judgement's summary read out: its special hand or its lanes with their classes, a foul said first."""
    parts = [say("Chỗ {n}:", "Seat {n}:", n=seat["seat"])]
    if seat.get("special"):
        name = special(seat["special"])
        parts.append(say("bài đặc biệt {name}.", "special hand, {name}.", name=name))
    elif "classes" in seat:
        if seat["foul"]:
            parts.append(Text("binh lủng;", "foul;"))
        lanes = [
            say(
                "{lane} {name} ({cards})",
                "{lane} {name} ({cards})",
                lane=LANES[lane],
                name=name,
                cards=cards_text(cards),
            )
            for lane, name, cards in zip(LANES, map(lane_class, seat["classes"]), seat["lanes"], strict=True)
        ]
        parts.append(Text("; ".join(x.vi for x in lanes) + ".", "; ".join(x.en for x in lanes) + "."))
        parts.append(say("({who})", "({who})", who=ARRANGED_BY[seat["arranged_by"]]))
    else:
        parts.append(Text("chưa xếp.", "not arranged."))
    if "multiple" in seat:
        parts.append(say("Tổng {sum}.", "Sum {sum}.", sum=multiple(seat["multiple"])))
    return join(*parts)


def result(summary: Mapping[str, Any]) -> Text:
    """The result of a deal from its judgement's summary: each seat's sum of multiples."""
    standing = summary.get("standing")
    if standing == "void":
        return Text("Vô hiệu", "Void")
    if standing == "awaiting":
        return Text("Chờ quyết định", "Awaiting a decision")
    if standing != "settled":
        return Text("Chưa có kết quả", "No result yet")
    signs = [f"{seat['seat']}: {seat['multiple']:+d}".replace("-", "\N{MINUS SIGN}") for seat in summary["seats"]]
    text = ", ".join(signs)
    return say("Chỗ {text}", "Seats {text}", text=text)


def _bet_placed(f: Any, currency: str) -> Text:
    stake = amount(f.stake_minor, currency)
    placed = say(
        "Chỗ {seat}: Ante {stake} (cược {bet}).",
        "Seat {seat}: Ante {stake} (bet {bet}).",
        seat=f.seat,
        stake=stake,
        bet=f.bet,
    )
    return join(placed, say("Người chơi {who}.", "Player {who}.", who=f.player) if f.player else NOTHING)


def _arranged(f: Any, currency: str) -> Text:
    lanes = " / ".join(cards_text(lane) for lane in (f.front, f.middle, f.back))
    told = say(
        "Chỗ {seat}: {lanes}, {who}",
        "Seat {seat}: {lanes}, {who}",
        seat=f.seat,
        lanes=lanes,
        who=ARRANGED_BY[f.arranged_by],
    )
    if f.after_ms is None:
        return Text(f"{told.vi}.", f"{told.en}.")
    seconds = f"{f.after_ms / 1000:.1f}"
    return say("{told}, sau {s} giây.", "{told}, after {s} s.", told=told, s=figure(seconds))


def _compared(f: Any, currency: str) -> Text:
    return say(
        "Chỗ {a} so {lane} với chỗ {b}: {sum}.",
        "Seat {a} against seat {b}, {lane}: {sum}.",
        a=f.seat,
        b=f.against,
        lane=LANES[f.lane],
        sum=multiple(f.multiple),
    )


def _void(f: Any, currency: str) -> Text:
    told = say("{who} thông báo ván vô hiệu.", "Void announced by {who}.", who=person(f.announced_by))
    return join(told, Text(f.note, f.note)) if f.note else told


SENTENCES: Final[dict[str, Sentence]] = {
    "maubinh.bet_placed": _bet_placed,
    "maubinh.bet_changed": lambda f, c: say(
        "Cược {bet} đổi thành Ante {stake}.",
        "Bet {bet} changed to an Ante of {stake}.",
        bet=f.bet,
        stake=amount(f.stake_minor, c),
    ),
    "maubinh.bet_withdrawn": lambda f, c: say(
        "Người chơi rút cược {bet}.", "Bet {bet} was taken back by the player.", bet=f.bet
    ),
    "maubinh.hand_dealt": lambda f, c: say(
        "Chỗ {seat} nhận {cards}.", "Seat {seat} receives {cards}.", seat=f.seat, cards=cards_text(f.cards)
    ),
    "maubinh.hand_arranged": _arranged,
    "maubinh.time_ran_out": lambda f, c: Text("Hết giờ xếp bài.", "The time for arranging was up."),
    "maubinh.lane_compared": _compared,
    "maubinh.special_announced": lambda f, c: say(
        "Chỗ {seat} có bài đặc biệt {name}.",
        "Seat {seat} holds a special hand, {name}.",
        seat=f.seat,
        name=special(f.special),
    ),
    "maubinh.shot_waived": lambda f, c: say(
        "Chỗ {a} tha không bắn chỗ {b}.", "Seat {a} lets seat {b} go unshot.", a=f.seat, b=f.against
    ),
    "maubinh.result_announced": lambda f, c: say(
        "Báo chỗ {seat}: {sum}.", "Announced for seat {seat}: {sum}.", seat=f.seat, sum=multiple(f.multiple)
    ),
    "maubinh.void_announced": _void,
}

SUPPOSED: Final = {**CLASSES, **SPECIALS, **_WORDS.table("supposed", dotted=True)}
"""Members, choices and readings of its documents, for whoever weighs other ones."""
