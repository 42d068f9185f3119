"""Changes that wait for a second person: a list, and a page on which they are confirmed, refused or withdrawn.

Administrators, management, regulator and auditor see all; posts above the tables see postings, which they may confirm.
Proved by ``tests/accounts/test_pages.py``.
"""

from __future__ import annotations

from typing import Any, Final, get_args
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.access.models import Account, AccountChange, ChangeKind, ChangeState
from casino.accounts import changes, forms, rules, service
from casino.accounts.commands import SAID, AnswerChange, Say
from casino.accounts.event_words import history
from casino.accounts.execution import is_administrator
from casino.accounts.pages import VIEW, called, described, finished, give, person
from casino.clock import now as clock
from casino.commands.fields import said
from casino.console.panels import Panel
from casino.console.theme import DropdownFilter, RecordAdmin
from casino.core.errors import Problem
from casino.factors import store
from casino.ledger.application import get_ledger
from casino.templatetags.tableproof import moment

CONFIRM = "casino.confirm_accountchange"
SHOWN = 20


class StateFilter(DropdownFilter):
    """What waits, unless something else is asked for."""

    title = gettext_lazy("state")
    parameter_name = "state"
    all_option = None

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [*ChangeState.choices, ("all", _("All"))]

    def value(self) -> str:
        return super().value() or ChangeState.WAITING.value

    def queryset(self, request: HttpRequest, queryset: QuerySet[AccountChange]) -> QuerySet[AccountChange]:
        return queryset if self.value() == "all" else queryset.filter(state=self.value())


def seen_by(request: HttpRequest) -> QuerySet[AccountChange]:
    """The changes that a person sees."""
    rows = AccountChange.objects.select_related("user", "asked_by", "decided_by", "property")
    return rows if request.user.has_perm(VIEW) else rows.filter(kind=ChangeKind.POSTING)


@admin.register(AccountChange)
class AccountChangeAdmin(RecordAdmin):
    list_display = ("who", "what", "shown_state", "asked", "decided")
    list_display_links = ("who", "what")
    list_filter = (StateFilter,)
    search_fields = ("user__username", "user__last_name", "user__first_name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[AccountChange]:
        return seen_by(request)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            row = seen_by(request).filter(pk=UUID(object_id)).first()
        except (ValueError, ValidationError):
            row = None
        if row is None:
            raise Http404
        return change_page(request, row)

    @admin.display(description=gettext_lazy("Person"), ordering="user__username")
    def who(self, row: AccountChange) -> str:
        return called(row.user)

    @admin.display(description=gettext_lazy("Change"), ordering="kind")
    def what(self, row: AccountChange) -> str:
        return described(row)

    @admin.display(description=gettext_lazy("State"), ordering="state")
    def shown_state(self, row: AccountChange) -> SafeString:
        return format_html('<span class="tp-tag tp-state-{}">{}</span>', *state_of(row))

    @admin.display(description=gettext_lazy("Asked by"), ordering="asked_at")
    def asked(self, row: AccountChange) -> SafeString:
        return format_html("{} {}", row.asked_by.username, moment(row.asked_at, service.house().zone))

    @admin.display(description=gettext_lazy("Decided by"), ordering="decided_at")
    def decided(self, row: AccountChange) -> SafeString:
        if row.decided_by is None:
            return mark_safe("–")
        return format_html("{} {}", row.decided_by.username, moment(row.decided_at, service.house().zone))


def state_of(row: AccountChange) -> tuple[str, str]:
    """The state as a code for the style sheet and in words."""
    if row.state == ChangeState.WAITING:
        if changes.has_lapsed(row, clock()):
            return "closed", _("lapsed")
        return "coming", str(ChangeState.WAITING.label)
    return "open" if row.state == ChangeState.CONFIRMED else "closed", str(ChangeState(row.state).label)


def change_page(request: HttpRequest, row: AccountChange) -> HttpResponse:
    """One change: what it is, who asked, what was lately done to the account; and what this person may say to it."""
    by, now, house = person(request), clock(), service.house()
    form = forms.AnswerForm(AnswerChange, request.POST or None)
    waits = row.state == ChangeState.WAITING
    why_not = None
    if waits:
        try:
            changes.check_confirmer(row, by, now)
        except Problem as problem:
            why_not = problem.in_language(get_language() or "vi")
    status = 200
    if request.method == "POST":
        if form.is_valid():
            try:
                return _answered(request, row, form)
            except Problem as problem:
                form.blame(problem)
                status = problem.status
        else:
            status = 422
    code, state = state_of(row)
    context = {
        **admin.site.each_context(request),
        "title": described(row),
        "opts": AccountChange._meta,
        "row": row,
        "named": called(row.user),
        "asked_by": called(row.asked_by),
        "decided_by": called(row.decided_by) if row.decided_by else "",
        "state_code": code,
        "state": state,
        "zone": row.property.zone if row.property else house.zone,
        "form": form,
        "may_confirm": waits and why_not is None and not changes.has_lapsed(row, now),
        "may_withdraw": waits and is_administrator(by) and by.pk != row.user_id,
        "why_not": why_not,
        "by_one": not Account.objects.filter(user=row.user, by_two=True).exists(),
        "in_parts": bool(row.first_part),
        "devices_end": devices_end(row),
        "cannot": _cannot(row),
        "sees_account": by.has_perm(VIEW),
        "history": history(get_ledger(house.code).stream(service.stream_of(row.user_id))[-SHOWN:], house.zone),
    }
    return TemplateResponse(request, "casino/accounts/change.html", context, status=status)


def _cannot(row: AccountChange) -> str:
    """What nobody can do any more once the last holder's post is taken away."""
    if row.kind != ChangeKind.POST_TAKING or row.post not in rules.LAST:
        return ""
    return rules.LAST[row.post].in_language(get_language() or "vi")


def devices_end(row: AccountChange) -> bool:
    """Whether a confirmation takes the account's devices out of use: a reset of them, or a password in two parts after
    one that one person gave."""
    if row.kind == ChangeKind.FACTORS:
        return True
    by_one = not Account.objects.filter(user=row.user, by_two=True).exists()
    return bool(row.first_part and by_one and store.devices(row.user))


def _answered(request: HttpRequest, row: AccountChange, form: forms.AnswerForm) -> HttpResponse:
    say: Any = request.POST.get("say")
    if say not in get_args(Say):
        raise PermissionDenied
    command = AnswerChange(ask=row.pk, say=say, reason=form.cleaned_data["reason"])
    return finished(request, give(request, row.user_id, form, command), said(SAID[command.say]))


# --- Seen on the way -------------------------------------------------------------------------------------------------
def _mine(request: HttpRequest) -> list[AccountChange]:
    """What waits for this very person."""
    now = clock()
    rows = seen_by(request).filter(state=ChangeState.WAITING)[:100]
    return [row for row in rows if changes.may_confirm(row, person(request), now) and not changes.has_lapsed(row, now)]


def _panel(request: HttpRequest, _subject: None) -> dict[str, Any] | None:
    rows = _mine(request)
    if not rows:
        return None
    return {"rows": [(row, described(row), called(row.user)) for row in rows], "zone": service.house().zone}


PANEL: Final = Panel(
    "dashboard",
    "account-changes",
    7,
    gettext_lazy("Changes of accounts for you to confirm"),
    "casino/accounts/panel.html",
    _panel,
    CONFIRM,
)
