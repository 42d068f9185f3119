"""The form by which a pit manager or above records what a table plays with; an exchange is shown before it is recorded.

Proved by ``tests/admin/test_equipment.py``.
"""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.text import figure
from casino.ledger.application import get_ledger
from games.admin.filters import said
from games.admin.on_duty import TableForm, acting_person
from games.commands import equipment
from games.commands.equipment import Comes
from games.commands.execution import Place
from games.commands.step import TABLES
from games.rows.models import Table
from games.watch.view_model import plainly
from games.words import shared

CODE: Final = r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}\Z"


class EquipmentForm(TableForm):
    """What, which, since when by the clock of the property."""

    kind = forms.ChoiceField(label=gettext_lazy("Equipment"), widget=forms.Select(attrs={"class": "tp-input"}))
    code = forms.RegexField(
        CODE,
        label=gettext_lazy("Its number"),
        widget=forms.TextInput(attrs={"class": "tp-input", "autocomplete": "off"}),
        help_text=gettext_lazy("The house's own number of it: letters, digits and . _ : -"),
    )
    at = forms.DateTimeField(
        label=gettext_lazy("At the table since"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "class": "tp-input"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("By the clock of the property. Results from then on count for the new equipment."),
    )

    def __init__(self, table: Table, *args: Any, **kwargs: Any) -> None:
        super().__init__(equipment.SetEquipment, *args, **kwargs)
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(kind, said(shared.EQUIPMENT[kind])) for kind in equipment.kinds_of(table.game)]


def may_set(request: HttpRequest, table: Table) -> bool:
    """Whether whoever asks may say what this table plays with."""
    person = acting_person(request, table.property.code, table.code)
    return (
        person is not None
        and person.post in TABLES.of(equipment.SetEquipment).posts
        and bool(equipment.kinds_of(table.game))
    )


def equipment_view(request: HttpRequest, pk: int) -> HttpResponse:
    """The form; then what it comes to; then the record."""
    table = get_object_or_404(Table.objects.select_related("property"), pk=pk)
    if not request.user.has_perm("games.view_table") or not may_set(request, table):
        raise PermissionDenied
    comes: Comes | None = None
    status = 200
    with timezone.override(table.property.zone):
        version = get_ledger(table.property.code).stream(f"table/{table.code}")[-1].version
        first = {"seen_version": version, "at": timezone.localtime(clock())}
        form = EquipmentForm(table, request.POST if request.method == "POST" else None, initial=first)
        if request.method == "POST":
            if form.is_valid():
                try:
                    comes = _looked_at(table, form)
                    if request.POST.get("confirmed"):
                        return _recorded(request, table, form)
                except Problem as problem:
                    form.blame(problem)
                    comes = None
            if comes is None:
                status = 422
        context = {
            **admin.site.each_context(request),
            "title": _("Equipment of %(table)s") % {"table": table.code},
            "table": table,
            "zone": table.property.zone,
            "form": form,
            "comes": None if comes is None else _told(comes, form),
            "table_link": reverse("admin:games_table_change", args=[table.pk]),
        }
        return TemplateResponse(request, "games/table/equipment.html", context, status=status).render()


def _looked_at(table: Table, form: EquipmentForm) -> Comes:
    asked = form.cleaned_data
    known = any(
        event.id == asked["command_id"] for event in get_ledger(table.property.code).stream(f"table/{table.code}")
    )
    equipment.check(table.game, asked["kind"], asked["at"], clock())
    if known:  # the second click of two: what it came to stands in the record
        return Comes(exchanged=False, before="", now=1, then=1, odds_now=1, odds_then=1, watch=None)
    return equipment.comes_to(table, asked["kind"], asked["code"], asked["at"])


def _recorded(request: HttpRequest, table: Table, form: EquipmentForm) -> HttpResponse:
    person = acting_person(request, table.property.code, table.code)
    assert person is not None
    form.give(Place(table.property.code, f"table/{table.code}"), person)
    messages.success(request, _("It is recorded."))
    return HttpResponseRedirect(reverse("admin:games_table_change", args=[table.pk]))


def _told(comes: Comes, form: EquipmentForm) -> dict[str, Any]:
    asked = form.cleaned_data
    return {
        "exchanged": comes.exchanged,
        "what": said(shared.EQUIPMENT[asked["kind"]]),
        "code": asked["code"],
        "before": comes.before,
        "at": asked["at"],
        "number": comes.then,
        "odds_now": said(figure(f"{comes.odds_now:,}")),
        "odds_then": said(figure(f"{comes.odds_then:,}")),
        "results": comes.watch.taken if comes.watch is not None else 0,
        "evidence": said(plainly(comes.watch.value)) if comes.watch is not None else "",
        "fields": [(name, cast(Any, form.data).get(name, "")) for name in form.fields],
    }
