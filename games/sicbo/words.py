"""Words of sic bo: its events, its bets and its results. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.document import RuleBook
from games.engine.game import BetSentence
from games.engine.sentences import NOTHING, Sentence, amount, join, person, say
from games.sicbo.layout import rows

_WORDS: Final = Catalogue(__file__)

CHOICES: Final = _WORDS.table("choices")
EVENT_LABELS: Final = _WORDS.table("event-labels", dotted=True)


def spot(written: str, book: RuleBook) -> Text:
    """``pair:1-2`` -> "Cặp số 1 và 2" / "Pair 1 and 2", as the document names its kinds of bet."""
    kind, _, rest = written.partition(":")
    row = rows(book).get(kind)
    if row is None:
        return Text(written, written)
    numbers = rest.split("-")
    if row.spot is not None:
        return Text(vi=row.spot.vi, en=row.spot.en).format(rest=rest, first=numbers[0], last=numbers[-1])
    return Text(f"{row.vi} {rest}".strip(), f"{row.en} {rest}".strip())


def _dice(dice: tuple[int, ...] | list[int]) -> Text:
    shown = " · ".join(str(n) for n in dice)
    return say("{shown}, tổng {sum}", "{shown}, total {sum}", shown=shown, sum=sum(dice))


def result(summary: Mapping[str, Any]) -> Text:
    """The result of a throw from the judgement's summary (``standing`` and ``dice``)."""
    dice = summary.get("dice")
    where = _dice(dice) if dice else None
    standing = summary.get("standing")
    if standing == "void":
        return say("Vô hiệu ({where})", "Void ({where})", where=where) if where else Text("Vô hiệu", "Void")
    if standing == "awaiting":
        shown = where or Text("Không kết quả", "No result")
        return say("{shown}, chờ quyết định", "{shown}, awaiting a decision", shown=shown)
    return where or Text("Chưa có kết quả", "No result yet")


def _bet_placed(f: Any, currency: str, book: RuleBook) -> Text:
    stake = amount(f.stake_minor, currency)
    parts = [
        say(
            "{spot}: {stake} (cược {bet}).",
            "{spot}: {stake} (bet {bet}).",
            spot=spot(f.spot, book),
            stake=stake,
            bet=f.bet,
        )
    ]
    if f.player or f.seat:
        seat = say(", ghế {seat}", ", seat {seat}", seat=f.seat) if f.seat else NOTHING
        parts.append(say("Người chơi {who}{seat}.", "Player {who}{seat}.", who=f.player or "?", seat=seat))
    if f.placed_by == "dealer":
        parts.append(Text("Nhân viên đặt hộ.", "Placed by the dealer."))
    if f.verbal == "with_chips":
        parts.append(Text("Cược bằng miệng, chip kịp đặt.", "Verbal bet, with chips in time."))
    if f.verbal == "without_chips":
        parts.append(Text("Cược bằng miệng, không có chip.", "Verbal bet, without chips."))
    return join(*parts)


def _bet_changed(f: Any, currency: str, book: RuleBook) -> Text:
    where = say(" sang {spot}", " to {spot}", spot=spot(f.spot, book)) if f.spot else NOTHING
    stake = NOTHING
    if f.stake_minor:
        stake = say(", tiền cược {amount}", ", stake {amount}", amount=amount(f.stake_minor, currency))
    return say(
        "Cược {bet} được đổi{where}{stake}.", "Bet {bet} changed{where}{stake}.", bet=f.bet, where=where, stake=stake
    )


def _with_note(text: Text, note: str | None) -> Text:
    return Text(f"{text.vi} {note}", f"{text.en} {note}") if note else text


def _void(f: Any, currency: str) -> Text:
    ground = Text("không nêu căn cứ", "without a ground")
    if f.ground:
        ground = say("theo điều {clause}", "under clause {clause}", clause=f.ground)
    return say(
        "{who} thông báo ván vô hiệu, {ground}.",
        "Void announced by {who}, {ground}.",
        who=person(f.announced_by),
        ground=ground,
    )


def _lit(f: Any, currency: str, book: RuleBook) -> Text:
    if not f.spots:
        return Text("Không khu vực nào sáng đèn.", "No area was lit.")
    words = [spot(written, book) for written in f.spots]
    return Text("Sáng đèn: " + ", ".join(w.vi for w in words) + ".", "Lit: " + ", ".join(w.en for w in words) + ".")


BET_SENTENCES: Final[dict[str, BetSentence]] = {
    "sicbo.bet_placed": _bet_placed,
    "sicbo.bet_changed": _bet_changed,
    "sicbo.areas_lit": _lit,
}
SENTENCES: Final[dict[str, Sentence]] = {
    "sicbo.bet_withdrawn": lambda f, c: say(
        "Người chơi rút cược {bet}.", "Bet {bet} was taken back by the player.", bet=f.bet
    ),
    "sicbo.dice_shaken": lambda f, c: say("Xúc xắc được lắc {n} lần.", "The dice were shaken {n} times.", n=f.times),
    "sicbo.dice_shown": lambda f, c: say("Xúc xắc: {dice}.", "The dice show {dice}.", dice=_dice(f.dice)),
    "sicbo.result_entered": lambda f, c: say("Nhập vào thiết bị: {dice}.", "Keyed in: {dice}.", dice=_dice(f.dice)),
    "sicbo.device_failed": lambda f, c: _with_note(
        Text("Thiết bị điện tử có sự cố.", "The electronic device failed."), f.note
    ),
    "sicbo.pit_manager_informed": lambda f, c: say("Đã báo: {who}.", "Informed: {who}.", who=person(f.person)),
    "sicbo.irregularity_seen": lambda f, c: _with_note(
        say(
            "Thấy sự việc của điều {clause}; người thấy: {who}.",
            "Something of clause {clause} was seen by {who}.",
            clause=f.ground,
            who=person(f.seen_by),
        ),
        f.note,
    ),
    "sicbo.void_announced": _void,
}

SUPPOSED: Final = _WORDS.table("supposed", dotted=True)
"""Members, choices and readings of its documents, for whoever weighs other ones."""
