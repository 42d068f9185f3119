"""What a person says about a round on its page: a correction of a fact, a ruling. First the form, then what it would
come to, then the record.

Before anything is recorded the page shows both settlements side by side, and only what was shown can be confirmed. The
commands are those of ``games.commands.correcting``. Proved by ``tests/admin/test_desk_forms.py`` and
``tests/journeys``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.access import reads
from casino.clock import now as clock
from casino.commands.fields import said
from casino.core.errors import Problem
from casino.core.events import RecordedEvent, plain
from casino.core.posts import Post
from casino.ledger.application import get_ledger
from games.admin.alike import alike, decides_the_round
from games.admin.fact_fields import FactForm, short
from games.admin.on_duty import TableForm, acting_person, named
from games.admin.waiting import another_person
from games.commands import approvals, correcting, reasons, rulings
from games.commands.execution import Place, reason_given
from games.commands.step import TABLES
from games.engine.facts import FactCorrected, Person, RulingMade
from games.pages import supposed, timeline
from games.pages.round import RoundPage, load
from games.rows import at_stake, on_duty
from games.rows.models import Round
from games.rows.replay import NoSuchRound
from games.rows.whatif import WhatIf
from games.words import shared

OTHER: Final = "other"
BACK: Final = "back"
"""In an address: the page from which somebody came and to which they go back."""


class CorrectionForm(TableForm):
    """Why, and whether the fact happened at all."""

    dropped = forms.BooleanField(
        label=gettext_lazy("It did not happen at all"),
        required=False,
        help_text=gettext_lazy("Then the fields of the fact do not count."),
    )


class RulingForm(TableForm):
    """Which clause, what was decided, for which bets, why."""

    clause = forms.ChoiceField(label=gettext_lazy("Clause"), widget=forms.Select(attrs={"class": "tp-input"}))
    choice = forms.ChoiceField(label=gettext_lazy("Decision"), widget=forms.Select(attrs={"class": "tp-input"}))
    other = forms.RegexField(
        r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}\Z",
        label=gettext_lazy("Another decision"),
        required=False,
        widget=forms.TextInput(attrs={"class": "tp-input", "autocomplete": "off"}),
        help_text=gettext_lazy("A code, only where the decision is not in the list: letters, digits and . _ : -"),
    )
    bets = forms.MultipleChoiceField(
        label=gettext_lazy("Bets"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("None chosen: the decision is for the whole round."),
    )
    also = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("What waits there for the same clause is decided alike, each by a ruling of its own."),
    )

    def __init__(self, page: RoundPage, person: Person, *args: Any, every: bool = False, **kwargs: Any) -> None:
        super().__init__(rulings.RecordRuling, *args, **kwargs)
        clauses = _clauses(page, person, every=every or self.is_bound)
        self.fewer = clauses != _clauses(page, person, every=True)
        """Whether other clauses of the document are left out."""
        self._begin(page, clauses)
        offered: dict[str, list[Any]] = {
            "clause": clauses,
            "choice": _choices(page),
            "bets": [(row.bet, f"{row.bet} – {said(row.place.spot)}, {row.place.player}") for row in page.bets],
        }
        for name, choices in offered.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices
        clause = self.data.get("clause") if self.is_bound else self.initial.get("clause")
        self.alike = {each.value: each for each in alike(page.replay, page.row, clause or "")}
        if not self.alike:
            del self.fields["also"]
            return
        also, shoe = self.fields["also"], page.replay.terms.shoe
        assert isinstance(also, forms.ChoiceField)
        also.choices = [(each.value, each.named) for each in self.alike.values()]
        also.label = (
            _("Other rounds of the table on this gaming day")
            if shoe is None
            else _("Other rounds dealt from shoe %(shoe)s") % {"shoe": shoe}
        )

    def _begin(self, page: RoundPage, clauses: list[Any]) -> None:
        """Begin with the clause asked for, or the first that something waits for, and with the bets that it decides
        ticked: all of them is what a ruling is mostly about. None where it decides the round."""
        waits = {clause.number for row in page.bets for clause in row.decided_by}
        asked = self.initial.get("clause")
        first = asked if asked in waits else next((n for n, _name in clauses if n in waits), None)
        if self.fewer and first is not None:
            self.initial["clause"] = first
            about = [row.bet for row in page.bets if any(clause.number == first for clause in row.decided_by)]
            self.initial.setdefault("bets", [] if decides_the_round(page.replay, first) else about)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("choice") == OTHER and not data.get("other") and "other" not in self.errors:
            self.add_error("other", _("Write the decision."))
        return data

    @property
    def decided(self) -> str:
        chosen: str = self.cleaned_data["choice"]
        return str(self.cleaned_data["other"]) if chosen == OTHER else chosen

    @property
    def in_words(self) -> str:
        """The decision in words, as the list had it."""
        field = self.fields["choice"]
        assert isinstance(field, forms.ChoiceField)
        listed = {str(code): str(words) for code, words in field.choices if code != OTHER}  # type: ignore[misc, union-attr]
        return listed.get(self.decided) or said(shared.choice(self.decided))


def _clauses(page: RoundPage, person: Person, *, every: bool) -> list[Any]:
    """The clauses that can decide something of the round now; ``every``: then all others of the document as well. Of
    both those under which this person may decide. Where nothing waits, all of them."""
    book = page.replay.book
    waiting = {
        clause.number: said(clause.text)
        for row in page.bets
        for clause in row.decided_by
        if on_duty.may_rule_under(person, book, clause.number)
    }
    if waiting and not every:
        return [(number, f"{number} – {short(text)}") for number, text in waiting.items()]
    rest = {
        number: said(clause.text)
        for number, clause in (book.clauses if book else {}).items()
        if on_duty.may_rule_under(person, book, number)
    }
    groups = [
        (_("Waiting for a decision"), waiting),
        (_("Other clauses"), {number: text for number, text in rest.items() if number not in waiting}),
    ]
    return [(name, [(n, f"{n} – {short(text)}") for n, text in group.items()]) for name, group in groups if group]


def _choices(page: RoundPage) -> list[tuple[str, str]]:
    """The decisions that the waiting bets offer, then those that documents know."""
    offered = {
        option.decision: said(shown_option.decision)
        for result in page.replay.judgement.results
        for shown in page.bets
        if shown.bet == result.bet
        for option, shown_option in zip(result.alternatives, shown.options, strict=True)
    }
    known = {code: said(text) for code, text in shared.choices_of(page.replay.state.game).items()}
    return [*({**offered, **known}).items(), (OTHER, _("another decision…"))]


def correct_view(request: HttpRequest, row: Round, version: int) -> HttpResponse:
    """Correct a fact of a round."""
    person = acting_person(request, row.property.code, row.table)
    if person is None or not may_correct(person):
        raise PermissionDenied
    recorded = get_ledger(row.property.code).stream(row.stream)
    original = next((event for event in recorded if event.version == version), None)
    if original is None or isinstance(original.data, FactCorrected):
        raise Http404
    held = correcting.held_data(original, recorded)
    asked = request.POST if request.method == "POST" else None
    first = {"seen_version": recorded[-1].version}
    form = CorrectionForm(approvals.AskCorrection, asked, initial=first)
    context = _context(request, row, person, _("Correct a fact"))
    book = context["page"].replay.book
    fact_form = FactForm(type(original.data), held or plain(original.data), book, asked, prefix="fact", label_suffix="")
    _read(request, row, context["page"])
    context |= {"form": form, "fact_form": fact_form, "fact": _fact_row(original, recorded, row, context["page"])}
    context["held_not_to_have_happened"] = held is None
    context["confirms"] = another_person(correcting.authorising(original), get_language() or "vi")
    if asked is None:
        return TemplateResponse(request, "games/round/correct.html", context)
    dropped = bool(form.is_valid() and form.cleaned_data["dropped"])
    if not form.is_valid() or not (dropped or fact_form.is_valid()):
        return TemplateResponse(request, "games/round/correct.html", context, status=422)
    after = None if dropped else fact_form.composed
    return _correct(request, row, original, held, after, form, context)


def _correct(
    request: HttpRequest,
    row: Round,
    original: RecordedEvent,
    held: dict[str, Any] | None,
    after: dict[str, Any] | None,
    form: CorrectionForm,
    context: dict[str, Any],
) -> HttpResponse:
    """Show what the correction comes to; record it once that was confirmed."""
    person = context["acting"]
    said_so = form.cleaned_data
    shown = _mark([original.version, after])
    try:
        if request.POST.get("confirmed") == shown:
            form.give(Place(row.property.code, row.stream), person, target=original.id, after=after)
            messages.success(
                request, _("The correction is asked for. It has no effect until a second person confirms.")
            )
            return _back(row, original.version)
        _as_seen(row, said_so["seen_version"])
        if after == held:
            raise Problem("correction_changes_nothing", "after")
        fact = FactCorrected(
            target=original.id,
            before=held,
            after=after,
            corrected_by=person,
            authorised_by=person,  # as if: nothing of this is recorded
            reason=at_stake.NOT_YET,
        )
        seen = [at_stake.tried(row.property.code, row.stream, fact, clock())]
        context["compared"] = _would_be(form, row, seen, context["page"])
    except Problem as found:
        problem = _first(found, row, said_so["seen_version"])
        form.blame(problem)
        context["changed"] = problem.code == "round_changed"
        return TemplateResponse(request, "games/round/correct.html", context, status=_status(problem))
    context["confirm"] = shown
    context["differences"] = timeline.differences(
        held, after, row.game, context["page"].currency, context["page"].replay.book
    )
    return TemplateResponse(request, "games/round/correct.html", context)


def rule_view(request: HttpRequest, row: Round) -> HttpResponse:
    """Record what a post decided."""
    person = acting_person(request, row.property.code, row.table)
    if person is None:
        raise PermissionDenied
    context = _context(request, row, person, _("Record a ruling"))
    page: RoundPage = context["page"]
    if not on_duty.may_rule_at_all(person, page.replay.book):
        raise PermissionDenied
    asked = request.POST if request.method == "POST" else None
    first = {"seen_version": page.last_version, "clause": request.GET.get("clause")}
    form = RulingForm(page, person, asked, initial=first, label_suffix="", every="all" in request.GET)
    back = asked_back(request)
    context |= {"form": form, "back": back}
    if asked is None:
        return TemplateResponse(request, "games/round/rule.html", context)
    if not form.is_valid():
        return TemplateResponse(request, "games/round/rule.html", context, status=422)
    said_so = form.cleaned_data
    ruling = {"clause": said_so["clause"], "choice": form.decided}
    bets, besides = tuple(said_so["bets"]), [form.alike[value] for value in said_so.get("also", ())]
    shown = _mark([*ruling.values(), bets, *(each.value for each in besides)])
    try:
        if request.POST.get("confirmed") == shown:
            first_of_all = rulings.Ruled(stream=row.stream, bets=bets, seen_version=said_so["seen_version"])
            about = rulings.Rulings(row.property.code, [first_of_all, *(each.ruled for each in besides)])
            done = form.give(about, person, **ruling)
            messages.success(request, _("The ruling was recorded as v%(n)s.") % {"n": done.version})
            return HttpResponseRedirect(back) if back else _back(row, done.version)
        _as_seen(row, said_so["seen_version"])
        fact = RulingMade(made_by=person, reason=at_stake.NOT_YET, bets=bets, **ruling)
        others = [(each, msgspec.structs.replace(fact, bets=each.ruled.bets)) for each in besides]
        seen = [at_stake.tried(row.property.code, row.stream, fact, clock())]
        seen += [at_stake.tried(row.property.code, each.ruled.stream, made, clock()) for each, made in others]
        context["compared"] = _would_be(form, row, seen, page)
        context["besides"] = [
            (each.named, supposed.compare(story, page.currency)) for each, story in zip(besides, seen[1:], strict=True)
        ]
    except Problem as problem:
        form.blame(problem)
        context["changed"] = problem.code == "round_changed"
        return TemplateResponse(request, "games/round/rule.html", context, status=_status(problem))
    context["confirm"] = shown
    context["decision"] = form.in_words
    return TemplateResponse(request, "games/round/rule.html", context)


def may_correct(person: Person) -> bool:
    """Whether a person may correct facts at all (with a second person's authority)."""
    return Post(person.post) in TABLES.of(approvals.AskCorrection).posts


def _context(request: HttpRequest, row: Round, person: Person, title: str) -> dict[str, Any]:
    try:
        page = load(row, language=get_language() or "vi")
    except NoSuchRound:
        raise Http404 from None
    return {
        **admin.site.each_context(request),
        "title": title,
        "opts": Round._meta,
        "original": row,
        "page": page,
        "acting": person,
        "person": named(person),
    }


def _read(request: HttpRequest, row: Round, page: RoundPage) -> None:
    """A form beside which the round's reasons stand was looked at."""
    if page.reasoned:
        reads.reason(request, row.property, row.stream)


def _fact_row(original: RecordedEvent, recorded: list[RecordedEvent], row: Round, page: RoundPage) -> timeline.FactRow:
    shown = reasons.opened(row.property.code, recorded, page.language)
    found = timeline.rows(shown, None, row.game, page.currency, page.replay.book)
    return next(fact for fact in found if fact.version == original.version)


def _would_be(form: TableForm, row: Round, seen: Sequence[WhatIf], page: RoundPage) -> supposed.Comparison:
    """Both settlements of the first of the rounds: as it stands, and with the fact in it. Problems of the reason, by
    what all of them move together."""
    above = at_stake.is_above(row.property.code, seen, clock())
    said_so = form.cleaned_data
    reason_given(form.struct, said_so["reason"], above=above, cause=said_so["cause"] or None)
    return supposed.compare(seen[0], page.currency)


def _as_seen(row: Round, seen_version: int) -> None:
    """Tell a person at once that somebody else was faster."""
    now = get_ledger(row.property.code).stream(row.stream)[-1].version
    if now != seen_version:
        raise Problem("round_changed", seen=seen_version, now=now)


def _status(problem: Problem) -> int:
    """A form with faults is 422 whatever the problem would be over the API; only being second is told apart."""
    return 409 if problem.status == 409 else 422


def _first(problem: Problem, row: Round, seen_version: int) -> Problem:
    """A correction that changes nothing because another person has just made it: say that, not the other."""
    if problem.code == "correction_changes_nothing":
        try:
            _as_seen(row, seen_version)
        except Problem as changed:
            return changed
    return problem


def _mark(shown: list[Any]) -> str:
    """What the person was shown, in short: what is confirmed must be that and nothing else."""
    return hashlib.sha256(msgspec.json.encode(shown, order="sorted")).hexdigest()[:32]


def asked_back(request: HttpRequest) -> str:
    """Where the person came from and goes on, if that is a page of this house; else nothing."""
    asked = request.POST.get(BACK) or request.GET.get(BACK) or ""
    return asked if url_has_allowed_host_and_scheme(asked, allowed_hosts=None) else ""


def _back(row: Round, version: int) -> HttpResponse:
    return HttpResponseRedirect(f"{reverse('admin:games_round_change', args=[row.pk])}#v{version}")
