"""At the end of a shift: all open cases of a person go to a colleague, each by a command of its own.

Proved by ``tests/disputes/admin/doing/test_handing_over.py``.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from casino.access.roles import staff_code
from casino.clock import now as clock
from casino.commands.fields import CheckCards, WordsField, said, select
from casino.core.errors import Problem
from casino.ledger.models import Property
from disputes.admin.bench import covers, on_duty
from disputes.case.allowed import STAGE_NAMES
from disputes.case.commands import Assign
from disputes.case.context import Actor
from disputes.case.stages import HANDLERS
from disputes.case.state import Stage
from disputes.execution import service
from disputes.rows.actor import actor_of
from disputes.rows.house import pit_of
from disputes.rows.models import Case as CaseRow

SENT: Final = re.compile(r"([0-9]{1,18})@([0-9]{1,9})")
"""A case as the page sends it: its key, and the version that the person saw."""


class HandOverForm(forms.Form):
    """Which cases, to whom, and what they should know. ``seen`` are the versions sent along, by the case's key."""

    command_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    cases = forms.MultipleChoiceField(label=gettext_lazy("Cases"), widget=CheckCards())
    staff = forms.ChoiceField(label=gettext_lazy("To"), widget=select())
    note = WordsField(label=gettext_lazy("Note for each case without its own"), rows=3, required=False)

    def __init__(
        self, rows: list[CaseRow], seen: dict[int, int], colleagues: list[tuple[str, str]], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **{**kwargs, "label_suffix": ""})
        cases: Any = self.fields["cases"]
        staff: Any = self.fields["staff"]
        cases.choices = [(f"{row.pk}@{seen.get(row.pk, row.version)}", named(row)) for row in rows]
        staff.choices = [("", "–"), *colleagues]
        self.initial.setdefault("cases", [value for value, _name in cases.choices])
        for row in rows if len(rows) > 1 else ():
            label = gettext_lazy("Note for %(case)s") % {"case": row.number}
            self.fields[own_note(row)] = WordsField(label=label, rows=2, required=False)


def own_note(row: CaseRow) -> str:
    """The field for what the colleague should know of one case."""
    return f"note_{row.pk}"


def named(row: CaseRow) -> str:
    """A case as the list of this page names it."""
    return f"{row.number} · {row.table or '–'} · {said(STAGE_NAMES[Stage(row.stage)])}"


def hand_over_view(admin: Any, request: HttpRequest) -> HttpResponse:
    """The page: one's own open cases, a colleague, one button."""
    if not admin.has_view_permission(request):
        raise PermissionDenied
    now = clock()
    user: Any = request.user
    posted = request.method == "POST"
    seen = sent_cases(request.POST.getlist("cases")) if posted else {}
    mine = Q(assigned_to=staff_code(user)) & ~Q(stage=Stage.CLOSED)
    # What was sent stays a choice when it is in other hands by now, so that a second click is answered as the first.
    found: Any = admin.get_queryset(request).filter(mine | Q(pk__in=seen)).order_by("id")
    rows: list[CaseRow] = list(found)
    owners = list({row.property_id: row.property for row in rows}.values())
    colleagues = _colleagues(request.user, owners, rows, now)
    form = HandOverForm(rows, seen, colleagues, request.POST if posted else None)
    status = 200
    if posted:
        status = 422
        if form.is_valid():
            _hand_over(request, rows, form.cleaned_data, now)
            return HttpResponseRedirect(reverse("admin:disputes_case_changelist"))
    context = {
        **admin.admin_site.each_context(request),
        "title": _("Hand over my cases"),
        "opts": admin.opts,
        "form": form,
        "rows": rows,
    }
    return TemplateResponse(request, "disputes/do/hand_over.html", context, status=status)


def sent_cases(values: list[str]) -> dict[int, int]:
    """Key of a case -> the version that the person saw."""
    found = (SENT.fullmatch(value) for value in values)
    return {int(match[1]): int(match[2]) for match in found if match}


def _colleagues(user: Any, owners: list[Property], rows: list[CaseRow], now: datetime) -> list[tuple[str, str]]:
    """Everybody else who may see to at least one of the cases."""
    found = {}
    for owner in owners:
        for code, name, duty in on_duty(owner, now):
            if code != staff_code(user) and any(_may_handle(duty, row) for row in rows if row.property_id == owner.pk):
                found[code] = name
    return list(found.items())


def _may_handle(duty: Any, row: CaseRow) -> bool:
    table = row.table or None
    return duty.post in HANDLERS[Stage(row.stage)] and covers(duty, table, pit_of(row.property.code, table))


def _hand_over(request: HttpRequest, rows: list[CaseRow], given: dict[str, Any], now: datetime) -> None:
    """Each case by itself: what does not go says why, and does not hold up the others."""
    chosen = sent_cases(given["cases"])
    duties: dict[Any, Any] = {}
    done, staff, language = 0, given["staff"], request.LANGUAGE_CODE
    for row in rows:
        if row.pk not in chosen:
            continue
        if row.property_id not in duties:
            duties[row.property_id] = {code: duty for code, _name, duty in on_duty(row.property, now)}
        duty = duties[row.property_id].get(staff)
        if duty is None or not _may_handle(duty, row):
            messages.warning(
                request, _("%(case)s: not theirs to see to at this stage and table.") % {"case": row.number}
            )
            continue
        try:
            actor = actor_of(request.user, row.property.code, now)
            note = given.get(own_note(row)) or given["note"]
            _assign(row, chosen[row.pk], staff, note, actor, given["command_id"], now)
        except Problem as problem:
            messages.warning(request, f"{row.number}: {problem.in_language(language)}")
        else:
            done += 1
    if done:
        said_so = ngettext(
            "%(n)s case was handed over to %(staff)s.", "%(n)s cases were handed over to %(staff)s.", done
        )
        messages.success(request, said_so % {"n": done, "staff": staff})


def _assign(row: CaseRow, seen: int, staff: str, note: str, actor: Actor, command_id: UUID, now: datetime) -> None:
    service.execute(
        row.property.code,
        row.number,
        Assign(staff=staff, note=note or None),
        actor=actor,
        seen_version=seen,
        command_id=uuid5(command_id, row.number),
        now=now,
    )
