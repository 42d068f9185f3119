"""Events of a case in words: what each is called, and a sentence from what the event itself holds.

What people said is sealed and not part of the sentence; a page shows it beneath, where it can still be read. Pure.
Registered with ``games.words``, so that every timeline tells them. Proved by ``tests/disputes/test_words.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec

from casino.core.events import Fact
from casino.core.moments import countable
from casino.core.text import Text
from disputes import words
from disputes.case import facts as f
from disputes.case.allowed import STAGE_NAMES
from disputes.case.procedure import ITEMS, PROCEDURE
from disputes.case.state import Stage
from games.rules.posts import POST_NAMES, Post
from games.words import register_events
from games.words.say import NOTHING, Sentence, amount, join, person, say

LABELS: Final = {
    "opened": Text("Mở hồ sơ", "Case opened"),
    "party_added": Text("Thêm bên liên quan", "Party added"),
    "rounds_changed": Text("Chọn lại ván", "Rounds changed"),
    "amount_changed": Text("Sửa số tiền", "Amount changed"),
    "finding_taken": Text("Đưa phát hiện vào", "Finding taken up"),
    "assigned": Text("Bàn giao", "Handed over"),
    "taken_over": Text("Tiếp nhận", "Taken over"),
    "statement_taken": Text("Lời khai", "Statement"),
    "note_added": Text("Ghi chú", "Note"),
    "remedy_proposed": Text("Đề xuất tại bàn", "Offer at the table"),
    "answered_at_table": Text("Trả lời tại bàn", "Answer at the table"),
    "passed_on": Text("Chuyển lên Quản lý Pit", "Passed on to the pit manager"),
    "evidence_added": Text("Thêm căn cứ", "Evidence"),
    "evidence_withdrawn": Text("Rút căn cứ", "Evidence withdrawn"),
    "nothing_found": Text("Không có căn cứ", "Nothing of this kind"),
    "surveillance_notified": Text("Báo Bộ phận Giám sát", "Surveillance notified"),
    "surveillance_acknowledged": Text("Giám sát xác nhận", "Surveillance acknowledged"),
    "footage_asked": Text("Yêu cầu cảnh quay", "Footage asked for"),
    "footage_answered": Text("Trả lời về cảnh quay", "Answer about footage"),
    "time_promised": Text("Hẹn thời gian", "Time promised"),
    "time_not_possible": Text("Chưa thể hẹn thời gian", "No time could be given"),
    "decided": Text("Quyết định", "Decision"),
    "complaint_decided": Text("Quyết định khiếu nại", "Decision on the complaint"),
    "decision_confirmed": Text("Xác nhận quyết định", "Decision confirmed"),
    "confirmation_refused": Text("Không xác nhận", "Confirmation refused"),
    "remedy_carried_out": Text("Thực hiện khắc phục", "Remedy carried out"),
    "paper_issued": Text("Lập văn bản", "Paper issued"),
    "player_answered": Text("Người chơi trả lời", "The player's answer"),
    "informed_of_right": Text("Báo quyền khiếu nại", "Informed of the right to complain"),
    "help_given": Text("Hướng dẫn nộp đơn", "Help in filing"),
    "complaint_filed": Text("Nhận đơn khiếu nại", "Complaint filed"),
    "closed": Text("Khép hồ sơ", "Case closed"),
    "reopened": Text("Mở lại hồ sơ", "Case reopened"),
    "absorbed": Text("Nhập hồ sơ khác", "Another case merged in"),
    "person_erased": Text("Xóa dữ liệu cá nhân", "Personal data erased"),
    "command_refused": Text("Bị từ chối", "Refused"),
}


def remedy(fact: f.Remedy, currency: str) -> Text:
    """A remedy in short: what it is and what it moves."""
    total = fact.total_minor
    kind = words.REMEDIES[fact.kind]
    if total > 0:
        return say("{kind}: trả {sum}", "{kind}: {sum} to the player", kind=kind, sum=amount(total, currency))
    if total < 0:
        return say("{kind}: thu {sum}", "{kind}: {sum} from the player", kind=kind, sum=amount(-total, currency))
    return kind


def role_name(code: str) -> Text:
    """A post, or what stands beside the posts, by its code."""
    if code in Post._value2member_map_:
        return POST_NAMES[Post(code)]
    return words.BESIDES.get(code) or Text(code, code)


def _clauses(fact: f.Remedy) -> Text:
    numbers = ", ".join(dict.fromkeys(citation.clause for citation in fact.citations))
    return say("theo điều {n}", "under clause {n}", n=numbers) if numbers else NOTHING


def _moment(at: datetime) -> str:
    """In the zone in which it is handed in; the zone is named where nobody has put it into the house's."""
    return f"{at:%d/%m/%Y %H:%M}{' UTC' if at.tzinfo is UTC else ''}"


