"""The report of a shift as PDF, in one language: what happened in it, and what is still open.

Codes, kinds, moments and places; what was written of an incident only where it is asked for, since a printed page is
beyond the reach of an erasure: then the foot says so. Proved by ``tests/surveillance/test_shift.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils import translation

from casino.core.text import Text
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.papers import sheet
from casino.papers.blocks import Block, paragraph, small
from casino.papers.sheet import Language
from surveillance import words
from surveillance.models import Incident
from surveillance.record import facts as f
from surveillance.shift import Signed, rows, signed

TITLE: Final = Text("Báo cáo ca Giám sát", "Report of a Surveillance shift")
FROM_TO: Final = Text("Từ {begins} đến {ends}", "From {begins} to {ends}")
PRINTED: Final = Text("Người in: {who}", "Printed by {who}")
NOTHING: Final = Text("Trong khoảng này không có gì xảy ra.", "Nothing happened in this interval.")
FOOT: Final = Text("Lập từ sổ sự kiện. Giờ địa phương ({zone}).", "Made from the record. Local time ({zone}).")
PERSONAL: Final = Text(
    "Có dữ liệu cá nhân: hãy cất giữ và hủy theo quy định.", "Holds personal data: keep it safe and destroy it in time."
)
TAGS: Final = {
    "entered": Text("ghi sau khi ký", "entered after signing"),
    "changed": Text("thay đổi sau khi ký", "changed after signing"),
    "gone": Text("có lúc ký, nay không còn", "stood there at signing, no longer"),
}
"""What became of a line since the report was signed."""
UNSIGNED: Final = Text("Chưa ký bàn giao.", "Not signed.")
HANDED: Final = Text("Bàn giao ca: {who}, {when}", "Handed over by {who}, {when}")
TAKEN: Final = Text("Nhận ca: {who}, {when}", "Taken over by {who}, {when}")
UNTAKEN: Final = Text("Chưa có người nhận ca.", "Nobody has taken it over yet.")
CONTENT: Final = Text(
    "Nội dung được ký: {lines} dòng, SHA-256 {digest}", "Signed content: {lines} lines, SHA-256 {digest}"
)
MORE: Final = Text("… và {n} mục nữa.", "… and {n} more.")
MOST: Final = 200
"""Lines of one list; a shift has fewer."""
SECTIONS: Final = {
    "incidents": Text("Sự việc xảy ra trong ca", "Incidents that happened in it"),
    "incidents_entered": Text(
        "Sự việc ghi trong ca, xảy ra vào lúc khác", "Incidents entered in it that happened at another time"
    ),
    "requests_made": Text("Yêu cầu cảnh quay mới", "Requests for footage that came"),
    "requests_answered": Text("Yêu cầu đã trả lời", "Requests that were answered"),
    "reviews": Text("Vi phạm đã xem lại", "Findings that were reviewed"),
    "spot_checks": Text("Mẫu kiểm tra", "Spot checks"),
    "gaps_found": Text("Khoảng thiếu mới", "Gaps found"),
    "gaps_closed": Text("Khoảng thiếu đã đóng", "Gaps closed"),
    "holds_placed": Text("Lệnh giữ mới", "Holds placed"),
    "holds_released": Text("Lệnh giữ đã bỏ", "Holds released"),
    "recordings_arrived": Text("Bản ghi nhận vào", "Recordings that arrived"),
    "recordings_deleted": Text("Bản ghi đã xóa", "Recordings that were deleted"),
    "open_requests": Text("Yêu cầu còn chờ", "Requests that still wait"),
    "open_gaps": Text("Khoảng thiếu còn mở", "Gaps that are still open"),
}
"""In the order of the page."""


def page(
    owner: Property,
    language: Language,
    begins_at: datetime,
    ends_at: datetime,
    *,
    by: str,
    now: datetime,
    with_words: bool = False,
) -> bytes:
    """The report as PDF. CannotPrint of the typesetter."""
    zone = owner.zone
    with translation.override(language):
        blocks = list(_blocks(owner, language, begins_at, ends_at, with_words=with_words))
        when = {"begins": _moment(begins_at, zone), "ends": _moment(ends_at, zone)}
        foot = [_say(FOOT, language, zone=zone.key), *([_say(PERSONAL, language)] if with_words else [])]
        return sheet.printed(
            owner,
            language,
            title=_say(TITLE, language),
            number=_say(FROM_TO, language, **when),
            date=_say(PRINTED, language, who=f"{by} · {_moment(now, zone)}"),
            running=_say(TITLE, language),
            foot=foot,
            blocks=blocks,
            now=now,
        )


def _blocks(
    owner: Property, language: Language, begins_at: datetime, ends_at: datetime, *, with_words: bool
) -> Iterator[Block]:
    found = rows(owner, begins_at, ends_at)
    sign = signed(owner, begins_at, ends_at, found)
    yield from (paragraph(each.in_language(language)) for each in signatures(sign, owner.zone))
    if not any(each for name, each in found.items() if not name.startswith("open_")):
        yield paragraph(_say(NOTHING, language))
    for name, title in SECTIONS.items():
        gone = [] if sign is None else [each.label for each in sign.gone if each.among == name]
        if not (found[name] or gone):
            continue
        yield {"block": "heading", "text": f"{_say(title, language)} ({len(found[name])})"}
        said = [line(row, owner.zone, sign, name) for row in found[name][:MOST]]
        yield {"block": "entries", "rows": [{each: row[each] for each in ("label", "text", "note")} for row in said]}
        if gone:
            yield small(f"{', '.join(gone)}: {_say(TAGS['gone'], language)}")
        if len(found[name]) > MOST:
            yield small(_say(MORE, language, n=len(found[name]) - MOST))
        if name in ("incidents", "incidents_entered") and with_words:
            yield from _said(owner, language, found[name][:MOST])


def signatures(sign: Signed | None, zone: ZoneInfo) -> list[Text]:
    """Who signed the report, when, and which content."""
    if sign is None:
        return [UNSIGNED]
    row = sign.row
    taken = UNTAKEN if row.taken_at is None else TAKEN.format(who=row.taken_by, when=_moment(row.taken_at, zone))
    return [
        HANDED.format(who=row.handed_by, when=_moment(row.handed_at, zone)),
        taken,
        CONTENT.format(lines=row.lines, digest=row.digest),
    ]


def tag_words(tag: str) -> str:
    """What became of a line since signing, in the language of the page; nothing where nothing did."""
    said = TAGS.get(tag)
    return "" if said is None else said.in_language(translation.get_language() or "vi")


def line(row: Any, zone: ZoneInfo, sign: Signed | None, among: str) -> dict[str, str]:
    """A row in a line: its code, what it is, when and by whom; of a report that was signed, whether it came later."""
    text = [
        getattr(row, f"get_{name}_display")()
        for name in ("kind", "disposition", "status", "verdict", "ending", "how")
        if getattr(row, name, "")
    ]
    places = [str(getattr(row, name)) for name in ("table", "place", "round") if getattr(row, name, "")]
    subject = getattr(row, "subject_stream", "") or getattr(row, "subject", "")
    if subject:
        places.append(words.about(subject).in_language(translation.get_language() or "vi"))
    names = ("happened_at", "begins_at", "ends_at", "shown_from", "reviewed_at")
    moments = [_moment(at, zone) for name in names if isinstance(at := getattr(row, name, None), datetime)]
    people = ("entered_by", "asked_by", "reviewed_by", "placed_by", "arrived_by")
    who = [str(getattr(row, name)) for name in people if getattr(row, name, None)]
    tag = "" if sign is None else tag_words(sign.tag(among, str(row)))
    return {
        "label": str(row),
        "text": " · ".join(str(part) for part in (*places, *text)) or "–",
        "note": " · ".join(part for part in (" – ".join(moments[:2]), *who[:1], tag) if part),
        "tag": tag,
    }


def _said(owner: Property, language: Language, incidents: list[Incident]) -> Iterator[Block]:
    """What was written of each incident."""
    ledger = get_ledger(owner.code)
    for row in incidents:
        written = (f.IncidentEntered, f.IncidentAddedTo)
        events = [each for each in ledger.stream(row.stream) if isinstance(each.data, written)]
        texts = words.opened(owner.code, events, language)
        accounts = [texts[str(each.data.account.ref)] for each in events if each.data.account is not None]
        if accounts:
            yield {"block": "quote", "text": f"{row.number}: " + " / ".join(accounts)}


def _say(text: Text, language: Language, **values: object) -> str:
    said = text.in_language(language)
    return said.format(**values) if values else said


def _moment(at: datetime, zone: ZoneInfo) -> str:
    return f"{at.astimezone(zone):%d/%m/%Y %H:%M}"
