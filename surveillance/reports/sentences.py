"""Reports in sentences: what one is of, what an event of it says. Nothing sealed is told here.

Proved by ``tests/words/test_words.py`` and ``tests/surveillance/bundle/test_selection.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import override

from casino.console import navigation
from casino.core.messages import Catalogue
from casino.core.posts import role_words
from casino.core.text import Text
from games.engine.sentences import join, say
from surveillance.bundle.selection import in_words
from surveillance.reports import facts as f
from surveillance.reports import keeping

_WORDS: Final = Catalogue(__file__)


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


EVERY: Final = _WORDS.table("every")
WHAT: Final = _WORDS.table("what")


def file_name(what: str) -> Text:
    """What people call a file of a report."""
    if what == keeping.BUNDLE:
        return WHAT[what]
    language, part = keeping.part_of(what)
    return WHAT[language] if part == 1 else say("{paper}, phần {n}", "{paper}, part {n}", paper=WHAT[language], n=part)


def _by(by: f.By | None) -> Text:
    if by is None:
        return Text("", "")
    return say("Do {who}, {role}.", "By {who}, {role}.", who=by.staff, role=role_words(by.role))


def told(fact: Any, _currency: str = "") -> Text:
    """What an event says."""
    parts: list[Text] = []
    if isinstance(fact, f.ReportRequested):
        said = in_words(fact.selection)
        parts += [
            Text(f"{said.vi}.", f"{said.en}."),
            say("Sổ ở vị trí {n}.", "The log at position {n}.", n=str(fact.position)),
        ]
    elif isinstance(fact, f.ReportFinished):
        parts.append(say("{r} ván, {e} sự kiện, SHA-256 {d}.", "{r} rounds, {e} events, SHA-256 {d}.",
                         r=str(fact.rounds), e=str(fact.events), d=fact.sha256))  # fmt: skip
    elif isinstance(fact, f.ReportDownloaded):
        what = file_name(fact.what)
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
