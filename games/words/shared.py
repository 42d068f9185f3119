"""Words that every game shares: terms, and the events of rounds, tables, devices and the audit.

Proved by ``tests/words/test_words.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.reasons import CAUSES
from casino.core.text import Text
from games import catalogue
from games.engine.colours import chip_colour
from games.engine.sentences import NOTHING, Sentence, amount, fields, join, person, say
from games.words import asks, equipment, remedies
from games.words.asks import said_by
from games.words.findings import FINDINGS

_WORDS: Final = Catalogue(__file__)

OUTCOMES: Final = _WORDS.table("outcomes")
SEVERITIES: Final = _WORDS.table("severities")
FINDING_STATUS: Final = _WORDS.table("finding-status")
ROUND_STATUS: Final = _WORDS.table("round-status")
SOURCES: Final = {
    "": Text("Tại bàn", "At the table"),
    "table": Text("Tại bàn", "At the table"),
    "imported": Text("Nhập từ danh sách", "Imported list"),
    "simulated": Text("Mô phỏng", "Simulated"),
    "entered": Text("Do người ghi", "Entered by persons"),
}
GAMES: Final = {code: game.words.name for code, game in catalogue.GAMES.items()}
RULING_CHOICES: Final = _WORDS.table("ruling-choices")
_ALL_CHOICES: Final = {
    **{code: text for game in catalogue.GAMES.values() for code, text in game.words.choices.items()},
    **RULING_CHOICES,
}

FIELDS: Final = {**_WORDS.table("fields"), **remedies.FIELDS}
"""Fields of facts, where a correction shows what was and what is."""


def choice(code: str) -> Text:
    """A decision by its code; a code that is a spot or an amount stands for itself."""
    return _ALL_CHOICES.get(code) or Text(code, code)


def choices_of(game: str) -> dict[str, Text]:
    """The decisions that documents know, with those of this game alone."""
    known = catalogue.GAMES.get(game)
    return {**RULING_CHOICES, **(known.words.choices if known else {})}


EQUIPMENT: Final[dict[str, Text]] = _WORDS.table("equipment")
"""What a table plays with, by the kinds of ``table.equipment_set``."""

EVENT_LABELS: Final = {
    **equipment.EVENT_LABELS,
    "round_opened": Text("Mở ván", "Round opened"),
    "betting_closed": Text("Ngừng nhận cược", "No more bets"),
    "payout_made": Text("Trả thưởng", "Payout"),
    "stake_collected": Text("Thu tiền cược", "Stake collected"),
    "stake_returned": Text("Trả lại tiền cược", "Stake handed back"),
    "ruling_made": Text("Quyết định", "Ruling"),
    "matter_opened": Text("Việc còn để ngỏ", "Matter left open"),
    "fact_corrected": Text("Đính chính", "Correction"),
    "remedy_made": Text("Xử lý theo hồ sơ", "Remedy"),
    "remedy_followed": Text("Tiền của hồ sơ", "Money of a remedy"),
    "report_confirmed": Text("Xác nhận điều thiết bị báo", "Report confirmed"),
    "report_denied": Text("Phủ nhận điều thiết bị báo", "Report denied"),
    "report_unanswered": Text("Chưa ai xác nhận", "Report not confirmed"),
    "round_closed": Text("Kết thúc ván", "Round closed"),
    "table.registered": Text("Đăng ký bàn", "Table registered"),
    "table.limits_set": Text("Đặt mức cược", "Limits set"),
    "table.differential_set": Text("Đặt khoảng chênh lệch", "Differential set"),
    "table.document_assigned": Text("Gán thể lệ", "Rule document assigned"),
    "table.opened": Text("Mở bàn", "Table opened"),
    "table.closed": Text("Đóng bàn", "Table closed"),
    "table.staff_assigned": Text("Nhận vị trí", "Staff on duty"),
    "table.staff_relieved": Text("Rời vị trí", "Staff relieved"),
    "table.device_bound": Text("Gắn thiết bị", "Device bound"),
    "table.device_unbound": Text("Gỡ thiết bị", "Device unbound"),
    "table.colour_chips_issued": Text("Xuất chip màu", "Colour chips issued"),
    "table.colour_chips_redeemed": Text("Thu lại chip màu", "Colour chips redeemed"),
    "table.equipment_set": Text("Lắp thiết bị trò chơi", "Equipment set"),
    "table.noted": Text("Ghi chú", "Note"),
    "device.revoked": Text("Thu hồi thiết bị", "Device revoked"),
    **asks.LABELS,
    "reason.erased": Text("Xóa lý do", "Reason erased"),
    "audit.finding_opened": Text("Phát hiện mới", "Finding opened"),
    "audit.finding_superseded": Text("Phát hiện không còn đúng", "Finding superseded"),
    "audit.finding_dismissed": Text("Bỏ qua phát hiện", "Finding dismissed"),
    "audit.finding_corrected": Text("Phát hiện đã được sửa", "Finding corrected"),
    "audit.finding_linked": Text("Đưa vào hồ sơ", "Finding put in a case"),
    "audit.finding_released": Text("Đưa ra khỏi hồ sơ", "Finding released"),
}


def _round_opened(f: Any, currency: str) -> Text:
    parts = [Text("Ván bắt đầu.", "The round begins.")]
    if f.number is not None:
        parts.append(say("Số thứ tự {n}.", "Number {n}.", n=f.number))
    if f.dealer:
        parts.append(say("Nhân viên điều hành: {who}.", "Dealer: {who}.", who=f.dealer))
    if f.supervisor:
        parts.append(say("Giám sát: {who}.", "Supervisor: {who}.", who=f.supervisor))
    if f.source:
        parts.append(say("Nguồn: {what}.", "Source: {what}.", what=SOURCES[f.source]))
    return join(*parts)


def _betting_closed(f: Any, currency: str) -> Text:
    if f.called_by is None:
        return Text("Thông báo ngừng nhận cược.", "The call for no more bets.")
    return say("{who} thông báo ngừng nhận cược.", "No more bets, called by {who}.", who=person(f.called_by))


def _moved(vi: str, en: str) -> Sentence:
    def sentence(f: Any, currency: str) -> Text:
        return say(vi, en, bet=f.bet, amount=amount(f.amount_minor, currency))

    return sentence


SEALED: Final = _WORDS.text("sealed")
"""What stands for a reason whose words lie in the vault, for whoever has only the events."""


def reason_of(f: Any) -> Text:
    """The reason that a person gave, as far as the event itself says it."""
    words = SEALED if f.reason is None else Text(f.reason, f.reason)
    cause = CAUSES[f.cause] if getattr(f, "cause", None) is not None else None
    if cause is None:
        return words
    if f.reason is None and f.sealed_reason is None:
        return cause
    return say("{cause}; {words}", "{cause}; {words}", cause=cause, words=words)


def _ruling(f: Any, currency: str) -> Text:
    return ruling_sentence(f, choice)


def ruling_sentence(f: Any, decision: Callable[[str], Text]) -> Text:
    """A ruling; ``decision`` puts what was decided in words."""
    covers = (
        say("cho cược {bets}", "for bets {bets}", bets=", ".join(f.bets))
        if f.bets
        else Text("cho cả ván", "for the whole round")
    )
    return say(
        "{who} quyết định theo điều {clause}, {covers}: {choice}. Lý do: {reason}",
        "{who} ruled under clause {clause}, {covers}: {choice}. Reason: {reason}",
        who=person(f.made_by),
        clause=f.clause,
        covers=covers,
        choice=decision(f.choice),
        reason=reason_of(f),
    )


def _matter(f: Any, currency: str) -> Text:
    seen = say(" Người thấy: {who}.", " Seen by {who}.", who=person(f.seen_by)) if f.seen_by else NOTHING
    return say(
        "Một việc mà không điều khoản nào nhắc đến được để ngỏ, chờ quyết định: {note}{seen}",
        "A matter that no clause names is left open and waits for a decision: {note}{seen}",
        note=f.note,
        seen=seen,
    )


def _correction(f: Any, currency: str) -> Text:
    what = (
        Text("Sự kiện trước được coi là không xảy ra", "An earlier fact is held not to have happened")
        if f.after is None
        else Text("Một sự kiện trước được ghi lại cho đúng", "An earlier fact was put right")
    )
    return say(
        "{what}. Người sửa: {by}; người cho phép: {ok}{how}. Lý do: {reason}",
        "{what}. Corrected by {by}, authorised by {ok}{how}. Reason: {reason}",
        what=what,
        by=person(f.corrected_by),
        ok=person(f.authorised_by),
        how=_how_authorised(f),
        reason=reason_of(f),
    )


TYPED: Final = Text(" (do người sửa tự khai)", " (authorisation typed)")
"""What is said of an authorisation that no second person gave in an own session."""


def _how_authorised(f: Any) -> Text:
    return TYPED if f.ask is None else NOTHING


def _revoked(f: Any, currency: str) -> Text:
    what = say("Thu hồi thiết bị {device}.", "Device {device} is revoked.", device=f.device)
    if f.reason is None and f.sealed_reason is None:
        return what
    return join(what, say("Lý do: {reason}", "Reason: {reason}", reason=reason_of(f)))


def _unanswered(f: Any, currency: str) -> Text:
    return Text(
        "Hết ngày kinh doanh mà chưa ai xác nhận hay phủ nhận điều thiết bị đã báo.",
        "The gaming day ended and nobody had confirmed or denied what the device reported.",
    )


def _fixed(vi: str, en: str) -> Sentence:
    text = Text(vi, en)
    return lambda _fact, _currency: text


def _by(vi: str, en: str, field: str) -> Sentence:
    """A sentence that may end with who did it."""

    def sentence(f: Any, currency: str) -> Text:
        who = getattr(f, field)
        return Text(f"{vi}.", f"{en}.") if who is None else say(vi + " – {who}.", en + " – {who}.", who=person(who))

    return sentence


def _registered(f: Any, currency: str) -> Text:
    name = f.name or ""
    game = GAMES.get(f.game) or Text(f.game, f.game)
    return say(
        "{game}, đồng tiền {currency}. {name}",
        "{game}, currency {currency}. {name}",
        game=game,
        currency=f.currency,
        name=name,
    )


def _document(code: str) -> Text:
    """A document by its title and number; one that is not shipped with the program by its code."""
    book = next((each for each in catalogue.all_books() if each.id == code), None)
    if book is None:
        return Text(code, code)
    return book.title if not book.number else say("{t} {n}", "{t} {n}", t=book.title, n=book.number)


def limits_sentence(f: Any, currency: str, kind: Callable[[str], Text]) -> Text:
    """The limits of a table; ``kind`` names a kind of bet."""
    parts = [
        say(
            "{bet} {low} – {high}",
            "{bet} {low} – {high}",
            bet=Text("mọi cược khác", "every other bet") if limit.bet == "*" else kind(limit.bet),
            low=amount(limit.minimum_minor, currency),
            high=amount(limit.maximum_minor, currency),
        )
        for limit in f.limits
    ]
    body = Text("; ".join(p.vi for p in parts), "; ".join(p.en for p in parts))
    who = say(" – {who}", " – {who}", who=person(f.set_by)) if f.set_by else NOTHING
    return say("{body}{who}.", "{body}{who}.", body=body, who=who)


def _chips_issued(f: Any, currency: str) -> Text:
    allowed = (
        say(" Cho phép: {who}.", " Authorised by {who}.", who=person(f.authorised_by)) if f.authorised_by else NOTHING
    )
    return say(
        "{player} nhận chip màu {colour}, mỗi chip {value}.{allowed}",
        "{player} gets {colour} chips, {value} each.{allowed}",
        player=f.player,
        colour=chip_colour(f.colour),
        value=amount(f.value_minor, currency),
        allowed=allowed,
    )


def _dismissed(f: Any, currency: str) -> Text:
    if f.case is not None:
        return say(
            "Đã quyết định trong hồ sơ {case}; {who} ghi nhận.",
            "Decided in case {case}; recorded by {who}.",
            case=f.case,
            who=person(f.dismissed_by),
        )
    return say(
        "{who} bỏ qua. Lý do: {reason}",
        "Dismissed by {who}. Reason: {reason}",
        who=person(f.dismissed_by),
        reason=reason_of(f),
    )


def _released(f: Any, currency: str) -> Text:
    if f.decided:
        return say(
            "Hồ sơ {case} để nguyên phát hiện này, nhưng người quyết định không được một mình bỏ qua phát hiện: phát "
            "hiện mở lại.",
            "Case {case} left this finding as it is, but who decided may not let it rest alone: the finding is open "
            "again.",
            case=f.case,
        )
    return say(
        "Hồ sơ {case} kết thúc mà chưa có quyết định; phát hiện mở lại.",
        "Case {case} ended without a decision; the finding is open again.",
        case=f.case,
    )


def _put_right(f: Any, currency: str) -> Text:
    if f.case is not None:
        return say(
            "Hồ sơ {case} đã xử lý; {who} ghi nhận.",
            "Put right by case {case}; recorded by {who}.",
            case=f.case,
            who=person(f.corrected_by),
        )
    return say(
        "{who} ghi là đã sửa, {ok} cho phép{how}. Lý do: {reason}",
        "Marked as corrected by {who}, authorised by {ok}{how}. Reason: {reason}",
        who=person(f.corrected_by),
        ok=person(f.authorised_by),
        how=_how_authorised(f),
        reason=reason_of(f),
    )


def by_case(status: str, case: str) -> Text | None:
    """What a case made of a finding, in a few words; None where it made nothing of it yet."""
    said = {
        "corrected": Text("xử lý trong hồ sơ {case}", "put right by case {case}"),
        "dismissed": Text("đã quyết định trong hồ sơ {case}", "decided in case {case}"),
    }.get(status)
    return say(said.vi, said.en, case=case) if said is not None and case else None


def _found(f: Any, currency: str) -> Text:
    title = FINDINGS[f.code][0] if f.code in FINDINGS else Text(f.code, f.code)
    subject = Text(f" – {f.subject}", f" – {f.subject}") if f.subject else NOTHING
    money = say(" ({amount})", " ({amount})", amount=amount(f.amount_minor, currency)) if f.amount_minor else NOTHING
    return say("{title}{subject}{money}.", "{title}{subject}{money}.", title=title, subject=subject, money=money)


SENTENCES: Final[dict[str, Sentence]] = {
    **equipment.SENTENCES,
    "round_opened": _round_opened,
    "betting_closed": _betting_closed,
    "payout_made": _moved("Trả thưởng {amount} cho cược {bet}.", "Paid {amount} on bet {bet}."),
    "stake_collected": _moved("Thu {amount} tiền cược của cược {bet}.", "Took {amount} of the stake of bet {bet}."),
    "stake_returned": _moved(
        "Trả lại {amount} tiền cược của cược {bet}.", "Handed back {amount} of the stake of bet {bet}."
    ),
    "ruling_made": _ruling,
    "matter_opened": _matter,
    "fact_corrected": _correction,
    "remedy_made": remedies.sentence,
    "remedy_followed": remedies.followed,
    "report_confirmed": said_by(
        "{who} xác nhận điều thiết bị đã báo.", "{who} confirms what the device reported.", "confirmed_by"
    ),
    "report_denied": said_by(
        "{who} phủ nhận điều thiết bị đã báo: điều đó không có hiệu lực.",
        "{who} denies what the device reported: it has no effect.",
        "denied_by",
    ),
    "report_unanswered": _unanswered,
    "round_closed": _fixed("Bàn đã xong ván này.", "The table has finished with the round."),
    "table.registered": _registered,
    "table.differential_set": lambda f, c: say(
        "Khoảng chênh lệch {value}.", "Differential {value}.", value=amount(f.differential_minor, c)
    ),
    "table.document_assigned": lambda f, c: say("Thể lệ {name}.", "Document {name}.", name=_document(f.document)),
    "table.opened": _by("Bàn mở", "The table opens", "opened_by"),
    "table.closed": _by("Bàn đóng", "The table closes", "closed_by"),
    "table.staff_assigned": lambda f, c: say("{who} nhận vị trí.", "{who} takes up the post.", who=person(f.person)),
    "table.staff_relieved": lambda f, c: say("{who} rời vị trí.", "{who} leaves the post.", who=person(f.person)),
    "table.device_bound": fields(
        "Thiết bị {device} gửi cho bàn này.", "Device {device} sends for this table.", "device"
    ),
    "table.device_unbound": fields(
        "Thiết bị {device} không còn gửi cho bàn này.", "Device {device} no longer sends for this table.", "device"
    ),
    "table.colour_chips_issued": _chips_issued,
    "table.colour_chips_redeemed": lambda f, c: say(
        "{player} trả lại chip màu {colour}.",
        "{player} hands back the {colour} chips.",
        player=f.player,
        colour=chip_colour(f.colour),
    ),
    "table.equipment_set": lambda f, c: say(
        "Bàn dùng {kind} số {code}.", "The table plays with {kind} {code}.", kind=EQUIPMENT[f.kind], code=f.code
    ),
    "table.noted": lambda f, c: Text(f.note, f.note),
    "device.revoked": _revoked,
    **asks.SENTENCES,
    "reason.erased": said_by(
        "{who} đã xóa lời của một lý do; bản ghi vẫn giữ nguyên.",
        "{who} erased the words of a reason; the record stays as it was.",
        "erased_by",
    ),
    "audit.finding_opened": _found,
    "audit.finding_superseded": _fixed("Sự kiện đến sau làm thay đổi kết luận.", "A later fact changed the judgement."),
    "audit.finding_dismissed": _dismissed,
    "audit.finding_corrected": _put_right,
    "audit.finding_linked": fields("Đưa vào hồ sơ {case}.", "Put in case {case}.", "case"),
    "audit.finding_released": _released,
}
