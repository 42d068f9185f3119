"""Words of baccarat: its events, its bets and its results. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from casino.core.cards import short_name
from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.document import RuleBook
from games.engine.game import BetSentence
from games.engine.sentences import NOTHING, Sentence, amount, join, person, say

_WORDS: Final = Catalogue(__file__)

SIDES: Final = _WORDS.table("sides")
WINNERS: Final = {**SIDES, **_WORDS.table("winners")}
"""The hands, and how a round can end; what bets are called is said by the document."""
STAGES: Final = _WORDS.table("stages")
TROUBLES: Final = _WORDS.table("troubles")
SUBJECTS: Final = {
    **_WORDS.table("subjects"),
    **{side: say("bài {side}", "the hand of {side}", side=name) for side, name in SIDES.items()},
    **{
        f"{side}:{stage}": say("bảo hiểm {side} {stage}", "insurance on {side} {stage}", side=name, stage=moment)
        for side, name in SIDES.items()
        for stage, moment in STAGES.items()
    },
    **TROUBLES,
}
"""What findings of the game are about, besides bets and facts."""
PLACES: Final = {**SIDES, **_WORDS.table("places")}
VARIANTS: Final = _WORDS.table("variants")
"""What a table's variant may say, word by word."""
LIMITS: Final = {
    **_WORDS.table("limits"),
    **{
        f"insurance_{odds.replace('.', '_')}": Text(f"Bảo hiểm 1:{odds.replace('.', ',')}", f"Insurance 1:{odds}")
        for odds in ("1.5", "2", "3", "4", "6", "7", "9")
    },
}
"""Limits of a table that are no kind of bet: those of insurance, by its odds."""
CHOICES: Final = _WORDS.table("choices")
_CARD: Final = re.compile(r"(10|[2-9TJQKA])[SHDC]")
PACK: Final = _WORDS.table("pack")

EVENT_LABELS: Final = _WORDS.table("event-labels", dotted=True)


def spot(written: str, book: RuleBook) -> Text:
    """What a bet is on, as the document calls it: ``player_pair`` -> "Đôi Nhà Con" / "Player pair"; and cards in the
    order that was decided (7.13)."""
    if all(map(_CARD.fullmatch, written.split("-"))):
        shown = " ".join(map(short_name, written.split("-")))
        return Text(shown, shown)
    return book.bet_names.get(written) or Text(written, written)


def result(summary: Mapping[str, Any]) -> Text:
    """The result of a round from the judgement's summary: "Banker 7 – 5", or that it is void or still open."""
    standing = summary.get("standing")
    if standing == "void":
        return Text("Vô hiệu", "Void")
    if standing == "awaiting":
        return Text("Chờ quyết định", "Awaiting a decision")
    winner = WINNERS.get(summary.get("outcome") or "")
    if winner is None:
        return Text("Chưa có kết quả", "No result yet")
    totals = sorted((summary["player_points"], summary["banker_points"]), reverse=True)
    return say("{winner} {high} – {low}", "{winner} {high} – {low}", winner=winner, high=totals[0], low=totals[1])


def _who(f: Any) -> Text:
    if f.player is None and f.seat is None:
        return Text("Mọi người chơi", "All players")
    seat = say(" (ghế {seat})", " (seat {seat})", seat=f.seat) if f.seat is not None else NOTHING
    if f.player is None:
        return say("Người chơi ghế {seat}", "The player at seat {seat}", seat=f.seat)
    return say("Người chơi {who}{seat}", "Player {who}{seat}", who=f.player, seat=seat)


def _by(vi: str, en: str, who: Any) -> Text:
    return NOTHING if who is None else say(vi, en, who=person(who))


def _bet_placed(f: Any, currency: str, book: RuleBook) -> Text:
    return say(
        "{who}: {kind}, {stake} (cược {bet}).",
        "{who}: {kind}, {stake} (bet {bet}).",
        who=_who(f) if f.player or f.seat else Text("Người chơi chưa rõ", "Unknown player"),
        kind=spot(f.kind, book),
        stake=amount(f.stake_minor, currency),
        bet=f.bet,
    )


def _bet_changed(f: Any, currency: str, book: RuleBook) -> Text:
    kind = say(" sang {kind}", " to {kind}", kind=spot(f.kind, book)) if f.kind else NOTHING
    stake = (
        say(", tiền cược {stake}", ", stake {stake}", stake=amount(f.stake_minor, currency))
        if f.stake_minor
        else NOTHING
    )
    return say(
        "Cược {bet} được đổi{kind}{stake}.", "Bet {bet} changed{kind}{stake}.", bet=f.bet, kind=kind, stake=stake
    )


def _bet_withdrawn(f: Any, currency: str) -> Text:
    under = say(" theo điều {clause}", " under clause {clause}", clause=f.clause) if f.clause else NOTHING
    return join(
        say("Cược {bet} được rút lại{under}.", "Bet {bet} was taken back{under}.", bet=f.bet, under=under),
        _by("{who} cho phép.", "Allowed by {who}.", f.allowed_by),
    )