def in_zone(fact: Fact, zone: ZoneInfo) -> Fact:
    """The same fact with its moments in a time zone, for telling it to people there."""
    moments = {name: getattr(fact, name) for name in fact.__struct_fields__}
    local = {name: countable(at).astimezone(zone) for name, at in moments.items() if isinstance(at, datetime)}
    return msgspec.structs.replace(fact, **local) if local else fact


def _rounds(rounds: tuple[f.RoundRef, ...]) -> Text:
    if not rounds:
        return Text("Chưa xác định được ván", "No round identified")
    shown = ", ".join(
        f"{ref.table} · {ref.round}" + (f" ({', '.join(ref.bets)})" if ref.bets else "") for ref in rounds[:4]
    )
    rest = len(rounds) - 4
    more = say(" và {n} ván nữa", " and {n} more", n=rest) if rest > 0 else NOTHING
    return say("Ván {shown}{more}", "Round {shown}{more}", shown=shown, more=more)


def _opened(fact: f.CaseOpened, currency: str) -> Text:
    disputed = NOTHING
    if fact.amount_minor is not None:
        disputed = say(", số tiền {a}", ", amount {a}", a=amount(fact.amount_minor, currency))
    return say(
        "{source}. {rounds}{disputed}.",
        "{source}. {rounds}{disputed}.",
        source=_capital(words.SOURCES[fact.source]),
        rounds=_rounds(fact.rounds),
        disputed=disputed,
    )


def _party_added(fact: f.PartyAdded, currency: str) -> Text:
    party = fact.party
    who = party.staff or party.reference or ""
    return say(
        "{code}: {kind} {who}", "{code}: {kind} {who}", code=party.party, kind=words.PARTIES[party.kind], who=who
    )


def _amount_changed(fact: f.AmountChanged, currency: str) -> Text:
    if fact.amount_minor is None:
        return Text("Chưa rõ số tiền tranh chấp.", "The amount in dispute is not known.")
    return amount(fact.amount_minor, currency)


def _proposed(fact: f.RemedyProposed, currency: str) -> Text:
    return say(
        "{code}: {remedy}, {clauses}.",
        "{code}: {remedy}, {clauses}.",
        code=fact.proposal,
        remedy=remedy(fact.remedy, currency),
        clauses=_clauses(fact.remedy),
    )


def _agreed(fact: Any, code: str) -> Text:
    if fact.agreed:
        return say("Đồng ý với {code}.", "Agrees to {code}.", code=code)
    return say("Không đồng ý với {code}.", "Does not agree to {code}.", code=code)


def _evidence(fact: f.EvidenceAdded, currency: str) -> Text:
    clause, name = ITEMS[fact.item]
    named = NOTHING
    if fact.document:
        named = say(" {d} {v}", " {d} {v}", d=fact.document, v=fact.version or "")
    return say(
        "{code}, {kind}{named} – {clause} {name}",
        "{code}, {kind}{named} – {clause} {name}",
        code=fact.evidence,
        kind=words.EVIDENCE[fact.kind],
        named=named,
        clause=clause,
        name=name,
    )


def _footage_asked(fact: f.FootageAsked, currency: str) -> Text:
    return say(
        "{code}: bàn {table}{round}, từ {begin} đến {end}.",
        "{code}: table {table}{round}, from {begin} to {end}.",
        code=fact.request,
        table=fact.table,
        round=say(", ván {r}", ", round {r}", r=fact.round) if fact.round else NOTHING,
        begin=_moment(fact.begins_at),
        end=_moment(fact.ends_at),
    )


def _footage_answered(fact: f.FootageAnswered, currency: str) -> Text:
    if fact.found:
        return say("{code}: có cảnh quay.", "{code}: there is footage.", code=fact.request)
    return say("{code}: không có cảnh quay.", "{code}: there is none.", code=fact.request)


def _told(fact: Any) -> Text:
    manner, language = words.MANNERS[fact.manner], words.LANGUAGES[fact.language]
    return say("{manner}, {language}", "{manner}, {language}", manner=manner, language=language)


def _promised(fact: f.TimePromised, currency: str) -> Text:
    return say("Đến {until}; {told}.", "By {until}; {told}.", until=_moment(fact.until), told=_told(fact))


def _informed(fact: f.InformedOfRight, currency: str) -> Text:
    return say("{at}; {told}.", "{at}; {told}.", at=_moment(fact.told_at), told=_told(fact))


def _decided(fact: f.Decided | f.ComplaintDecided, currency: str) -> Text:
    result = NOTHING
    if isinstance(fact, f.ComplaintDecided):
        result = say("{result}; ", "{result}; ", result=words.RESULTS[fact.result])
    confirm = NOTHING
    if fact.needs_confirmation:
        confirm = Text("Cần người thứ hai xác nhận.", "A second person is to confirm it.")
    said = say(
        "{code}: {result}{remedy}, {clauses}.",
        "{code}: {result}{remedy}, {clauses}.",
        code=fact.decision,
        result=result,
        remedy=remedy(fact.remedy, currency),
        clauses=_clauses(fact.remedy),
    )
    return join(said, confirm)


