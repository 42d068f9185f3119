"""Words of baccarat: its events, its bets and its results. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from casino.core.cards import short_name
from casino.core.text import Text
from games.engine.document import RuleBook
from games.engine.game import BetSentence
from games.engine.sentences import NOTHING, Sentence, amount, join, person, say

SIDES: Final = {"player": Text("Nhà Con", "Player"), "banker": Text("Nhà Cái", "Banker")}
WINNERS: Final = {**SIDES, "tie": Text("Hòa", "Tie")}
"""The hands, and how a round can end; what bets are called is said by the document."""
STAGES: Final = {
    "first_deal": Text("sau bốn lá đầu", "after the first four cards"),
    "third_card": Text("sau lá thứ ba của Nhà Con", "after Player's third card"),
}
TROUBLES: Final = {
    "extra_cards": Text("thừa bài", "too many cards"),
    "missing_cards": Text("thiếu bài", "cards missing"),
    "foreign_cards": Text("có lá không thuộc bộ bài", "a card foreign to the pack"),
    "unshuffled": Text("bộ bài chưa xáo", "a pack not shuffled"),
    "not_enough_cards": Text("không đủ bài để chơi hết ván", "too few cards to complete the round"),
    "order_lost": Text("không khôi phục được thứ tự bài", "an order of cards that cannot be restored"),
    "face_up_in_shoe": Text("lá bài ngửa trong hộp chia bài", "a card face up in the shoe"),
    "next_card_exposed": Text("lộ lá mở đầu ván sau", "the card of the next round exposed"),
    "dealt_out_of_order": Text("chia bài sai thứ tự", "cards dealt out of order"),
    "wrong_delivery": Text("giao bài sai để nặn", "cards passed wrongly for squeezing"),
    "missed_burn": Text("bỏ sót thủ tục loại bỏ", "a burn missed"),
    "holder_absent": Text("người được cầm bài vắng mặt", "the player entitled to hold the cards away"),
    "not_passed": Text("bài không được giao cho người chơi", "cards not passed to the player"),
    "other": Text("việc khác", "something else"),
}
SUBJECTS: Final = {
    "result": Text("kết quả", "the result"),
    "totals": Text("điểm của hai bên", "the totals"),
    "insurance": Text("bảo hiểm", "insurance"),
    **{side: say("bài {side}", "the hand of {side}", side=name) for side, name in SIDES.items()},
    **{
        f"{side}:{stage}": say("bảo hiểm {side} {stage}", "insurance on {side} {stage}", side=name, stage=moment)
        for side, name in SIDES.items()
        for stage, moment in STAGES.items()
    },
    **TROUBLES,
}
"""What findings of the game are about, besides bets and facts."""
PLACES: Final = {
    **SIDES,
    "burn": Text("hộp bài đã dùng", "the discard holder"),
    "next": Text("để riêng cho ván sau", "aside, for the next round"),
}
VARIANTS: Final = {
    "commission": Text("có hoa hồng", "with commission"),
    "no_commission": Text("không hoa hồng", "no commission"),
    "insurance": Text("có bảo hiểm", "with insurance"),
    "no_insurance": Text("không bảo hiểm", "no insurance"),
    "mini": Text("Mini", "Mini"),
    "midi": Text("Midi", "Midi"),
    "maxi": Text("Maxi", "Maxi"),
}
"""What a table's variant may say, word by word."""
LIMITS: Final = {
    "insurance": Text("Bảo hiểm", "Insurance"),
    **{
        f"insurance_{odds.replace('.', '_')}": Text(f"Bảo hiểm 1:{odds.replace('.', ',')}", f"Insurance 1:{odds}")
        for odds in ("1.5", "2", "3", "4", "6", "7", "9")
    },
}
"""Limits of a table that are no kind of bet: those of insurance, by its odds."""
CHOICES: Final = {
    "commission": Text("tính theo bàn có hoa hồng", "settle as at a table with commission"),
    "no_commission": Text("tính theo bàn không hoa hồng", "settle as at a table without commission"),
}
_CARD: Final = re.compile(r"(10|[2-9TJQKA])[SHDC]")
PACK: Final = {
    "keep": Text("chơi tiếp bộ bài đang dùng", "to go on with the pack in use"),
    "replace": Text("thay bộ bài mới", "to have a new pack"),
    "reshuffle": Text("xáo lại bài", "to have the cards shuffled again"),
}

EVENT_LABELS: Final = {
    "baccarat.bet_placed": Text("Đặt cược", "Bet placed"),
    "baccarat.bet_changed": Text("Đổi cược", "Bet changed"),
    "baccarat.bet_withdrawn": Text("Rút cược", "Bet taken back"),
    "baccarat.card_dealt": Text("Chia bài", "Card dealt"),
    "baccarat.cards_drawn_together": Text("Rút cùng lúc nhiều lá", "Cards drawn together"),
    "baccarat.cards_put_in_order": Text("Xếp lại thứ tự bài", "Cards put in order"),
    "baccarat.cards_taken_back": Text("Thu lại bài", "Cards taken back"),
    "baccarat.cards_burned": Text("Loại bỏ bài", "Cards burned"),
    "baccarat.irregularity_seen": Text("Vấn đề bất thường", "Irregularity seen"),
    "baccarat.round_voided": Text("Thông báo vô hiệu", "Round called void"),
    "baccarat.no_bet_announced": Text("Ván bài không cược", "No-bet round announced"),
    "baccarat.totals_announced": Text("Thông báo điểm", "Totals announced"),
    "baccarat.result_announced": Text("Thông báo kết quả", "Result announced"),
    "baccarat.result_displayed": Text("Kết quả hiển thị", "Result displayed"),
    "baccarat.insurance_offered": Text("Mời bảo hiểm", "Insurance offered"),
    "baccarat.insurance_placed": Text("Đặt bảo hiểm", "Insurance placed"),
    "baccarat.insurance_declined": Text("Không đặt bảo hiểm", "Insurance declined"),
    "baccarat.insurance_waived": Text("Từ bỏ bảo hiểm", "Insurance waived"),
    "baccarat.squeeze_requested": Text("Yêu cầu nặn bài", "Squeeze asked for"),
    "baccarat.squeeze_restricted": Text("Hạn chế nặn bài", "Squeezing restricted"),
    "baccarat.cards_passed": Text("Giao bài để nặn", "Cards passed"),
    "baccarat.pack_decided": Text("Chọn bộ bài", "Pack chosen"),
    "baccarat.commission_collected": Text("Thu hoa hồng", "Commission collected"),
    "table.game_settings_set": Text("Thiết lập trò chơi", "Game set up"),
    "table.insurance_set": Text("Thiết lập bảo hiểm", "Insurance set"),
    "table.shoe_loaded": Text("Nạp bộ bài", "Shoe loaded"),
    "table.cards_burned": Text("Loại bỏ bài", "Cards burned"),
}


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