def _card_dealt(f: Any, currency: str) -> Text:
    seen = {True: Text(" Đã lộ.", " Exposed."), False: Text(" Chưa lộ.", " Not exposed.")}.get(f.exposed, NOTHING)
    up = Text(" Nằm ngửa trong hộp.", " It lay face up in the shoe.") if f.face_up else NOTHING
    return say(
        "Lá {card}: {to}.{seen}{up}",
        "{card} to {to}.{seen}{up}",
        card=short_name(f.card),
        to=PLACES[f.to],
        seen=seen,
        up=up,
    )


def _together(f: Any, currency: str) -> Text:
    known = Text("còn biết thứ tự", "order known") if f.order_known else Text("không rõ thứ tự", "order unknown")
    return say(
        "{count} lá, từ lá thứ {first}, ra khỏi hộp cùng lúc, {known}.",
        "{count} cards, from the {first}. card on, left the shoe at once, {known}.",
        count=f.count,
        first=f.first,
        known=known,
    )


def _put_in_order(f: Any, currency: str) -> Text:
    order = " ".join(short_name(card) for card in f.cards)
    return join(
        say(
            "Bài được xếp lại theo điều {clause}.",
            "The cards were put in order under clause {clause}.",
            clause=f.clause,
        ),
        say("Thứ tự: {order}.", "Order: {order}.", order=order) if order else NOTHING,
        _by("Người quyết định: {who}.", "Decided by {who}.", f.ordered_by),
    )


def _burned(f: Any, currency: str) -> Text:
    shown = say(" (lá mở: {card})", " (card shown: {card})", card=short_name(f.shown)) if f.shown else NOTHING
    return say("Loại bỏ {count} lá{shown}.", "{count} cards burned{shown}.", count=f.count, shown=shown)


def _trouble(f: Any, currency: str) -> Text:
    card = Text(f" ({short_name(f.card)})", f" ({short_name(f.card)})") if f.card else NOTHING
    note = Text(f.note, f.note) if f.note else NOTHING
    return join(
        say("Phát hiện: {what}{card}.", "Seen: {what}{card}.", what=TROUBLES[f.kind], card=card),
        _by("Người thấy: {who}.", "Seen by {who}.", f.seen_by),
        note,
    )


def _ground(clause: str | None) -> Text:
    if clause is None:
        return Text(", không nêu căn cứ", ", without a ground")
    return say(", theo điều {clause}", ", under clause {clause}", clause=clause)


def _no_bet(f: Any, currency: str) -> Text:
    ground = _ground(f.ground) if f.ground else NOTHING
    last = Text(" Đây là ván cuối của bộ bài.", " It is the last of the shoe.") if f.last_of_shoe else NOTHING
    return join(
        say("Ván bài không cược{ground}.{last}", "A round without bets{ground}.{last}", ground=ground, last=last),
        _by("Người thông báo: {who}.", "Announced by {who}.", f.announced_by),
    )


def _announced(f: Any, currency: str) -> Text:
    shown = NOTHING
    if f.player_points is not None and f.banker_points is not None:
        shown = say(" (Nhà Con {p}, Nhà Cái {b})", " (Player {p}, Banker {b})", p=f.player_points, b=f.banker_points)
    return say("Thông báo: {winner}{shown}.", "Announced: {winner}{shown}.", winner=WINNERS[f.winner], shown=shown)


def _displayed(f: Any, currency: str) -> Text:
    source = {
        "shoe": Text("Đèn hộp chia bài", "The lights of the shoe"),
        "board": Text("Bảng điểm", "The score board"),
    }.get(f.source, Text("Thiết bị", "The display"))
    return say("{source} hiển thị {winner}.", "{source} showed {winner}.", source=source, winner=WINNERS[f.winner])


def _offered(f: Any, currency: str) -> Text:
    odds = say(", tỷ lệ {odds}", " at {odds}", odds=f.odds) if f.odds else NOTHING
    return say(
        "Mời bảo hiểm {side} {stage}{odds}: {who}.",
        "Insurance on {side} offered {stage}{odds}: {who}.",
        side=SIDES[f.side],
        stage=STAGES[f.stage],
        odds=odds,
        who=_who(f),
    )


def _insured(f: Any, currency: str) -> Text:
    odds = say(", tỷ lệ {odds}", " at {odds}", odds=f.odds) if f.odds else NOTHING
    return join(
        say(
            "{who}: bảo hiểm {side} {stage}{odds}, {stake} (cược {bet}).",
            "{who}: insurance on {side} {stage}{odds}, {stake} (bet {bet}).",
            who=_who(f) if f.player or f.seat else Text("Người chơi chưa rõ", "Unknown player"),
            side=SIDES[f.side],
            stage=STAGES[f.stage],
            odds=odds,
            stake=amount(f.stake_minor, currency),
            bet=f.bet,
        ),
        _by("{who} cho phép.", "Allowed by {who}.", f.allowed_by),
    )


