"""The chain of custody in sentences: what each event of a recording says besides its name, in both languages.

Proved by ``tests/surveillance/files/test_pages.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from itertools import pairwise
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.posts import BESIDES
from casino.core.text import Text, shaped
from surveillance.record import facts as f
from surveillance.record.parts import Viewer
from surveillance.rows import sealed_words
from surveillance.rows.choices import HOWS

_WORDS: Final = Catalogue(__file__)

WHYS: Final = _WORDS.table("whys")
SEALS: Final = _WORDS.table("seals")
LEAVING: Final = _WORDS.table("leaving")
FILES: Final = _WORDS.table("files")
NOT_SEALED: Final = _WORDS.text("not-sealed")


def place(ms: int) -> str:
    """A place in a film: 0:01:02.345."""
    seconds, rest = divmod(ms, 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{rest:03d}"


def moment(at: datetime, zone: tzinfo) -> str:
    """21/11/2026 04:14:03 (UTC+07:00)"""
    local = at.astimezone(zone)
    return f"{local:%d/%m/%Y %H:%M:%S} (UTC{local.isoformat()[-6:]})"


def seals(states: list[str]) -> Text:
    """The seals of a file in words, with how many there are."""
    if not states:
        return NOT_SEALED
    worst = next(state for state in ("broken", "unreadable", "intact") if state in states)
    said = SEALS[worst]
    return said if len(states) == 1 else shaped("{said} ({len})", said=said, len=len(states))


def _span(begins: int, ends: int) -> str:
    return f"{place(begins)} – {place(ends)}"


def _because(fact: f.RecordingViewed) -> Text:
    """Why somebody looked, with what it was about where that says more."""
    why = WHYS[fact.why]
    if not fact.subject:
        return why
    about = sealed_words.about(fact.subject)
    if fact.subject.partition("/")[0] == fact.why:
        return about
    return shaped("{why}: {about}", why=why, about=about)


OUTSIDE: Final = _WORDS.text("outside")
EXHIBIT: Final = _WORDS.text("exhibit")
READ: Final = _WORDS.text("read")


def told(fact: Any, arrived: f.RecordingArrived | None, zone: tzinfo = UTC) -> list[Text]:
    """What an event says, in lines; moments in the time zone."""
    if isinstance(fact, f.RecordingArrived):
        return _arrived(fact)
    if isinstance(fact, f.RecordingRead):
        media = fact.media
        length = place(media.duration_ms)
        return [READ.format(codec=media.codec, width=media.width, height=media.height, length=length)]
    if isinstance(fact, f.RecordingTimesRead):
        return [_jump(before, after) for before, after in pairwise(fact.stretches)]
    if isinstance(fact, f.RecordingViewed):
        why, span = _because(fact), _span(fact.from_ms, fact.to_ms)
        looked = _WORDS.text("the-stretch-span-because-of", span=span, why=why)
        return [looked, *_from_outside(fact.viewed_by)]
    if isinstance(fact, f.RecordingHandedOut):
        return _handed(fact, zone)
    if isinstance(fact, f.RecordingPlaced):
        begins = moment(fact.shown_from, zone)
        return [_WORDS.text("camera-camera-begins-begins-by", camera=fact.camera, begins=begins)]
    if isinstance(fact, f.LeaveAsked):
        what, span = LEAVING[fact.what], _span(fact.from_ms, fact.to_ms)
        case = _WORDS.text("in-case", case=fact.case) if fact.case else ""
        return [_WORDS.text("leave", what=what, span=span, case=case)]
    if isinstance(fact, f.RecordingExported):
        asked, cut = _span(fact.asked_from_ms, fact.asked_to_ms), _span(fact.from_ms, fact.to_ms)
        return [_WORDS.text("export-asked-for-asked-cut", export=fact.export, asked=asked, cut=cut, sha256=fact.sha256)]
    if isinstance(fact, f.CopyGiven):
        span = _span(fact.from_ms, fact.to_ms)
        return [
            _WORDS.text(
                "copy-the-stretch-span-masked",
                copy=fact.copy,
                span=span,
                masked_areas=fact.masked_areas,
                sha256=fact.sha256,
            )
        ]
    if isinstance(fact, f.RecordingChecked):
        return _checked(fact, arrived)
    if isinstance(fact, f.FrameMarked):
        at = place(fact.at_ms)
        return [_WORDS.text("frame-at-at-sha-256", frame=fact.frame, at=at, sha256=fact.sha256)]
    if isinstance(fact, f.RecordingDeleted):
        until = moment(fact.kept_until, zone)
        return [_WORDS.text("its-term-ended-until-and", until=until)]
    return []


def _from_outside(viewer: Viewer) -> list[Text]:
    """That film went to somebody who is not of the house, and who they are."""
    role = BESIDES.get(viewer.post)
    return [] if role is None else [OUTSIDE.format(role=role, staff=viewer.staff)]


def _handed(fact: f.RecordingHandedOut, zone: tzinfo) -> list[Text]:
    """Which file, how much of it and which bytes; by what, from where and when."""
    kind, _, code = fact.what.partition("/")
    what = FILES.get(kind, Text(fact.what, fact.what)).format(code=code)
    sent = sum(each.last - each.first + 1 for each in fact.ranges)
    begins, ends = moment(fact.begun_at, zone), moment(fact.ended_at, zone)
    if sent >= fact.size_bytes:
        how_much = _WORDS.text("all-size-bytes-bytes", size_bytes=fact.size_bytes)
    else:
        which = ", ".join(f"{each.first}–{each.last}" for each in fact.ranges)
        how_much = _WORDS.text("sent-of-size-bytes-bytes", sent=sent, size_bytes=fact.size_bytes, which=which)
    lines = [_WORDS.text("handed-out-how-much-of", how_much=how_much, what=what, begins=begins, ends=ends)]
    lines += _from_outside(fact.handed_to)
    if fact.session:
        lines.append(_WORDS.text("session-session", session=fact.session[:8]))
    if fact.link:
        lines.append(_WORDS.text("by-the-signed-link-link", link=fact.link[:8]))
    if fact.address:
        lines.append(_WORDS.text("from-the-address-address", address=fact.address))
    return lines


def _arrived(fact: f.RecordingArrived) -> list[Text]:
    how, sealed = HOWS[fact.how].capital(), seals([each.state for each in fact.seals])
    lines = [
        _WORDS.text(
            "how-name-size-bytes-bytes",
            how=how,
            name=fact.name,
            size_bytes=fact.size_bytes,
            sealed=sealed,
            sha256=fact.sha256,
        )
    ]
    if fact.unplayable is not None:
        lines.append(EXHIBIT.format(why=Text(fact.unplayable.vi, fact.unplayable.en)))
    if fact.media is not None and fact.media.signing_packets:
        lines.append(_WORDS.text("carries-onvif-media-signing-not"))
    if fact.fetched is not None and not fact.fetched.complete:
        missing = fact.fetched.missing_ms
        lines.append(
            _WORDS.text("not-complete-missing-ms-are", missing=missing, lost_packets=fact.fetched.lost_packets)
        )
    return lines


def _jump(before: f.Stretch, after: f.Stretch) -> Text:
    by, at = after.later_ms - before.later_ms, place(after.from_ms)
    if by > 0:
        return _WORDS.text("at-at-the-times-jump", at=at, place=place(by))
    return _WORDS.text("at-at-the-times-go", at=at, place=place(-by))


def _checked(fact: f.RecordingChecked, arrived: f.RecordingArrived | None) -> list[Text]:
    if fact.sha256 is None:
        return [_WORDS.text("not-found")]
    if arrived is not None and fact.sha256 != arrived.sha256:
        return [_WORDS.text("the-bytes-have-changed-sha", sha256=fact.sha256)]
    return [_WORDS.text("unchanged")]
