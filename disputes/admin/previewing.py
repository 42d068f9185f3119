"""The letter that a player will read, on the page on which it is decided or issued: what of it was typed or ticked just
now is marked, what stays in the house is named beside it, and whether the reasons stand in the letter's language.

The letter is composed as an issued one is (``disputes.papers.preview``) and shown in the page, on a phone too; the same
as PDF is a link. Which player's and in which language stands in the address as codes. Proved by
``tests/disputes/admin/doing/test_previewing.py``.
"""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from django import forms
from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.commands.fields import capital, unsaid
from casino.core.messages import Catalogue
from casino.core.text import Text
from disputes.admin.bench import Bench
from disputes.admin.downloads import handed_out
from disputes.admin.forms import OWN, CaseForm
from disputes.admin.picking import only_looks
from disputes.case.commands import Command, IssuePaper
from disputes.case.state import Case
from disputes.papers import data as d
from disputes.papers.letter import letter
from disputes.papers.preview import PREVIEWED, pages, preview, written_in
from disputes.papers.writer import MissingPart
from disputes.reads import log
from disputes.reads.models import ReadKind

_WORDS: Final = Catalogue(__file__)

LETTER: Final = "letter"
"""In the address: whose letter, in which language: ``en.P2``."""
PDF: Final = "pdf"
ASKED: Final = re.compile(r"(vi|en)(?:\.(P[0-9]{1,6}))?")
LANGUAGES: Final = _WORDS.table("languages")
OF_REASONS: Final = ("decision", "complaint_decision")
"""Papers that print the reasons of a decision."""


class Choice(msgspec.Struct, frozen=True):
    """A letter that can be looked at: what it is called, where, and whether it is the one shown."""

    name: str
    address: str
    chosen: bool


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """A letter on the page. ``other`` is the language in which its reasons stand where that is not the letter's;
    ``only`` that of the reasons where there is only one; ``told`` the language in which the player was told of the term
    (8.3), if that is a language without reasons. ``second``: whoever reads it signs it as the second."""

    paper: dict[str, Any]
    language: str
    choices: list[Choice]
    pdf: str
    other: Text | None
    only: Text | None
    told: Text | None
    second: bool
    stays: list[tuple[str, int]]


def shown(doing: Any, command: Command) -> Preview | None:
    """The letter that the address asks for; None for a command without one, and where nothing can be written yet."""
    data = composed(doing, command)
    if data is None:
        return None
    try:
        paper = letter(data)
    except MissingPart:
        return None
    case = doing.bench.current
    made = written_in(data)
    reasons = languages(command, case)
    told = told_in(case)
    lacks = bool(reasons) and told is not None and told not in reasons
    return Preview(
        paper=paper,
        language=data.language,
        choices=_choices(doing, data, command),
        pdf=_address(doing, f"{data.language}.{_party(doing, command)}", pdf=True),
        other=LANGUAGES[made] if made is not None and made != data.language else None,
        only=LANGUAGES[next(iter(reasons))] if len(reasons) == 1 else None,
        told=LANGUAGES[told] if lacks and told is not None else None,
        second=doing.code == "confirm",
        stays=stays(case),
    )


def composed(doing: Any, command: Command) -> d.PaperData | None:
    """The data of the letter, or None."""
    bench: Bench = doing.bench
    person = bench.actor.person
    if doing.code not in PREVIEWED or person is None or not bench.current.players:
        return None
    language: Any = _language(doing)
    try:
        found = preview(
            bench.owner,
            bench.row.number,
            command,
            bench.context,
            language,
            _party(doing, command),
            now=doing.now,
            by=person,
        )
    except MissingPart:
        return None
    log.note(doing.request, bench.owner, ReadKind.CASE, bench.row.number)
    return found


def as_pdf(doing: Any, command: Command) -> HttpResponse | None:
    """The letter as it would be printed, where the address asks for that."""
    if PDF not in doing.request.GET:
        return None
    data = composed(doing, command)
    if data is None:
        return None
    try:
        content = pages(data)
    except MissingPart:
        return None
    name = f"{doing.bench.row.number}-{data.kind}-{data.language}-preview.pdf"
    return handed_out(content, "application/pdf", content_disposition_header(as_attachment=False, filename=name))


