"""Words of mậu binh: its events, its hands, its results and its findings. Proved by ``tests/words/test_words.py`` and
``tests/maubinh/test_words.py``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from casino.core.cards import short_name
from casino.core.text import Text, figure
from games.engine.document import RuleBook
from games.engine.sentences import NOTHING, Sentence, amount, join, person, say

BET_KINDS: Final = {"ante": Text("Ante", "Ante")}
LANES: Final = {
    "front": Text("chi đầu", "front"),
    "middle": Text("chi giữa", "middle"),
    "back": Text("chi cuối", "back"),
}
CLASSES: Final = {
    "straight_flush": Text("sảnh đồng chất", "straight flush"),
    "four_of_a_kind": Text("tứ quý", "four of a kind"),
    "full_house": Text("cù lũ", "full house"),
    "flush": Text("đồng chất", "flush"),
    "straight": Text("sảnh", "straight"),
    "three_of_a_kind": Text("sám cô", "three of a kind"),
    "two_pairs": Text("thú", "two pairs"),
    "pair": Text("đôi", "pair"),
    "high_card": Text("mậu thầu", "high card"),
}
SPECIALS: Final = {
    "dragon_of_one_suit": Text("Rồng Cuốn", "dragon of one suit"),
    "dragon": Text("Sảnh Rồng", "dragon"),
    "twelve_royals": Text("Mười Hai Hoàng Gia", "twelve royals"),
    "three_straight_flushes": Text("Ba Sảnh Đồng Chất", "three straight flushes"),
    "three_fours_of_a_kind": Text("Ba Chi Tứ Quý", "three fours of a kind"),
    "all_big": Text("All Big", "all big"),
    "all_small": Text("All Small", "all small"),
    "one_colour": Text("Đồng Chất (cùng màu)", "one colour"),
    "four_threes_of_a_kind": Text("Tứ Quý Sám", "four threes of a kind"),
    "five_pairs_and_three": Text("Năm Đôi Một Sám", "five pairs and three of a kind"),
    "six_pairs": Text("Lục Phé Bôn", "six pairs"),
    "three_straights": Text("Ba Sảnh", "three straights"),
    "three_flushes": Text("Ba Đồng Chất", "three flushes"),
}
ARRANGED_BY: Final = {
    "player": Text("người chơi xếp", "arranged by the player"),
    "hint": Text("máy xếp theo gợi ý", "arranged by the system on a hint"),
    "system": Text("máy xếp khi hết giờ", "arranged by the system when the time was up"),
}
EVENT_LABELS: Final = {
    "maubinh.bet_placed": Text("Đặt Ante", "Ante placed"),
    "maubinh.bet_changed": Text("Đổi Ante", "Ante changed"),
    "maubinh.bet_withdrawn": Text("Rút Ante", "Ante taken back"),
    "maubinh.hand_dealt": Text("Chia bài", "Hand dealt"),
    "maubinh.hand_arranged": Text("Xếp bài", "Hand arranged"),
    "maubinh.time_ran_out": Text("Hết giờ xếp bài", "Time ran out"),
    "maubinh.lane_compared": Text("So chi", "Lane compared"),
    "maubinh.special_announced": Text("Báo bài đặc biệt", "Special hand announced"),
    "maubinh.shot_waived": Text("Tha không bắn", "Shot let go"),
    "maubinh.result_announced": Text("Báo kết quả", "Result announced"),
    "maubinh.void_announced": Text("Thông báo vô hiệu", "Void announced"),
}


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

SUPPOSED: Final = {
    **CLASSES,
    **SPECIALS,
    "adds_stakes": Text("cộng thêm số lần Ante", "stakes added"),
    "arrange_seconds": Text("số giây để xếp bài", "seconds to arrange"),
    "arrangement": Text("xếp bài", "arrangement"),
    "home_run": Text("Home Run", "Home Run"),
    "otherwise": Text("các trường hợp khác", "otherwise"),
    "shooting": Text("bắn", "shooting"),
    "show_seconds": Text("số giây để mở bài", "seconds to show"),
    "special": Text("bài đặc biệt", "special hand"),
    "choices.ace_to_five_straight": Text("sảnh A-2-3-4-5", "the straight A-2-3-4-5"),
    "choices.ante": Text("mức Ante của các chỗ ngồi", "the Ante of the seats"),
    "choices.best_arrangement": Text("cách xếp tốt nhất đo theo", "what the best arrangement is measured by"),
    "choices.foul_hand": Text("bài binh lủng", "a foul hand"),
    "choices.home_run": Text("Home Run", "Home Run"),
    "choices.late_arrangement": Text("bài xếp sau khi hết giờ", "an arrangement after the time"),
    "choices.lane_order": Text("thứ tự so chi", "the order of lanes"),
    "choices.misdeal": Text("chia bài sai", "a misdeal"),
    "choices.multiples": Text("số lần tiền cược", "multiples of the stake"),
    "choices.shooting": Text("thắng cả ba chi của một người", "all three lanes won from one player"),
    "choices.special_hands_made_of": Text("bài đặc biệt gồm", "what special hands are made of"),
    "four_of_a_kind_as_two_pairs": Text("tứ quý tính như hai đôi", "four of a kind counts as two pairs"),
    "middle_equal_to_back": Text("chi giữa bằng chi cuối", "a middle equal to the back"),
    "missing_card": Text("bên thiếu lá để so", "where one has no card left to compare"),
    "three_card_front": Text("chi đầu ba lá ở", "a front of three cards in"),
    "allowed": Text("được phép", "allowed"),
    "foul": Text("binh lủng", "a foul"),
    "loses": Text("thua", "loses"),
    "not_compared": Text("không so", "not compared"),
    "adds_two_stakes": Text("cộng thêm hai lần Ante", "adds two stakes"),
    "arranged_by_system": Text("máy xếp thay", "the system arranges instead"),
    "doubles_again": Text("nhân đôi thêm một lần", "doubles once more"),
    "each_its_own": Text("mỗi chỗ một mức", "each seat its own"),
    "lanes": Text("ba chi", "the lanes"),
    "lanes_and_shooting": Text("ba chi và bắn", "the lanes and shooting"),
    "loses_every_lane": Text("thua cả ba chi", "loses every lane"),
    "loses_every_lane_and_is_shot": Text("thua cả ba chi và bị bắn", "loses every lane and is shot"),
    "lowest": Text("nhỏ nhất", "the lowest"),
    "may": Text("được bắn hoặc tha", "may shoot or let go"),
    "must": Text("là bắn", "shoots"),
    "no_result": Text("không có kết quả", "no result"),
    "one_for_all_seats": Text("một mức cho mọi chỗ", "one for all seats"),
    "second_highest": Text("lớn thứ hai", "the second highest"),
}
"""Members, choices and readings of its documents, for whoever weighs other ones."""
