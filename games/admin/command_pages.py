"""The page of a command on a table or round that declares everything about itself, and the buttons that lead to it.

What a page needs beyond the plain form (what it comes to, several rounds) has a page of its own. Proved by
``tests/admin/test_a_new_command.py``.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from casino.commands.fields import said
from casino.core.events import SAFE_NAME
from casino.ledger.application import get_ledger
from games.admin.on_duty import TableForm, acting_person, named
from games.commands.execution import Place
from games.commands.step import COMMANDS, Step
from games.rows.models import Round, Table


def offered(request: HttpRequest, row: Table | Round) -> list[tuple[str, str]]:
    """The buttons of a table or round: what whoever asks may do, with its address."""
    on, place = ("round", row.stream.split("/")[1:]) if isinstance(row, Round) else ("table", [row.code])
    steps = [step for step in COMMANDS.values() if step.on == on and _has_page(step)]
    person = acting_person(request, row.property.code, place[0]) if steps else None
    return [
        (said(step.title), reverse("admin:games_do", args=[step.command, row.property.code, *place]))
        for step in steps
        if person is not None and person.post in step.posts
    ]


def _has_page(step: Step) -> bool:
    return step.is_plain and not any(name.startswith("admin:") for name in step.addresses)


def do_view(
    request: HttpRequest, command: str, property_code: str, table: str, round: str | None = None
) -> HttpResponse:
    """The form of a command, and what comes back from it."""
    step = COMMANDS.get(command)
    named_rightly = all(map(SAFE_NAME.fullmatch, (property_code, table, round or table)))
    if step is None or not _has_page(step) or (step.on == "round") is (round is None) or not named_rightly:
        raise Http404
    if not request.user.has_perm(f"games.view_{step.on}"):
        raise PermissionDenied
    model: Any = Table if round is None else Round
    code = {"code": table} if round is None else {"table": table, "code": round}
    row = get_object_or_404(model.objects.select_related("property"), property__code=property_code, **code)
    person = acting_person(request, property_code, table)
    if person is None or person.post not in step.posts:
        raise PermissionDenied
    place = Place(property_code, f"{step.on}/{table}" if round is None else row.stream)
    first = {"seen_version": get_ledger(property_code).stream(place.stream)[-1].version}
    form = TableForm(step.struct, request.POST or None, initial=first)
    form.speak(row.property.zone, row.currency or row.property.currency)
    back = reverse(f"admin:games_{step.on}_change", args=[row.pk])
    status = 200
    if request.method == "POST":
        status = form.carry_out(place, person)
        if status == 302:
            messages.success(request, _("Recorded: %(what)s.") % {"what": said(step.title)})
            return HttpResponseRedirect(back)
    context = {
        **admin.site.each_context(request),
        "title": said(step.title),
        "step": step,
        "row": row,
        "form": form,
        "person": named(person),
        "back": back,
    }
    return TemplateResponse(request, "games/do.html", context, status=status)
