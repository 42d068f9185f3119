"""The page of a sealed reason: what it says or who erased it, and the form by which those who answer for personal data
erase it. Proved by ``tests/admin/test_erasing_reasons.py``.
"""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.access import reads
from casino.console.theme import Textarea
from casino.core.errors import Problem
from casino.core.posts import role_words
from casino.ledger.models import Property
from games import words
from games.admin.on_duty import TableForm, acting_person, named
from games.commands import erasing_reasons, reasons
from games.commands.execution import LONGEST
from games.rows.models import Round

READERS: Final = dict.fromkeys(("round", "audit", "ask"), "games.view_round") | {"device": "games.view_device"}
"""The permission to read the reasons of streams of a kind. Higher rooms say theirs (:func:`readable_by`)."""


def readable_by(kind: str, permission: str) -> None:
    """Whoever has this permission reads the reasons of streams of this kind."""
    READERS[kind] = permission


class EraseForm(TableForm):
    """On which ground. The word typed is asked since nothing brings the reason back."""

    ground = forms.CharField(
        label=gettext_lazy("Legal ground"),
        max_length=LONGEST,
        widget=Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("The law or the order by its number. It is kept sealed with your name; name nobody."),
    )
    sure = forms.BooleanField(label=gettext_lazy("I know that nothing brings the words back"))


def reason_view(request: HttpRequest, property_code: str, position: int) -> HttpResponse:
    """Read it, or who erased it; erase it."""
    owner = get_object_or_404(Property, code=property_code)
    try:
        event, kept = erasing_reasons.event_at(owner.code, position)
    except Problem:
        raise Http404 from None
    permission = READERS.get(event.stream.partition("/")[0])
    if permission is None or not request.user.has_perm(permission):
        raise PermissionDenied
    language = get_language() or "vi"
    person = acting_person(request, owner.code, None)
    may = erasing_reasons.may_erase(person)
    form = EraseForm(erasing_reasons.EraseReason, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        if person is None or not may:
            raise PermissionDenied
        status = 422
        if form.is_valid():
            try:
                form.give(erasing_reasons.At(owner.code, position), person)
            except Problem as problem:
                form.add_error(None, problem.in_language(language))
                status = 409 if problem.status == 409 else 422
            else:
                messages.success(request, _("The reason was erased; the record stays as it was."))
                return HttpResponseRedirect(request.path)
    erased = erasing_reasons.erased(owner.code, kept, language)
    if erased is None:
        reads.reason(request, owner, f"{event.stream} {position}")
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("The reason of a fact"),
        "zone": owner.zone,
        "label": words.event_label(event.type),
        "event": event,
        "place": event.stream.partition("/")[2].replace("/", " · "),
        "back": _back(owner, event.stream),
        "text": reasons.texts(owner.code, [kept], language)[kept.ref],
        "digest": kept.digest,
        "erased": erased,
        "eraser": "" if erased is None else _person(erased, language),
        "form": form if may and erased is None else None,
        "person": "" if person is None else named(person),
    }
    return TemplateResponse(request, "games/reason/page.html", context, status=status)


def _person(erased: erasing_reasons.Erased, language: str) -> str:
    by = erased.fact.erased_by
    return f"{role_words(by.post).in_language(language)} {by.staff}"


def _back(owner: Property, stream: str) -> str:
    """The round that it is about, where it is one."""
    rest = stream.partition("/")[2]
    row = Round.objects.filter(property=owner, stream=f"round/{rest}").first() if "/" in rest else None
    return "" if row is None else reverse("admin:games_round_change", args=[row.pk])
