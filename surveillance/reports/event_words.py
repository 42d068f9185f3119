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
from casino.core.text import Text, shaped
from games.engine.sentences import join
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
    return Text(called, called) if room == "admin" else _WORDS.text("api-called", called=called)


WHAT: Final = _WORDS.table("what")


def file_name(what: str) -> Text:
    """What people call a file of a report."""
    if what == keeping.BUNDLE:
        return WHAT[what]
    language, part = keeping.part_of(what)
    return WHAT[language] if part == 1 else _WORDS.text("paper-part-n", paper=WHAT[language], n=part)


def _by(by: f.By | None) -> Text:
    if by is None:
        return Text("", "")
    return _WORDS.text("by-who-role", who=by.staff, role=role_words(by.role))


def told(fact: Any, _currency: str = "") -> Text:
    """What an event says."""
    parts: list[Text] = []
    if isinstance(fact, f.ReportRequested):
        said = in_words(fact.selection)
        parts += [
            shaped("{said}.", said=said),
            _WORDS.text("the-log-at-position-n", n=str(fact.position)),
        ]
    elif isinstance(fact, f.ReportFinished):
        parts.append(_WORDS.text("r-rounds-e-events-sha",
                         r=str(fact.rounds), e=str(fact.events), d=fact.sha256))  # fmt: skip
    elif isinstance(fact, f.ReportDownloaded):
        what = file_name(fact.what)
        parts.append(what.capital().turned("{}.".format))
    elif isinstance(fact, f.ReportFailed):
        parts.append(_WORDS.text("error-code", code=fact.code))
    elif isinstance(fact, f.ReportDeleted) and fact.rule == "erased":
        parts.append(_WORDS.text("a-text-in-it-was"))
    elif isinstance(fact, f.ReportDeleted) and fact.rule == "term_ended":
        parts.append(_WORDS.text("the-term-of-a-film"))
    elif isinstance(fact, f.PlanMade):
        every = f.EVERY[fact.every]
        parts.append(every.capital().turned("{}.".format))
    elif isinstance(fact, f.Looked):
        parts.append(shaped("{page}{about}.", page=_page(fact.page), about=f" {fact.about or ''}".rstrip()))
    elif isinstance(fact, f.TokenMade | f.TokenEnded):
        parts.append(_WORDS.text("token-token", token=fact.token))
    parts.append(_by(getattr(fact, "by", None)))
    return join(*parts)


def tellers() -> dict[str, Callable[[Any, str], Text]]:
    """Type name without its version -> how it is told."""
    return dict.fromkeys(f.LABELS, told)
