"""Accounts in the admin: the administrator makes people and gives them their posts (and postings: ``posting_admin``).

Events name people by staff code or user name, and two persons are told apart by it: both are settled before an account
is first used. Proved by ``tests/admin/test_pages.py`` and ``test_accounts.py``.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino import posting_admin  # noqa: F401 - registers its page
from casino.models import StaffCode
from casino.navigation import Entry, register
from casino.roles import role_name, role_of
from casino.theme import (
    AdminPasswordChangeForm,
    ModelAdmin,
    RecordAdmin,
    StackedInline,
    UserChangeForm,
    UserCreationForm,
)

POSTED = _("An acting post counts only while a posting says so; pit supervisors and pit managers act where theirs say.")


NAMED = _(
    "The record names people by staff code or user name: after the first sign-in neither can be changed or added."
)


def is_settled(user: User | None) -> bool:
    """Whether an account has been used: from then on events may stand under its name."""
    return user is not None and user.last_login is not None


class StaffCodeInline(StackedInline):
    """The code by which the tables know a person: given once, before the first sign-in, then only read."""

    model = StaffCode
    can_delete = False

    def get_extra(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> int:
        return 0 if is_settled(obj) else 1

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return not is_settled(obj) and bool(super().has_add_permission(request, obj))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class UserAdmin(DjangoUserAdmin, ModelAdmin):
    """People by their posts. What a post may see comes from its group; nobody is given single permissions here."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("username", "first_name", "last_name", "role", "is_active", "last_login")
    list_filter = ("groups", "is_active")
    list_fullwidth = True
    fieldsets = (
        (None, {"fields": ("username", "password"), "description": NAMED}),
        (_("Person"), {"fields": ("first_name", "last_name", "email")}),
        (_("Post"), {"fields": ("groups", "is_active", "is_staff"), "description": POSTED}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")
    inlines = (StaffCodeInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        return (*self.readonly_fields, "username") if is_settled(obj) else self.readonly_fields

    @admin.display(description=_("post"))
    def role(self, user: User) -> str:
        code = role_of(user)
        return role_name(code, get_language() or "vi") if code else "–"


@admin.register(Group)
class GroupAdmin(RecordAdmin):
    """The posts. Their permissions are made by the program, so they are only read here."""

    search_fields = ("name",)
    ordering = ("name",)
    filter_horizontal = ("permissions",)


register(
    "people",
    Entry(
        order=10, title=_("Accounts"), icon="group", address="admin:auth_user_changelist", permission="auth.view_user"
    ),
)
