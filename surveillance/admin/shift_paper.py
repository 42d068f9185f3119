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

from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.papers import sheet
from casino.papers.blocks import Block, paragraph, small
from surveillance.record import facts as f
from surveillance.rows import sealed_words
from surveillance.rows.log_models import Incident
from surveillance.rows.shift import Signed, rows, signed

_WORDS: Final = Catalogue(__file__)

TITLE: Final = _WORDS.text("title")
FROM_TO: Final = _WORDS.text("from-to")
PRINTED: Final = _WORDS.text("printed")
NOTHING: Final = _WORDS.text("nothing")
FOOT: Final = _WORDS.text("foot")
PERSONAL: Final = _WORDS.text("personal")
TAGS: Final = _WORDS.table("tags")
"""What became of a line since the report was signed."""
UNSIGNED: Final = _WORDS.text("unsigned")
HANDED: Final = _WORDS.text("handed")
TAKEN: Final = _WORDS.text("taken")
UNTAKEN: Final = _WORDS.text("untaken")
CONTENT: Final = _WORDS.text("content")
MORE: Final = _WORDS.text("more")
MOST: Final = 200
"""Lines of one list; a shift has fewer."""
SECTIONS: Final = _WORDS.table("sections")
"""In the order of the page."""


def page(
    owner: Property,
    language: str,
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
    owner: Property, language: str, begins_at: datetime, ends_at: datetime, *, with_words: bool
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
        places.append(sealed_words.about(subject).in_language(translation.get_language() or "vi"))
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


def _said(owner: Property, language: str, incidents: list[Incident]) -> Iterator[Block]:
    """What was written of each incident."""
    ledger = get_ledger(owner.code)
    for row in incidents:
        written = (f.IncidentEntered, f.IncidentAddedTo)
        events = [each for each in ledger.stream(row.stream) if isinstance(each.data, written)]
        texts = sealed_words.opened(owner.code, events, language)
        accounts = [texts[str(each.data.account.ref)] for each in events if each.data.account is not None]
        if accounts:
            yield {"block": "quote", "text": f"{row.number}: " + " / ".join(accounts)}


def _say(text: Text, language: str, **values: object) -> str:
    said = text.in_language(language)
    return said.format(**values) if values else said


def _moment(at: datetime, zone: ZoneInfo) -> str:
    return f"{at.astimezone(zone):%d/%m/%Y %H:%M}"
