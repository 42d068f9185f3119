"""Letting several findings of one kind rest: chosen from those that are open, then what they come to, then the record.

Only what was shown can be confirmed. The command is that of ``games.commands.finding_batches``. Proved by
``tests/admin/test_finding_batches.py``.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from casino.access import inspectors
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.money import format_minor
from games import words
from games.admin import queue
from games.admin.filters import said
from games.admin.finding_list import asked_for
from games.admin.on_duty import TableForm, named
from games.admin.queue import by_script, invalid, refused
from games.admin.rounds import NUMBER
from games.commands import finding_batches, resting
from games.commands.dismissing import is_done
from games.engine.facts import Person
from games.facts.findings import may_dismiss
from games.rows import on_duty
from games.rows.models import Finding, FindingStatus

CODE: Final = "code"
"""In the address: the kind of finding, as the filter of the list has it; besides, the table."""


class SeveralForm(TableForm):
    """Which of them, and why."""

    findings = forms.MultipleChoiceField(label=gettext_lazy("Findings"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, rows: list[Finding], *args: Any, **kwargs: Any) -> None:
        super().__init__(finding_batches.DismissFindings, *args, **kwargs)
        field = self.fields["findings"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(str(row.pk), _named(row)) for row in rows]
        self.rows = {str(row.pk): row for row in rows}

    @property
    def chosen(self) -> list[Finding]:
        return [self.rows[key] for key in self.cleaned_data["findings"]]


def several_view(request: HttpRequest) -> HttpResponse:
    """Choose, see what it comes to, and record it."""
    if not request.user.has_perm("games.view_finding"):
        raise PermissionDenied
    code, sent = request.GET.get(CODE, ""), by_script(request) and request.method == "POST"
    rows, people = _mine(request, code, request.POST.getlist("findings") if sent else None)
    if not code or not rows:
        raise Http404
    form = SeveralForm(rows, request.POST or None, label_suffix="")
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": said(words.finding(code).title),
        "opts": Finding._meta,
        "form": form,
        "person": named(people[rows[0].pk]),
        "most": finding_batches.MOST,
        "list": f"{reverse('admin:games_finding_changelist')}?{CODE}={code}",
    }
    if request.method == "POST" and form.is_valid():
        try:
            answer = _answered(request, form, people, context)
        except Problem as problem:
            if sent:
                return refused(problem)
            form.blame(problem)
        else:
            if answer is not None:
                return answer
            if sent:
                return queue.said(_comes_to(context), context["confirm"])
    if sent:
        return invalid(form)
    return TemplateResponse(request, "games/finding/several.html", context, status=422 if form.errors else 200)


def _mine(request: HttpRequest, code: str, sent: list[str] | None) -> tuple[list[Finding], dict[int, Person]]:
    """The newest open findings of a kind (those ``sent`` from the desk) that this person may let rest in one and the
    same post, and for which nobody has asked yet."""
    found = Finding.objects.filter(inspectors.rows(request.user, "finding"), code=code, status=FindingStatus.OPEN)
    found = found.exclude(asked_for(found))
    if sent is not None:
        found = found.filter(pk__in=[key for key in sent if NUMBER.fullmatch(key)])
    if table := request.GET.get("table"):
        found = found.filter(table=table)
    rows = list(found.select_related("property", "round").order_by("-opened_position")[: finding_batches.MOST])
    acts = on_duty.persons_at(request.user, [(row.property.code, row.table or None) for row in rows], clock())
    people = {row.pk: acts.get((row.property.code, row.table or None)) for row in rows}
    may = {pk: person for pk, person in people.items() if person is not None and may_dismiss(person.post)}
    mine = [row for row in rows if row.pk in may]
    alike = [row for row in mine if (row.property_id, may[row.pk]) == (mine[0].property_id, may[mine[0].pk])]
    return alike, may


def _answered(
    request: HttpRequest, form: SeveralForm, people: dict[int, Person], context: dict[str, Any]
) -> HttpResponse | None:
    """Record what was shown; else show what it comes to. Problems as of ``games.commands.finding_batches``."""
    chosen, cause, now = form.chosen, form.cleaned_data["cause"] or None, clock()
    finding_batches.check(chosen)
    person = people[chosen[0].pk]
    mark = hashlib.sha256("|".join(form.cleaned_data["findings"]).encode()).hexdigest()[:32]
    if request.POST.get("confirmed") == mark:
        if is_done(form.give(chosen, person, findings=())):
            n = len(chosen)
            text = ngettext("%(n)s finding was dismissed.", "%(n)s findings were dismissed.", n) % {"n": n}
        else:
            text = _("It is asked for. Each finding stays open until a second person confirms it.")
        if by_script(request):
            return queue.said(text)
        messages.success(request, text)
        return queue.back(request, context["list"])
    finding_batches.check_reason(chosen, form.cleaned_data["reason"], cause, now)
    context["confirm"] = mark
    context["chosen"] = len(chosen)
    context["together"] = _together(chosen)
    context["needs_two"] = resting.needs_two(now, person, *chosen)
    return None


def _comes_to(context: dict[str, Any]) -> str:
    """What was shown, for the desk."""
    n, together = context["chosen"], context["together"]
    text = ngettext("%(n)s finding, together %(together)s.", "%(n)s findings, together %(together)s.", n)
    shown = text % {"n": n, "together": together}
    two = _(
        "Together they carry an amount for which the house asks for two persons: each stays open until another person,"
        " pit manager or above, confirms it in an own session."
    )
    return f"{shown} {two}" if context["needs_two"] else shown


def _together(rows: list[Finding]) -> str:
    """What the findings come to, plus and minus alike, by currency."""
    sums: Counter[str] = Counter()
    for row in rows:
        sums[row.currency] += abs(row.amount_minor)
    language = get_language() or "vi"
    return "; ".join(format_minor(amount, currency, language) for currency, amount in sums.items())


def _named(row: Finding) -> str:
    """A finding of the list: where, about what, how much."""
    place = str(row.round) if row.round else row.device or row.table or str(row.gaming_day)
    about = row.subject if row.device else said(words.subject(row.subject))
    sign = "+" if row.amount_minor > 0 else ""
    amount = sign + format_minor(row.amount_minor, row.currency, get_language() or "vi") if row.amount_minor else ""
    return " · ".join(part for part in (place, about, amount) if part)
