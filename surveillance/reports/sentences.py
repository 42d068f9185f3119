"""Reports in sentences: what one is of, what an event of it says. Nothing sealed is told here.

Proved by ``tests/words/test_words.py`` and ``tests/surveillance/reports/test_selection.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime, tzinfo
from typing import Any, Final

from django.utils.translation import override

from casino import navigation
from casino.core.posts import role_words
from casino.core.text import Text
from games.catalogue import GAMES
from games.engine.sentences import join, say
from surveillance.reports import facts as f
from surveillance.reports.selection import ABOUT, Selection


def _page(name: str) -> Text:
    """A page by the title of its list in the side bar; an address of the API, or a page without one, by its name."""
    room, _colon, rest = name.partition(":")
    listed = f"{room}:{rest.removesuffix('_change')}_changelist" if rest.endswith("_change") else name

    def titled(language: str) -> str:
        with override(language):
            return navigation.title_of(listed)

    if title := titled("en"):
        return Text(titled("vi"), title)
    called = rest.replace("_", " ").replace("-", " ")
    return Text(called, called) if room == "admin" else Text(f"API {called}", f"API {called}")


EVERY: Final = {"day": Text("mỗi ngày chơi", "each gaming day"), "month": Text("mỗi tháng", "each month")}
WHAT: Final = {
    "bundle": Text("gói kiểm chứng", "bundle"),
    "paper-vi": Text("báo cáo tiếng Việt (PDF)", "report in Vietnamese (PDF)"),
    "paper-en": Text("báo cáo tiếng Anh (PDF)", "report in English (PDF)"),
}
PAPERS: Final = {
    "vi": Text("PDF chỉ tiếng Việt", "PDF in Vietnamese alone"),
    "en": Text("PDF chỉ tiếng Anh", "PDF in English alone"),
    "none": Text("không có PDF", "no PDF"),
}


def of(selection: Selection, zone: tzinfo | None = None) -> Text:
    """What a report is of, in a line."""
    said = ABOUT[selection.about]
    parts = [Text(f"{said.vi}:", f"{said.en}:")]
    named = [value for name in ("round", "case", "table", "shoe", "player", "finding", "clause")
             if (value := getattr(selection, name)) is not None]  # fmt: skip
    parts += [Text(value.removeprefix("round/"), value.removeprefix("round/")) for value in named]
    if selection.begins_at is not None and selection.ends_at is not None:
        parts.append(_between(_moment(selection.begins_at, zone), _moment(selection.ends_at, zone)))
    if selection.from_day is not None and selection.from_day == selection.to_day:
        parts.append(Text(_day(selection.from_day), _day(selection.from_day)))
    elif selection.from_day is not None and selection.to_day is not None:
        parts.append(_between(_day(selection.from_day), _day(selection.to_day)))
    elif selection.from_day is not None:
        parts.append(say("từ {day}", "from {day}", day=_day(selection.from_day)))
    elif selection.to_day is not None:
        parts.append(say("đến {day}", "to {day}", day=_day(selection.to_day)))
    if selection.games:
        parts.append(games(selection.games))
    if selection.tables:
        listed = ", ".join(selection.tables)
        parts.append(say("bàn {tables}", "tables {tables}", tables=listed))
    if selection.papers is not None:
        parts.append(PAPERS[selection.papers])
    if selection.clips:
        parts.append(Text("kèm đoạn phim niêm phong", "with sealed clips"))
    return Text(
        " · ".join(p.vi for p in parts).replace(": · ", ": "), " · ".join(p.en for p in parts).replace(": · ", ": ")
    )


def games(codes: Iterable[str]) -> Text:
    """Games by their names."""
    found = [GAMES[code].words.name if code in GAMES else Text(code, code) for code in codes]
    return Text(", ".join(each.vi for each in found), ", ".join(each.en for each in found))


def _between(first: str, last: str) -> Text:
    return Text(f"{first} – {last}", f"{first} – {last}")


def _day(day: date) -> str:
    return f"{day:%d/%m/%Y}"


def _moment(moment: datetime, zone: tzinfo | None) -> str:
    return f"{moment.astimezone(zone):%d/%m/%Y %H:%M}"


def _by(by: f.By | None) -> Text:
    if by is None:
        return Text("", "")
    return say("Do {who}, {role}.", "By {who}, {role}.", who=by.staff, role=role_words(by.role))


def told(fact: Any, _currency: str = "") -> Text:
    """What an event says."""
    parts: list[Text] = []
    if isinstance(fact, f.ReportRequested):
        said = of(fact.selection)
        parts += [
            Text(f"{said.vi}.", f"{said.en}."),
            say("Sổ ở vị trí {n}.", "The log at position {n}.", n=str(fact.position)),
        ]
    elif isinstance(fact, f.ReportFinished):
        parts.append(say("{r} ván, {e} sự kiện, SHA-256 {d}.", "{r} rounds, {e} events, SHA-256 {d}.",
                         r=str(fact.rounds), e=str(fact.events), d=fact.sha256))  # fmt: skip
    elif isinstance(fact, f.ReportDownloaded):
        what = WHAT[fact.what]
        parts.append(Text(f"{what.vi[:1].upper()}{what.vi[1:]}.", f"{what.en[:1].upper()}{what.en[1:]}."))
    elif isinstance(fact, f.ReportFailed):
        parts.append(say("Lỗi {code}.", "Error {code}.", code=fact.code))
    elif isinstance(fact, f.ReportDeleted) and fact.rule == "erased":
        parts.append(Text("Một văn bản trong đó đã bị xóa.", "A text in it was erased."))
    elif isinstance(fact, f.ReportDeleted) and fact.rule == "term_ended":
        parts.append(
            Text("Một phim có đoạn trích trong đó đã hết hạn lưu.", "The term of a film ended of which it held a clip.")
        )
    elif isinstance(fact, f.PlanMade):
        every = EVERY[fact.every]
        parts.append(Text(f"{every.vi[:1].upper()}{every.vi[1:]}.", f"{every.en[:1].upper()}{every.en[1:]}."))
    elif isinstance(fact, f.Looked):
        parts.append(
            say("{page}{about}.", "{page}{about}.", page=_page(fact.page), about=f" {fact.about or ''}".rstrip())
        )
    elif isinstance(fact, f.TokenMade | f.TokenEnded):
        parts.append(say("Mã {token}.", "Token {token}.", token=fact.token))
    parts.append(_by(getattr(fact, "by", None)))
    return join(*parts)


def tellers() -> dict[str, Callable[[Any, str], Text]]:
    """Type name without its version -> how it is told."""
    return dict.fromkeys(f.LABELS, told)
