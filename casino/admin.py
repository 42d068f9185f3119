"""Accounts in the admin: the list, and the addresses of their pages (``casino.accounts.pages``).

No form of Django's is left that edits an account: a post, a password, an address change by a command, on the record
(docs/adr/0056-accounts-by-events.md). Events name people by staff code or user name, and two persons are told apart by
it: both are settled before an account is first used. Proved by ``tests/admin/test_accounts.py`` and ``tests/accounts``.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin  # noqa: F401 - registers what is replaced here
from django.contrib.auth.models import Group, User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.access.account_rights import facts_of_many
from casino.access.postings import role_of
from casino.access.roles import RANKED, role_name
from casino.access.zone import house_zone
from casino.accounts import change_pages, pages, posting_admin, sign_in_admin  # noqa: F401 - registers its page
from casino.accounts.execution import is_administrator
from casino.console.long_lists import Page
from casino.console.theme import ChangeList, DropdownFilter, RecordAdmin
from casino.templatetags.tableproof import moment


def _said(code: str) -> str:
    return role_name(code, get_language() or "vi")


class RoleFilter(DropdownFilter):
    """Accounts by post."""

    title = _("post")
    parameter_name = "post"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(code, _said(code)) for code in RANKED]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        return queryset.filter(groups__name=self.value()) if self.value() else queryset


class Accounts(ChangeList):
    """The list of accounts: what their posts follow from is asked for all of a page at once."""

    def show_page(self, page: Page) -> None:
        super().show_page(page)
        facts_of_many(user.pk for user in page.rows)


admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class UserAdmin(RecordAdmin):
    """People by their posts. What a post may see comes from its group; nobody is given single permissions."""

    list_display = ("username", "last_name", "first_name", "role", "is_active", "signed_in")
    list_filter = (RoleFilter, "is_active")
    search_fields = ("username", "first_name", "last_name", "email")
    ordering = ("username",)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_administrator(pages.person(request))

    def get_urls(self) -> list[URLPattern]:
        do = self.admin_site.admin_view(pages.action_view)
        return [path("<path:object_id>/do/<slug:action>/", do, name="auth_user_do"), *super().get_urls()]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return pages.open_view(request)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return pages.account_view(request, object_id)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return Accounts

    @admin.display(description=_("post"))
    def role(self, user: User) -> str:
        code = role_of(user)
        return _said(code) if code else "–"

    @admin.display(description=_("last login"), ordering="last_login")
    def signed_in(self, user: User) -> SafeString:
        return moment(user.last_login, house_zone())


@admin.register(Group)
class GroupAdmin(RecordAdmin):
    """The posts. Their permissions are made by the program, so they are only read here."""

    search_fields = ("name",)
    ordering = ("name",)
    filter_horizontal = ("permissions",)
