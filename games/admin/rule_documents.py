"""The rule documents in force at a property: since when, by whom, and what the program brings besides.

Whoever sees rounds reads it. A director of table games or above asks here that a document be put in force; another
confirms it among what waits for a second person. Proved by ``tests/admin/test_rule_documents.py``.
"""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.core.errors import Problem
from casino.core.posts import Post, at_least
from casino.ledger.models import Property
from games.admin.on_duty import TableForm, acting_person, named
from games.admin.waiting import another_person, place_of
from games.catalogue import GAMES, all_books, texts
from games.commands import approvals
from games.engine import rules
from games.engine.document import RuleBook
from games.judgement.study_fields import Field
from games.rows import rule_choices, rulebooks
from games.rows.models import Waiting, WaitingKind, WaitingState
from games.words import shared, study_words
from games.words.clauses import document_words

PERMISSION: Final = "games.view_round"
"""Who reads the rounds reads by what they are judged."""


class PutInForceForm(TableForm):
    """What is asked for; the moment is by the clock of the property."""

    document = forms.ChoiceField(label=gettext_lazy("Rule document"), widget=forms.HiddenInput)
    effective_from = forms.DateTimeField(
        label=gettext_lazy("In force from"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "class": "tp-input"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy(
            "Empty: once it is confirmed; the first document of a game, since its own day. Never before that day."
        ),
    )
    approval = forms.RegexField(
        rules.APPROVAL_WRITTEN,
        label=gettext_lazy("Number of the regulator's approval"),
        required=False,
        widget=forms.TextInput(attrs={"class": "tp-input", "autocomplete": "off"}),
        help_text=gettext_lazy("Where a choice is read otherwise than by the letter of the document."),
    )

    def __init__(self, document: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(approvals.AskPutInForce, *args, **kwargs)
        language = get_language() or "vi"
        field = self.fields["document"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(book.id, document_words(book).in_language(language)) for book in all_books()]
        self.text = texts().get(document, "")
        asked = rule_choices.asked_for(self.text)
        for each in asked:
            self.fields[each.place] = _choice_field(rules.read(self.text), each, language)
        self.order_fields(["document", "effective_from", *(each.place for each in asked), "approval", "reason"])

    def clean(self) -> dict[str, Any]:
        """With ``choices`` by place."""
        cleaned = super().clean() or {}
        try:
            cleaned["choices"] = rule_choices.typed(self.text, cleaned)
        except Problem as problem:
            self.blame(problem)
        return cleaned


def _choice_field(book: RuleBook, asked: Field, language: str) -> forms.Field:
    """A choice to be made: nothing stands in it beforehand."""
    label = capfirst(study_words.label(book.game, asked).in_language(language))
    about = "" if asked.about is None else asked.about.in_language(language)
    attrs = {"class": "tp-input", "autocomplete": "off"}
    if not asked.options:
        return forms.CharField(label=label, help_text=about, widget=forms.TextInput(attrs=attrs))
    letter = book.choices[asked.place.split(".")[1]].letter
    offered = [("", _("choose"))]
    for value in asked.options:
        said = study_words.reading(book.game, value).in_language(language)
        offered.append((value, _("%(reading)s (the letter)") % {"reading": said} if value == letter else said))
    return forms.ChoiceField(label=label, help_text=about, choices=offered, widget=forms.Select(attrs=attrs))


def rules_view(request: HttpRequest) -> HttpResponse:
    """What is in force, game by game; and the form, for whoever may ask."""
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    owner = _asked(request)
    person = acting_person(request, owner.code, None)
    may_ask = person is not None and at_least(Post(person.post), rulebooks.LOWEST)
    form = None
    status = 200
    if request.method == "POST":
        if person is None or not may_ask:
            raise PermissionDenied
        with timezone.override(owner.zone):
            form = PutInForceForm(request.POST.get("document", ""), request.POST)
            if form.carry_out(owner.code, person) == 302:
                messages.success(request, _("It waits for a second person; until then nothing changes."))
                return HttpResponseRedirect(f"{reverse('admin:games_rules')}?property={owner.code}")
        status = 422
    elif may_ask and (document := request.GET.get("document", "")) in texts():
        form = PutInForceForm(document, initial={"document": document})
    language = get_language() or "vi"
    waits = Waiting.objects.filter(property=owner, kind=WaitingKind.PUT_IN_FORCE, state=WaitingState.WAITING)
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Rule documents in force"),
        "owner": owner,
        "properties": list(Property.objects.order_by("code")),
        "zone": owner.zone,
        "games": _games(owner.code, language),
        "unused": [document_words(book) for book in rulebooks.unused(owner.code)],
        "waits": [(row, place_of(row)) for row in waits],
        "form": form,
        "form_document": "" if form is None or not form.text else document_words(rules.read(form.text)),
        "offered": [(book.id, document_words(book)) for book in all_books()] if may_ask else [],
        "confirms": another_person(rulebooks.LOWEST, language),
    }
    return TemplateResponse(request, "games/rules/page.html", context, status=status)


def _asked(request: HttpRequest) -> Property:
    code = request.GET.get("property", "")
    found = Property.objects.order_by("code")
    owner = (found.filter(code=code) if code else found).first()
    if owner is None:
        raise Http404
    return owner


def _games(property_code: str, language: str) -> list[dict[str, Any]]:
    """Each game with what was put in force for it, the newest first; without any, what the program brings."""
    events = rulebooks.recorded(property_code)
    return [
        {
            "name": shared.GAMES[game],
            "recorded": [
                {
                    "document": document_words(rules.read(event.data.text)),
                    "sha256": event.data.sha256,
                    "from": event.data.effective_from,
                    "position": event.position,
                    "asked_by": named(event.data.asked_by),
                    "confirmed_by": named(event.data.confirmed_by),
                    "approval": event.data.approval,
                    "choices": rule_choices.told(event.data.text),
                }
                for event in reversed(events)
                if rulebooks.rules_game(event) == game
            ],
            "brought": [document_words(book) for book in all_books() if book.game == game],
        }
        for game in GAMES
    ]
