"""Words of roulette: its events, its bets and its results. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.colours import chip_colour
from games.engine.document import RuleBook
from games.engine.game import BetSentence
from games.engine.sentences import NOTHING, Sentence, amount, join, person, say
from games.roulette.layout import colour, find_place, layout, rows

_WORDS: Final = Catalogue(__file__)

COLOURS: Final = _WORDS.table("colours")
EVENT_LABELS: Final = _WORDS.table("event-labels", dotted=True)


def spot(written: str, book: RuleBook) -> Text:
    """``split:14-17`` -> "Cược đôi 14-17" / "Split 14-17", as the document names its kinds of bet."""
    kind, _, rest = written.partition(":")
    row = rows(book).get(kind)
    if row is None:
        return Text(written, written)
    place = find_place(written, layout(book))
    if row.spot is not None and place is not None:
        named = Text(vi=row.spot.vi, en=row.spot.en)
        return named.format(rest=rest, first=place.pockets[0], last=place.pockets[-1])
    return Text(f"{row.vi} {rest}".strip(), f"{row.en} {rest}".strip())


def pocket(number: int) -> Text:
    """``17`` -> "17 đen" / "17 black"."""
    words = COLOURS[colour(number)]
    return Text(f"{number} {words.vi}", f"{number} {words.en}")


def result(summary: Mapping[str, Any]) -> Text:
    """The result of a spin from the judgement's summary (``standing`` and ``pocket``)."""
    number = summary.get("pocket")
    where = pocket(number) if number is not None else None
    standing = summary.get("standing")
    if standing == "void":
        return say("Vô hiệu ({where})", "Void ({where})", where=where) if where else Text("Vô hiệu", "Void")
    if standing == "awaiting":
        return say(
            "{where}, chờ quyết định", "{where}, awaiting a decision", where=where or Text("Không kết quả", "No result")
        )
    return where or Text("Chưa có kết quả", "No result yet")


def _bet_placed(f: Any, currency: str, book: RuleBook) -> Text:
    parts = [
        say(
            "{spot}: {amount} (cược {bet}).",
            "{spot}: {amount} (bet {bet}).",
            spot=spot(f.spot, book),
            amount=amount(f.stake_minor, currency),
            bet=f.bet,
        )
    ]
    if f.player or f.seat:
        seat = say(", ghế {seat}", ", seat {seat}", seat=f.seat) if f.seat else NOTHING
        parts.append(say("Người chơi {who}{seat}.", "Player {who}{seat}.", who=f.player or "?", seat=seat))
    if f.chips:
        parts.append(
            say(
                "{count} chip màu {colour}, mỗi chip {value}.",
                "{count} {colour} chips of {value} each.",
                count=f.chips.count,
                colour=chip_colour(f.chips.colour),
                value=amount(f.chips.value_minor, currency),
            )
        )
        if f.chips.issued_at:
            parts.append(say("Chip của bàn {table}.", "Chips of table {table}.", table=f.chips.issued_at))
    if f.placed_by == "dealer":
        parts.append(Text("Nhân viên đặt hộ.", "Placed by the dealer."))
    if f.verbal == "with_chips":
        parts.append(Text("Cược bằng miệng, chip kịp đặt.", "Verbal bet, with chips in time."))
    if f.verbal == "without_chips":
        parts.append(Text("Cược bằng miệng, không có chip.", "Verbal bet, without chips."))
    if f.unclear:
        parts.append(Text("Vị trí chip không xác định được.", "Where the chips lie cannot be made out."))
    return join(*parts)


def _bet_changed(f: Any, currency: str, book: RuleBook) -> Text:
    where = say(" sang {spot}", " to {spot}", spot=spot(f.spot, book)) if f.spot else NOTHING
    stake = (
        say(", tiền cược {amount}", ", stake {amount}", amount=amount(f.stake_minor, currency))
        if f.stake_minor
        else NOTHING
    )
    return say(
        "Cược {bet} được đổi{where}{stake}.", "Bet {bet} changed{where}{stake}.", bet=f.bet, where=where, stake=stake
    )


def _ball_dropped(f: Any, currency: str) -> Text:
    source = {
        "sensor": Text(" Nguồn: cảm biến.", " Source: sensor."),
        "dealer": Text(" Nguồn: nhân viên điều hành.", " Source: dealer."),
    }.get(f.source, NOTHING)
    return say(
        "Bóng dừng ở {where}.{source}", "The ball rests in {where}.{source}", where=pocket(f.pocket), source=source
    )


def _ground(clause: str | None) -> Text:
    return (
        say("theo điều {clause}", "under clause {clause}", clause=clause)
        if clause
        else Text("không nêu căn cứ", "without a ground")
    )


def _irregularity(f: Any, currency: str) -> Text:
    note = Text(f" {f.note}", f" {f.note}") if f.note else NOTHING
    return say(
        "Thấy sự việc của điều {clause}; người thấy: {who}.{note}",
        "Something of clause {clause} was seen by {who}.{note}",
        clause=f.ground,
        who=person(f.seen_by),
        note=note,
    )


def _ball_examined(f: Any, currency: str) -> Text:
    found = {
        True: Text(" Bóng bình thường.", " It is sound."),
        False: Text(" Bóng bị hỏng.", " It is damaged."),
    }.get(f.sound, NOTHING)
    return say("{who} kiểm tra bóng.{found}", "{who} examines the ball.{found}", who=person(f.examined_by), found=found)


BET_SENTENCES: Final[dict[str, BetSentence]] = {
    "roulette.bet_placed": _bet_placed,
    "roulette.bet_changed": _bet_changed,
}
SENTENCES: Final[dict[str, Sentence]] = {
    "roulette.bet_withdrawn": lambda f, c: say(
        "Người chơi rút cược {bet}.", "Bet {bet} was taken back by the player.", bet=f.bet
    ),
    "roulette.ball_spun": lambda f, c: Text("Bóng bắt đầu quay.", "The ball is set in motion."),
    "roulette.ball_dropped": _ball_dropped,
    "roulette.result_displayed": lambda f, c: say(
        "Màn hình tại bàn hiển thị {where}.", "The table's display showed {where}.", where=pocket(f.pocket)
    ),
    "roulette.revolutions_counted": lambda f, c: say(
        "Bóng chạy {n} vòng.", "The ball went round {n} times.", n=f.count
    ),
    "roulette.ball_taken_out": lambda f, c: (
        say("{who} lấy bóng ra khỏi Cò Quay.", "{who} takes the ball out of the wheel.", who=person(f.taken_by))
        if f.taken_by
        else Text("Bóng được lấy ra khỏi Cò Quay.", "The ball is taken out of the wheel.")
    ),
    "roulette.ball_examined": _ball_examined,
    "roulette.ball_put_back": lambda f, c: say(
        "Bóng được đặt lại vào {where}.", "The ball is put back into {where}.", where=pocket(f.pocket)
    ),
    "roulette.no_spin_called": lambda f, c: say(
        "{who} thông báo vòng quay không hợp lệ, {ground}.",
        "No spin called by {who}, {ground}.",
        who=person(f.called_by),
        ground=_ground(f.ground),
    ),
    "roulette.irregularity_seen": _irregularity,
}

SUPPOSED: Final = _WORDS.table("supposed", dotted=True)
"""Members, choices and readings of its documents, for whoever weighs other ones."""
