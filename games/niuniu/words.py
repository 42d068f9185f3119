"""Words of niu niu: its events, its bets, its hands and its findings. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from casino.core.cards import short_name
from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.document import RuleBook
from games.engine.sentences import NOTHING, Sentence, amount, join, person, say

_WORDS: Final = Catalogue(__file__)

BET_KINDS: Final = _WORDS.table("bet-kinds")
CLASSES: Final = {
    "hoiana": Text("Ngầu Hầm Hoiana", "Hoiana (four of a kind)"),
    "toi_thuong": Text("Ngầu Hầm Tối Thượng", "Tối Thượng (five pictures)"),
    "ngau_ham": Text("Ngầu Hầm", "Niu Niu"),
    **{f"ngau_{n}": Text(f"Ngầu {n}", f"Niu {n}") for n in range(9, 0, -1)},
    "khong_ngau": Text("Không Ngầu", "no Niu"),
}
EVENT_LABELS: Final = _WORDS.table("event-labels", dotted=True)


def hand_name(code: str) -> Text:
    """``box3`` -> "cửa 3" / "box 3"; ``dealer`` -> "Nhà cái" / "the dealer"."""
    if code == "dealer":
        return Text("Nhà cái", "the dealer")
    return Text(f"cửa {code[3:]}", f"box {code[3:]}")


def spot(written: str, book: RuleBook | None = None) -> Text:
    """``box1:double`` -> "Cửa 1, Cược gấp đôi" / "Box 1, Double"."""
    box, _, kind = written.partition(":")
    words = BET_KINDS.get(kind)
    if words is None or not box.startswith("box"):
        return Text(written, written)
    return Text(f"Cửa {box[3:]}, {words.vi}", f"Box {box[3:]}, {words.en}")


def cards_text(cards: Iterable[str | None]) -> str:
    """Cards as they are written: K♠ 10♥; a face that nobody read is a question mark."""
    return " ".join("?" if card is None else short_name(card) for card in cards)


def result(summary: Mapping[str, Any]) -> Text:
    """The result of a round from the judgement's summary: the dealer's class, and that of each box."""
    standing = summary.get("standing")
    hands = summary.get("hands") or {}
    said = []
    for code in sorted(hands, key=lambda hand: (hand != "dealer", len(hand), hand)):
        name = Text("Nhà cái", "Dealer") if code == "dealer" else hand_name(code)
        words = CLASSES.get(hands[code].get("class", ""), NOTHING)
        said.append(Text(f"{name.vi}: {words.vi}", f"{name.en}: {words.en}"))
    shown = Text("; ".join(t.vi for t in said), "; ".join(t.en for t in said)) if said else None
    if standing == "void":
        return say("Vô hiệu ({shown})", "Void ({shown})", shown=shown) if shown else Text("Vô hiệu", "Void")
    if standing == "awaiting":
        shown = shown or Text("Không kết quả", "No result")
        return say("{shown}, chờ quyết định", "{shown}, awaiting a decision", shown=shown)
    return shown if shown and standing == "settled" else Text("Chưa có kết quả", "No result yet")


def _bet_placed(f: Any, currency: str) -> Text:
    stake = amount(f.stake_minor, currency)
    where = spot(f"{f.box}:{f.kind}")
    parts = [
        say("{where}: {stake} (cược {bet}).", "{where}: {stake} (bet {bet}).", where=where, stake=stake, bet=f.bet)
    ]
    if f.player:
        parts.append(say("Người chơi {who}.", "Player {who}.", who=f.player))
    if f.with_chips is False:
        parts.append(Text("Không đặt bằng chip.", "Not made with chips."))
    return join(*parts)


def _bet_changed(f: Any, currency: str) -> Text:
    where = say(" sang {box}", " to {box}", box=hand_name(f.box)) if f.box else NOTHING
    stake = NOTHING
    if f.stake_minor:
        stake = say(", tiền cược {amount}", ", stake {amount}", amount=amount(f.stake_minor, currency))
    return say(
        "Cược {bet} được đổi{where}{stake}.", "Bet {bet} changed{where}{stake}.", bet=f.bet, where=where, stake=stake
    )


def _cards_dealt(f: Any, currency: str) -> Text:
    first = say(
        "Chia cho {hand}: {cards}.", "Dealt to {hand}: {cards}.", hand=hand_name(f.to), cards=cards_text(f.cards)
    )
    if not f.exposed:
        return first
    shown = cards_text(f.exposed)
    return join(first, say("Bị lộ: {shown}.", "Exposed: {shown}.", shown=shown))


def _with_note(text: Text, note: str | None) -> Text:
    return Text(f"{text.vi} {note}", f"{text.en} {note}") if note else text


def _split(f: Any) -> Text:
    if not f.three and not f.two:
        return NOTHING
    shown = f"{cards_text(f.three)} | {cards_text(f.two)}"
    return Text(f": {shown}", f": {shown}")


def _taken_back(f: Any, currency: str) -> Text:
    order = Text(" Không theo thứ tự.", " Not in their order.") if f.in_order is False else NOTHING
    return say(
        "{who} thu lại toàn bộ bài để chia lại.{order}",
        "All cards taken back by {who} to be dealt again.{order}",
        who=person(f.taken_by),
        order=order,
    )


_ARRANGERS: Final = _WORDS.table("arrangers")


def _arranged(f: Any, currency: str) -> Text:
    by = _ARRANGERS[f.by]
    return say(
        "Bài của {hand} do {by} xếp{split}.",
        "The hand of {hand} was arranged by {by}{split}.",
        hand=hand_name(f.hand),
        by=by,
        split=_split(f),
    )


def _compared(f: Any, currency: str) -> Text:
    winner = (
        Text("người chơi thắng", "the player wins") if f.winner == "player" else Text("Nhà cái thắng", "dealer wins")
    )
    named = [CLASSES[code] for code in (f.box_class, f.dealer_class) if code]
    classes = NOTHING
    if named:
        classes = Text(f" ({' – '.join(t.vi for t in named)})", f" ({' – '.join(t.en for t in named)})")
    return say(
        "Thông báo {box}: {winner}{classes}.",
        "Announced for {box}: {winner}{classes}.",
        box=hand_name(f.box),
        winner=winner,
        classes=classes,
    )


def _irregularity(f: Any, currency: str) -> Text:
    where = say(" ({hand})", " ({hand})", hand=hand_name(f.hand)) if f.hand else NOTHING
    card = say(" Lá bài: {card}.", " Card: {card}.", card=short_name(f.card)) if f.card else NOTHING
    said = say(
        "Thấy sự việc của điều {clause}{where}; người thấy: {who}.{card}",
        "Something of clause {clause} was seen by {who}{where}.{card}",
        clause=f.ground,
        where=where,
        who=person(f.seen_by),
        card=card,
    )
    return _with_note(said, f.note)


def _voided(f: Any, currency: str) -> Text:
    ground = Text("không nêu căn cứ", "without a ground")
    if f.ground:
        ground = say("theo điều {clause}", "under clause {clause}", clause=f.ground)
    said = say(
        "{who} tuyên bố ván vô hiệu, {ground}.",
        "The round was declared void by {who}, {ground}.",
        who=person(f.voided_by),
        ground=ground,
    )
    return _with_note(said, f.reason)


SENTENCES: Final[dict[str, Sentence]] = {
    "niuniu.bet_placed": _bet_placed,
    "niuniu.bet_changed": _bet_changed,
    "niuniu.bet_withdrawn": lambda f, c: say(
        "Người chơi rút cược {bet}.", "Bet {bet} was taken back by the player.", bet=f.bet
    ),
    "niuniu.cards_dealt": _cards_dealt,
    "niuniu.cards_taken_back": _taken_back,
    "niuniu.cards_not_retrieved": lambda f, c: _with_note(
        say(
            "Không thể thu lại bài; người thấy: {who}.",
            "The cards cannot be taken back ({who}).",
            who=person(f.seen_by),
        ),
        f.note,
    ),
    "niuniu.hand_arranged": _arranged,
    "niuniu.hand_rearranged": lambda f, c: say(
        "Bài của {hand} được {who} xếp lại{split}.",
        "The hand of {hand} was arranged again by {who}{split}.",
        hand=hand_name(f.hand),
        who=person(f.by),
        split=_split(f),
    ),
    "niuniu.hand_shown": lambda f, c: say(
        "Bài của {hand}: {cards}.", "{hand} shows {cards}.", hand=hand_name(f.hand), cards=cards_text(f.cards)
    ),
    "niuniu.hands_compared": _compared,
    "niuniu.irregularity_seen": _irregularity,
    "niuniu.round_voided": _voided,
    "niuniu.arranging_barred": lambda f, c: say(
        "{who} cấm người chơi {player} xếp bài. {reason}",
        "{who} bars player {player} from arranging cards. {reason}",
        who=person(f.barred_by),
        player=f.player,
        reason=f.reason,
    ),
    "niuniu.arranging_allowed": lambda f, c: say(
        "{who} cho người chơi {player} xếp bài trở lại.",
        "{who} lets player {player} arrange cards again.",
        who=person(f.allowed_by),
        player=f.player,
    ),
}

SUPPOSED: Final = _WORDS.table("supposed", dotted=True)
"""Members, choices and readings of its documents, for whoever weighs other ones."""
