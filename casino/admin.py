"""Accounts in the admin: the administrator makes people and gives them their posts (and postings: ``posting_admin``).

Events name people by staff code or user name, and two persons are told apart by it: both are settled before an account
is first used. Proved by ``tests/admin/test_pages.py`` and ``test_accounts.py``.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import ManyToManyField, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino import posting_admin  # noqa: F401 - registers its page
from casino.ledger.models import Property
from casino.models import StaffCode
from casino.navigation import Entry, register
from casino.roles import RANKED, role_name, role_of
from casino.templatetags.tableproof import moment
from casino.theme import (
    AdminPasswordChangeForm,
    CheckboxSelectMultiple,
    DropdownFilter,
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


def _said(code: str) -> str:
    return role_name(code, get_language() or "vi")


def house_zone() -> str:
    """The time zone in which accounts show when they were used: that of the first property, which made them."""
    return Property.objects.order_by("pk").values_list("time_zone", flat=True).first() or "UTC"


class RoleFilter(DropdownFilter):
    """Accounts by post."""

    title = _("post")
    parameter_name = "post"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(code, _said(code)) for code in RANKED]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        return queryset.filter(groups__name=self.value()) if self.value() else queryset


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
    list_display = ("username", "first_name", "last_name", "role", "is_active", "signed_in")
    list_filter = (RoleFilter, "is_active")
    list_filter_submit = True
    list_fullwidth = True
    fieldsets = (
        (None, {"fields": ("username", "password"), "description": NAMED}),
        (_("Person"), {"fields": ("first_name", "last_name", "email")}),
        (_("Post"), {"fields": ("groups", "is_active", "is_staff"), "description": POSTED}),
        (_("Dates"), {"fields": ("signed_in", "joined")}),
    )
    readonly_fields = ("signed_in", "joined")
    filter_horizontal = ()
    inlines = (StaffCodeInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        return (*self.readonly_fields, "username") if is_settled(obj) else self.readonly_fields

    @admin.display(description=_("post"))
    def role(self, user: User) -> str:
        code = role_of(user)
        return _said(code) if code else "–"

    @admin.display(description=_("last login"), ordering="last_login")
    def signed_in(self, user: User) -> SafeString:
        return moment(user.last_login, house_zone())

    @admin.display(description=_("date joined"), ordering="date_joined")
    def joined(self, user: User) -> SafeString:
        return moment(user.date_joined, house_zone())

    def formfield_for_manytomany(self, db_field: ManyToManyField[Any, Any], request: HttpRequest, **kwargs: Any) -> Any:
        """Posts as boxes to tick, in their order."""
        if db_field.name != "groups":
            return super().formfield_for_manytomany(db_field, request, **kwargs)
        in_order = {code: place for place, code in enumerate(RANKED)}
        groups = sorted(Group.objects.all(), key=lambda group: (in_order.get(group.name, len(RANKED)), group.name))
        field = forms.ModelMultipleChoiceField(
            Group.objects.all(), required=False, label=_("Post"), widget=CheckboxSelectMultiple()
        )
        field.choices = [(group.pk, _said(group.name)) for group in groups]
        return field


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