def _waived(f: Any, currency: str) -> Text:
    return join(
        say(
            "{who} yêu cầu mở lá thứ ba của Nhà Cái trước, nên từ bỏ bảo hiểm.",
            "{who} asked to have Banker's third card opened first, and so waives insurance.",
            who=_who(f),
        ),
        _by("{who} đồng ý.", "Agreed by {who}.", f.agreed_by),
    )


def _side_of(vi: str, en: str) -> Sentence:
    return lambda f, c: say(vi, en, who=_who(f), side=SIDES[f.side])


def _settings(f: Any, currency: str) -> Text:
    decks = say("{n} bộ bài. ", "{n} decks. ", n=f.decks) if f.decks else NOTHING
    seats = say("{n} chỗ. ", "{n} seats. ", n=f.seats) if f.seats else NOTHING
    by = _by("Người thiết lập: {who}.", "Set by {who}.", f.set_by)
    return say("{decks}{seats}{by}", "{decks}{seats}{by}", decks=decks, seats=seats, by=by)


def _insurance_set(f: Any, currency: str) -> Text:
    offered = (
        Text("Bàn nhận bảo hiểm.", "The table offers insurance.")
        if f.offered
        else Text("Bàn không nhận bảo hiểm.", "The table does not offer insurance.")
    )
    return join(offered, _by("Người quyết định: {who}.", "Decided by {who}.", f.set_by))


def _shoe(f: Any, currency: str) -> Text:
    shuffled = {
        True: Text("Đã xáo.", "Shuffled."),
        False: Text("Chưa xáo.", "Not shuffled."),
    }.get(f.shuffled, NOTHING)
    return join(
        say("Bộ bài {shoe} được đưa vào chơi.", "Shoe {shoe} comes into use.", shoe=f.shoe),
        shuffled,
        _by("Người nạp: {who}.", "Loaded by {who}.", f.loaded_by),
    )


BET_SENTENCES: Final[dict[str, BetSentence]] = {
    "baccarat.bet_placed": _bet_placed,
    "baccarat.bet_changed": _bet_changed,
}
SENTENCES: Final[dict[str, Sentence]] = {
    "baccarat.bet_withdrawn": _bet_withdrawn,
    "baccarat.card_dealt": _card_dealt,
    "baccarat.cards_drawn_together": _together,
    "baccarat.cards_put_in_order": _put_in_order,
    "baccarat.cards_taken_back": lambda f, c: join(
        Text("Các lá đã chia được thu lại để loại bỏ.", "The cards dealt were taken back to be burned."),
        _by("Người thu: {who}.", "Taken by {who}.", f.taken_by),
    ),
    "baccarat.cards_burned": _burned,
    "baccarat.irregularity_seen": _trouble,
    "baccarat.round_voided": lambda f, c: say(
        "{who} thông báo ván vô hiệu{ground}.",
        "The round was called void by {who}{ground}.",
        who=person(f.called_by),
        ground=_ground(f.ground),
    ),
    "baccarat.no_bet_announced": _no_bet,
    "baccarat.totals_announced": lambda f, c: say(
        "Thông báo điểm: Nhà Con {p}, Nhà Cái {b}.",
        "Totals announced: Player {p}, Banker {b}.",
        p=f.player_points,
        b=f.banker_points,
    ),
    "baccarat.result_announced": _announced,
    "baccarat.result_displayed": _displayed,
    "baccarat.insurance_offered": _offered,
    "baccarat.insurance_placed": _insured,
    "baccarat.insurance_declined": lambda f, c: say(
        "{who} không đặt bảo hiểm.", "{who}: no insurance taken.", who=_who(f)
    ),
    "baccarat.insurance_waived": _waived,
    "baccarat.squeeze_requested": _side_of("{who} xin nặn bài {side}.", "{who} asks to squeeze the cards of {side}."),
    "baccarat.squeeze_restricted": lambda f, c: say(
        "{by} hạn chế nặn bài: {who}.", "Squeezing restricted by {by}: {who}.", by=person(f.restricted_by), who=_who(f)
    ),
    "baccarat.cards_passed": _side_of("Bài {side} được giao cho: {who}.", "The cards of {side} were passed: {who}."),
    "baccarat.pack_decided": lambda f, c: say(
        "Người chơi chọn {what}.", "The players chose {what}.", what=PACK[f.choice]
    ),
    "baccarat.commission_collected": lambda f, c: say(
        "Thu hoa hồng {amount} của cược {bet}.",
        "Commission of {amount} taken for bet {bet}.",
        amount=amount(f.amount_minor, c),
        bet=f.bet,
    ),
    "table.game_settings_set": _settings,
    "table.insurance_set": _insurance_set,
    "table.shoe_loaded": _shoe,
    "table.cards_burned": _burned,
}

SUPPOSED: Final = _WORDS.table("supposed", dotted=True)
"""Members, choices and readings of its documents, for whoever weighs other ones."""
