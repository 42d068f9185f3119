"""The page of a refused message, where it is brought right: sent again, confirmed by a second person, let rest.

Proved by ``tests/admin/test_quarantine_page.py``.
"""

from __future__ import annotations

import json
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.access import reads
from casino.clock import now as clock
from casino.console.theme import Textarea
from casino.core.errors import Problem
from casino.core.messages import Catalogue
from casino.core.posts import Post, at_least
from games import words
from games.admin.filters import said
from games.admin.on_duty import TableForm, acting_person, named
from games.admin.rounds import NUMBER
from games.commands import reasons
from games.commands.step import MANAGERS
from games.engine.facts import Person
from games.facts.quarantine_facts import SendAsked
from games.ingest import put_right
from games.ingest.models import Quarantine
from games.rows import on_duty

_WORDS: Final = Catalogue(__file__)

STATES: Final = _WORDS.table("states")
LARGEST: Final = 64 * 1024


class SendForm(TableForm):
    """The event as it should have come, and what was wrong."""

    event = forms.CharField(
        label=gettext_lazy("The event, corrected"),
        max_length=LARGEST,
        widget=Textarea(attrs={"rows": 14, "class": "tp-input tp-code", "spellcheck": "false"}),
        help_text=gettext_lazy("As the API describes it. The device's running number is left out: it is your word."),
    )
    field_order = ("event", "reason")


def tag(state: str) -> SafeString:
    """What was done about it, as a tag."""
    return format_html('<span class="tp-tag tp-handling-{}">{}</span>', state, said(STATES[state]))


def shown(request: HttpRequest, row: Quarantine) -> dict[str, Any]:
    """What the page says of it: its state, its history, what waits, and what this person may do now."""
    found = put_right.standing(row)
    if row.property is None or not row.is_authenticated:
        return {"state": "", "may_send": False, "may_rest": False}
    code = row.property.code
    if any(getattr(event.data, "sealed_reason", None) for event in found.events):
        reads.reason(request, row.property, put_right.stream_of(row))
    opened = reasons.opened(code, found.events, get_language() or "vi")
    asked = found.ask.data if found.ask is not None else None
    here = acting_person(request, code, row.table or None)
    may = found.state == "open" and here is not None and here.post in MANAGERS
    second = asker = None
    if isinstance(asked, SendAsked):
        table = asked.event.get("table")
        person = acting_person(request, code, table if isinstance(table, str) else None)
        asker = person is not None and person.staff == asked.asked_by.staff
        second = person is not None and not asker and at_least(Post(person.post), Post(asked.lowest))
    return {
        "state": found.state,
        "standing": tag(found.state),
        "steps": [
            {
                "sentence": words.event_sentence(each.type, each.data, row.property.currency, None),
                "reason": getattr(each.data, "reason", None),
                "at": each.recorded_at,
            }
            for each in reversed(opened)
        ],
        "asked": _pretty(asked.event) if isinstance(asked, SendAsked) else None,
        "may_send": may,
        "may_rest": may,
        "may_confirm": second,
        "may_refuse": second or asker,
        "command_id": uuid4(),
    }


def _pretty(event: Any) -> str:
    return json.dumps(event, ensure_ascii=False, indent=2)


def send_view(request: HttpRequest, object_id: str) -> HttpResponse:
    """Send it again, corrected."""
    row = _row(request, object_id)
    form = SendForm(put_right.SendAgain, request.POST or None, initial={"event": _first(row)})
    return _asked(request, row, form, _("Send it again, corrected"), sending=True)


def rest_view(request: HttpRequest, object_id: str) -> HttpResponse:
    """Record nothing in its place, with a reason."""
    row = _row(request, object_id)
    return _asked(
        request, row, TableForm(put_right.LetRest, request.POST or None), _("Mark as dealt with"), sending=False
    )


def answer_view(request: HttpRequest, object_id: str) -> HttpResponse:
    """A second person confirms or refuses what waits."""
    row = _row(request, object_id)
    page = reverse("admin:games_quarantine_change", args=[row.pk])
    if request.method == "POST":
        confirms = request.POST.get("say") == "confirm"
        command = put_right.ConfirmSending() if confirms else put_right.RefuseSending()
        try:
            command_id = forms.UUIDField().clean(request.POST.get("command_id"))
            state = put_right.act(row, command, by=_by(request, row), command_id=command_id, now=clock())
            messages.success(request, said(STATES[state]))
        except forms.ValidationError:
            messages.error(request, said(Problem("bad_request", "command_id").text))
        except Problem as problem:
            messages.error(request, said(problem.text))
    return HttpResponseRedirect(page)


def _asked(request: HttpRequest, row: Quarantine, form: TableForm, title: str, *, sending: bool) -> HttpResponse:
    page = reverse("admin:games_quarantine_change", args=[row.pk])
    person = acting_person(request, row.property.code, row.table or None) if row.property else None
    if person is None or person.post not in MANAGERS:
        raise PermissionDenied
    if request.method == "POST" and form.is_valid():
        try:
            said_so = {"text": form.cleaned_data["event"]} if sending else {}
            command, command_id = form.as_command({**form.values(), **said_so}), form.cleaned_data["command_id"]
            state = put_right.act(row, command, by=_by(request, row), command_id=command_id, now=clock())
        except Problem as problem:
            field = "event" if sending and problem.code != "reason_missing_text" else None
            place = f" ({problem.field})" if problem.field and field else ""
            form.add_error(field, said(problem.text) + place)
        else:
            messages.success(request, said(STATES[state]))
            return HttpResponseRedirect(page)
    context = {
        **admin.site.each_context(request),
        "title": title,
        "row": row,
        "form": form,
        "person": named(person),
        "sending": sending,
        "back": page,
    }
    return TemplateResponse(request, "games/device/put_right.html", context, status=422 if form.errors else 200)


def _by(request: HttpRequest, row: Quarantine) -> put_right.ActsAt:
    """Who acts at a table. Problems forbidden, not_posted_here."""
    assert row.property is not None
    code = row.property.code

    def acts(table: str | None) -> Person:
        return on_duty.required_at(request.user, code, table, clock())

    return acts


def _row(request: HttpRequest, object_id: str) -> Quarantine:
    if not request.user.has_perm("games.view_quarantine"):
        raise PermissionDenied
    if not NUMBER.fullmatch(object_id):
        raise Http404
    row = get_object_or_404(Quarantine.objects.select_related("property", "device"), pk=object_id)
    if row.property is None or not row.is_authenticated:
        raise Http404
    return row


def _first(row: Quarantine) -> str:
    """What came, to begin from: laid out where it is JSON, as it is where it is text at all."""
    try:
        text = bytes(row.body)[:LARGEST].decode()
    except UnicodeDecodeError:
        return ""
    try:
        event = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(event, dict):
        event = {name: value for name, value in event.items() if name not in put_right.OF_DEVICES}
    return _pretty(event)