def _carried_out(fact: f.RemedyCarriedOut, currency: str) -> Text:
    total = sum(line.to_player_minor for line in fact.lines)
    if total >= 0:
        return say("Trả người chơi {sum}.", "{sum} to the player.", sum=amount(total, currency))
    return say("Thu của người chơi {sum}.", "{sum} from the player.", sum=amount(-total, currency))


def _paper(fact: f.PaperIssued, currency: str) -> Text:
    return say(
        "{code}: {kind}, {language}.",
        "{code}: {kind}, {language}.",
        code=fact.paper,
        kind=words.PAPERS[fact.kind],
        language=words.LANGUAGES[fact.language],
    )


def _closed(fact: f.CaseClosed, currency: str) -> Text:
    into = say(" {case}", " {case}", case=fact.into) if fact.into else NOTHING
    return say(
        "{ending}{into}. Lưu giữ đến {day}.",
        "{ending}{into}. Kept until {day}.",
        ending=_capital(words.ENDINGS[fact.ending]),
        into=into,
        day=f"{fact.retained_until:%d/%m/%Y}",
    )


def _erased(fact: f.PersonErased, currency: str) -> Text:
    ground = words.GROUNDS[fact.ground]
    return say(
        "Khóa của {person} đã bị hủy: {ground}{named}.",
        "The key of {person} was destroyed: {ground}{named}.",
        person=fact.person,
        ground=ground,
        named=f" – {fact.legal_ground.rstrip('.')}" if fact.legal_ground else "",
    )


def _refused(fact: f.CommandRefused, currency: str) -> Text:
    step = PROCEDURE.get(fact.command)
    stage = NOTHING
    if fact.stage is not None and fact.stage in Stage._value2member_map_:
        stage = STAGE_NAMES[Stage(fact.stage)]
    at = say(" ở bước “{stage}”", " at the stage “{stage}”", stage=stage) if stage.vi else NOTHING
    return say(
        "{who} {staff} thử “{title}”{at}.",
        "{who} {staff} tried “{title}”{at}.",
        who=_capital(role_name(fact.role)),
        staff=fact.staff,
        title=step.title if step else fact.command,
        at=at,
    )


def _capital(text: Text) -> Text:
    return Text(text.vi[:1].upper() + text.vi[1:], text.en[:1].upper() + text.en[1:])


def _nothing(fact: Any, currency: str) -> Text:
    return NOTHING


def _item(fact: f.NothingFound, currency: str) -> Text:
    clause, name = ITEMS[fact.item]
    return say("{clause} {name}", "{clause} {name}", clause=clause, name=name)


SENTENCES: Final[dict[str, Sentence]] = {
    "opened": _opened,
    "party_added": _party_added,
    "rounds_changed": lambda fact, currency: _rounds(fact.rounds),
    "amount_changed": _amount_changed,
    "finding_taken": lambda fact, currency: Text(fact.finding.stream, fact.finding.stream),
    "assigned": lambda fact, currency: say("Cho {staff}.", "To {staff}.", staff=fact.staff),
    "taken_over": lambda fact, currency: say("Bởi {who}.", "By {who}.", who=person(fact.taken_by)),
    "statement_taken": lambda fact, currency: say("{s} của {p}", "{s} of {p}", s=fact.statement, p=fact.party),
    "note_added": _nothing,
    "remedy_proposed": _proposed,
    "answered_at_table": lambda fact, currency: _agreed(fact, fact.proposal),
    "passed_on": lambda fact, currency: _capital(words.REASONS_TO_PASS[fact.why]),
    "evidence_added": _evidence,
    "evidence_withdrawn": lambda fact, currency: Text(fact.evidence, fact.evidence),
    "nothing_found": _item,
    "surveillance_notified": _nothing,
    "surveillance_acknowledged": _nothing,
    "footage_asked": _footage_asked,
    "footage_answered": _footage_answered,
    "time_promised": _promised,
    "time_not_possible": _nothing,
    "decided": _decided,
    "complaint_decided": _decided,
    "decision_confirmed": lambda fact, currency: Text(fact.decision, fact.decision),
    "confirmation_refused": lambda fact, currency: Text(fact.decision, fact.decision),
    "remedy_carried_out": _carried_out,
    "paper_issued": _paper,
    "player_answered": lambda fact, currency: _agreed(fact, fact.decision),
    "informed_of_right": _informed,
    "help_given": _nothing,
    "complaint_filed": _nothing,
    "closed": _closed,
    "reopened": _nothing,
    "absorbed": lambda fact, currency: Text(fact.case, fact.case),
    "person_erased": _erased,
    "command_refused": _refused,
}

register_events(
    {f"case.{name}": label for name, label in LABELS.items()},
    {f"case.{name}": sentence for name, sentence in SENTENCES.items()},
)
