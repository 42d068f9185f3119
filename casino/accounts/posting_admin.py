"""Postings in the admin: the administrator asks for them and ends them; a second person confirms each
(``casino.accounts``); nobody changes or deletes one.

Proved by ``tests/admin/test_postings_page.py``.
"""

from __future__ import annotations

from typing import Any, Final
from uuid import uuid4

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from casino.access import postings
from casino.access.models import Posting
from casino.access.people import full_name
from casino.access.roles import POSTS, role_name
from casino.accounts.commands import ACCOUNTS, AskPosting, EndPosting
from casino.accounts.execution import execute
from casino.accounts.pages import give, person
from casino.accounts.posting_form import PostingForm
from casino.clock import now as clock
from casino.commands.fields import said
from casino.console.theme import DropdownFilter, RecordAdmin
from casino.core.errors import Problem
from casino.templatetags.tableproof import moment

Choice = tuple[str, str]
PAGE: Final = ("person", "shown_post", "state", "where", "begins", "ends", "given", "confirmed", "ended")
"""What the page of a posting shows."""


class StandingFilter(DropdownFilter):
    """Postings in force and to come, unless something else is asked for."""

    title = gettext_lazy("in force")
    parameter_name = "when"
    all_option = None

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return [
            ("standing", _("In force or to come")),
            ("now", _("In force")),
            ("coming", _("To come")),
            ("over", _("Over")),
            ("all", _("All")),
        ]

    def value(self) -> str:
        return super().value() or "standing"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Posting]) -> QuerySet[Posting]:
        now = clock()
        open_end = Q(ends_at=None) | Q(ends_at__gt=now)
        asked = {
            "standing": open_end & (Q(ended_at=None) | Q(ends_at__gt=F("begins_at"))),
            "now": postings.in_force(now),
            "coming": Q(begins_at__gt=now) & (Q(ends_at=None) | Q(ends_at__gt=F("begins_at"))),
            "over": Q(ends_at__lte=now) | Q(ends_at=F("begins_at")),
        }
        return queryset.filter(asked[self.value()]) if self.value() in asked else queryset


class PostFilter(DropdownFilter):
    title = gettext_lazy("post")
    parameter_name = "post"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return [(code, role_name(code, get_language() or "vi")) for code in POSTS if code in postings.POSTED]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Posting]) -> QuerySet[Posting]:
        return queryset.filter(post=self.value()) if self.value() else queryset


class PersonFilter(DropdownFilter):
    title = gettext_lazy("person")
    parameter_name = "person"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        found = User.objects.filter(pk__in=Posting.objects.values("user")).order_by("username")
        return [(user.username, f"{user.username} · {full_name(user)}") for user in found]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Posting]) -> QuerySet[Posting]:
        return queryset.filter(user__username=self.value()) if self.value() else queryset


@admin.register(Posting)
class PostingAdmin(RecordAdmin):
    """Times are those of the property's clocks."""

    list_display = ("person", "shown_post", "state", "where", "begins", "ends", "given")
    list_filter = (StandingFilter, PostFilter, PersonFilter)
    search_fields = ("user__username", "user__first_name", "user__last_name", "note")
    list_select_related = ("user", "property")
    actions = ("end_now",)
    list_disable_select_all = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("casino.add_posting")

    def has_end_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("casino.end_posting")

    def get_fieldsets(self, request: HttpRequest, obj: Posting | None = None) -> Any:
        return [(None, {"fields": (*PAGE[:6], "note", *PAGE[6:])})]

    def get_readonly_fields(self, request: HttpRequest, obj: Posting | None = None) -> Any:
        return PAGE

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A row is made by the confirmation alone, so this form only asks."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = PostingForm(request.POST or None)
        context = {
            **self.admin_site.each_context(request),
            "title": said(ACCOUNTS.of(AskPosting).title),
            "opts": self.opts,
            "form": form,
            "about": said(ACCOUNTS.of(AskPosting).consequence),
            "back": reverse("admin:casino_posting_changelist"),
        }
        status = 200
        if request.method == "POST":
            status = 422
            if form.is_valid():
                try:
                    return self._asked(request, form)
                except Problem as problem:
                    form.add_error(None, said(problem.text))
        return TemplateResponse(request, "casino/accounts/form.html", context, status=status)

    def _asked(self, request: HttpRequest, form: PostingForm) -> HttpResponse:
        give(request, form.cleaned_data["user"].pk, form)
        messages.success(request, said(ACCOUNTS.of(AskPosting).done))
        return HttpResponseRedirect(reverse("admin:casino_posting_changelist"))

    @admin.action(description=gettext_lazy("End now"), permissions=["end"])
    def end_now(self, request: HttpRequest, queryset: QuerySet[Posting]) -> None:
        ended = sum(_end(request, row) for row in queryset)
        if ended:
            said = ngettext("%(n)s posting was ended.", "%(n)s postings were ended.", ended) % {"n": ended}
            messages.success(request, said)
        else:
            messages.warning(request, _("Nothing was ended: these postings were over before."))

    @admin.display(description=gettext_lazy("Person"), ordering="user__username")
    def person(self, row: Posting) -> SafeString:
        return format_html('{} <span class="tp-dim">{}</span>', full_name(row.user), row.user.username)

    @admin.display(description=gettext_lazy("Post"), ordering="post")
    def shown_post(self, row: Posting) -> str:
        return role_name(row.post, get_language() or "vi")

    @admin.display(description=gettext_lazy("State"))
    def state(self, row: Posting) -> SafeString:
        code, text = _state(row)
        return format_html('<span class="tp-tag tp-state-{}">{}</span>', code, text)

    @admin.display(description=gettext_lazy("Where"))
    def where(self, row: Posting) -> str:
        return ", ".join([*row.tables, *row.pits])

    @admin.display(description=gettext_lazy("Begin"), ordering="begins_at")
    def begins(self, row: Posting) -> SafeString:
        return moment(row.begins_at, row.property.zone)

    @admin.display(description=gettext_lazy("End"), ordering="ends_at")
    def ends(self, row: Posting) -> SafeString:
        return moment(row.ends_at, row.property.zone)

    @admin.display(description=gettext_lazy("Given by"), ordering="given_at")
    def given(self, row: Posting) -> SafeString:
        return format_html("{} {}", row.given_by, moment(row.given_at, row.property.zone))

    @admin.display(description=gettext_lazy("Confirmed by"))
    def confirmed(self, row: Posting) -> str:
        return row.confirmed_by or "–"

    @admin.display(description=gettext_lazy("Ended early by"))
    def ended(self, row: Posting) -> SafeString:
        return format_html("{} {}", row.ended_by, moment(row.ended_at, row.property.zone))


def _end(request: HttpRequest, row: Posting) -> bool:
    """End one; False where it was over before, or is not theirs to end."""
    try:
        execute(row.user_id, EndPosting(posting=row.pk), by=person(request), command_id=uuid4(), now=clock())
    except Problem as problem:
        if problem.code != "posting_over":
            messages.error(request, said(problem.text))
        return False
    return True


def _state(row: Posting) -> Choice:
    """What a posting is now, as a code for the style sheet and in words."""
    now = clock()
    if row.ends_at is not None and (row.ends_at <= now or row.ends_at == row.begins_at):
        return "closed", _("Ended early") if row.ended_at else _("Over")
    return ("coming", _("To come")) if row.begins_at > now else ("open", _("In force"))