def languages(command: Command, case: Case) -> set[str]:
    """The languages in which the reasons stand: of the decision being made, else of the one in question."""
    found: Any = command if hasattr(command, "reasons") else None
    if found is None and (not isinstance(command, IssuePaper) or command.kind in OF_REASONS):
        found = case.decision.fact if case.decision is not None else None
    if found is None:
        return set()
    return {found.reasons_language or "vi"} | ({"en"} if found.reasons_en is not None else set())


def told_in(case: Case) -> str | None:
    """The language in which the player was told how long it takes (8.3)."""
    return getattr(case.promise.fact, "language", None) if case.promise is not None else None


def stays(case: Case) -> list[tuple[str, int]]:
    """What the case holds that no letter prints: kinds, with how many there are."""
    found = [
        (_("Notes"), len(case.notes)),
        (_("Words of statements"), len(case.statements)),
        (_("What the evidence says, and what is noted of it"), len(case.standing_evidence())),
        (_("Why a basis gives nothing, in the words noted"), len(case.nothing)),
        (_("What was asked of Surveillance, and its words"), len(case.footage)),
        (_("Notes beside offers at the table"), sum(kept.fact.note is not None for kept in case.proposals)),
        (_("Why a decision was sent back"), sum(made.refused is not None for made in case.decisions)),
    ]
    return [(name, count) for name, count in found if count]


def _asked(doing: Any) -> re.Match[str] | None:
    return ASKED.fullmatch(doing.request.GET.get(LETTER, ""))


def _language(doing: Any) -> str:
    """The one asked for; else the one in which the player was told of the term."""
    asked = _asked(doing)
    return asked[1] if asked else told_in(doing.bench.current) or "vi"


def _party(doing: Any, command: Command) -> str:
    codes = [party.party for party in doing.bench.current.players]
    if isinstance(command, IssuePaper):
        return command.party or str(codes[0])
    asked = _asked(doing)
    return asked[2] if asked and asked[2] in codes else str(codes[0])


def _choices(doing: Any, data: d.PaperData, command: Command) -> list[Choice]:
    """Each player's letter in each language; of a paper that is issued, the one that the form says."""
    if isinstance(command, IssuePaper):
        return []
    party = _party(doing, command)
    players = doing.bench.parties("player")
    found = []
    for code, name in players:
        for language, spoken in LANGUAGES.items():
            called = capital(spoken) if len(players) == 1 else f"{name} · {capital(spoken)}"
            chosen = (code, language) == (party, data.language)
            found.append(Choice(called, _address(doing, f"{language}.{code}"), chosen))
    return found


def _address(doing: Any, which: str, *, pdf: bool = False) -> str:
    kept = {name: value for name, value in doing.request.GET.items() if name not in (LETTER, PDF)}
    more = {PDF: "1"} if pdf else {}
    return f"{doing.request.path}?{urlencode({**kept, LETTER: which, **more})}" + ("" if pdf else "#letter")


@OWN.register("issue_paper")
class IssuePaperForm(CaseForm):
    """A paper whose reasons stand in another language is issued only by whoever has read that they do."""

    template = "disputes/do/issue.html"

    as_written = forms.BooleanField(
        label=gettext_lazy("Issue it all the same: the reasons stand in the other language"), required=False
    )

    def offer(self) -> None:
        unsaid(self.fields["as_written"])
        self.initial["language"] = told_in(self.bench.case) or self.initial.get("language")
        self.asks_as_written = False

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        kind, language = data.get("kind"), data.get("language")
        if kind in OF_REASONS and language:
            stand = languages(IssuePaper(kind=kind, language=language), self.bench.case)
            self.asks_as_written = bool(stand) and language not in stand
        if self.asks_as_written and not data.get("as_written") and not only_looks(self.data):
            self.add_error("as_written", _("The reasons do not stand in the language of this paper. It would say so."))
        return data