SUPPOSED: Final = {
    "default_decks": Text("số bộ bài", "packs"),
    "first_deal": Text("sau bốn lá đầu", "after the first four cards"),
    "insurance": Text("bảo hiểm", "insurance"),
    "insurance_tie_paid": Text("bảo hiểm được trả khi hòa", "insurance paid on a tie"),
    "shoe": Text("hộp chia bài", "shoe"),
    "third_card": Text("sau lá thứ ba của Nhà Con", "after Player's third card"),
    "choices.bets_allowed_late": Text("được đặt sau hiệu lệnh dừng", "allowed after the call for no more bets"),
    "choices.below_minimum_counted_for": Text(
        "lần đặt dưới mức tối thiểu được tính trong", "for how long the one bet below the minimum counts"
    ),
    "choices.below_minimum_counted_on": Text(
        "khi nào lần đặt dưới mức tối thiểu được tính là đã dùng", "when a bet below the minimum counts as used"
    ),
    "choices.differential_reading": Text("cách tính chênh lệch cược", "how the differential is worked out"),
    "choices.exposed_unless_said": Text(
        "lá không ghi rõ coi như đã lộ", "a card counts as exposed unless said otherwise"
    ),
    "choices.insurance_main_bet": Text("cược gốc làm trần cho bảo hiểm", "the main bet that bounds insurance"),
    "choices.insurance_without_offer": Text("bảo hiểm đặt mà không có lời mời", "insurance placed without an offer"),
    "choices.late_insurance_until": Text("bảo hiểm muộn được nhận", "until when late insurance is taken"),
    "choices.limits_go_by": Text("mức tối thiểu, tối đa tính theo", "what limits go by"),
    "choices.lucky6_on": Text("Số 6 May Mắn thắng khi", "Lucky 6 wins when"),
    "choices.missing_third_card": Text("thiếu lá thứ ba bắt buộc", "a third card that is missing"),
    "choices.squeeze_right": Text("quyền nặn bài tính theo", "what the right to squeeze goes by"),
    "choices.unexposed_card_drawn": Text("lá rút thừa mà chưa lộ", "a card drawn too many and not exposed"),
    "choices.unsettled_call": Text("ván bị báo vô hiệu không theo căn cứ nào", "a void on no ground of the rules"),
    "choices.void_against_cards": Text("báo vô hiệu khi bài đã đủ và đúng", "a void against cards that are complete"),
    "choices.waived_insurance": Text("bảo hiểm bị từ bỏ theo 6.4.4", "insurance waived under 6.4.4"),
    "after_third_card": Text("chỉ bảo hiểm sau lá thứ ba của Nhà Con", "only insurance after Player's third card"),
    "all_further": Text("mọi bảo hiểm về sau trong vòng", "all further insurance of the round"),
    "banker_total": Text("tổng điểm Nhà Cái là sáu", "Banker's total is six"),
    "banker_wins": Text("Nhà Cái thắng với sáu điểm", "Banker wins with six"),
    "bet": Text("từng lần đặt cược", "each bet"),
    "burned": Text("bị loại bỏ", "is burned"),
    "card_to_come": Text("khi còn lá phải chia", "while a card is to come"),
    "counts": Text("được tính", "counts"),
    "each_area_pro_rata": Text("chia theo tỷ lệ ở từng ô", "pro rata in each area"),
    "for_good": Text("mọi ngày, không tính lại", "all days, never anew"),
    "gaming_day": Text("từng ngày kinh doanh", "each gaming day"),
    "in_play": Text("phần còn trong ván", "what is still in play"),
    "larger_side_pro_rata": Text("chia theo tỷ lệ ở cửa lớn hơn", "pro rata on the larger side"),
    "opens_next_round": Text("mở đầu ván kế tiếp", "opens the next round"),
    "paid_or_collected": Text("khi được trả hoặc bị thu", "when it is paid or collected"),
    "placed": Text("khoản đã đặt", "what was placed"),
    "player_and_area": Text("từng người chơi ở từng ô", "each player in each area"),
    "refused": Text("bị từ chối", "is refused"),
    "result_announced": Text("đến khi báo kết quả", "until the result is announced"),
    "settled": Text("khi cược được thanh toán", "when it is settled"),
    "side": Text("từng cửa", "each side"),
    "table": Text("cả bàn", "the whole table"),
}
"""Members, choices and readings of its documents, for whoever weighs other ones."""
