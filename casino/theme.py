"""The one place that imports the admin theme. To leave the theme, replace the right-hand sides here with Django's own.

Everything above works with plain ``ModelAdmin`` features; the theme adds looks, dropdown filters and action pages.
Proved by ``tests/architecture`` (nobody else imports it) and ``tests/admin``.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib.admin.options import TO_FIELD_VAR, IncorrectLookupParameters
from django.contrib.admin.views.main import ALL_VAR, ERROR_FLAG, IGNORED_PARAMS, ORDER_VAR, PAGE_VAR, SEARCH_VAR
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import Model
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from unfold.admin import ModelAdmin
from unfold.contrib.filters.admin import DropdownFilter, RangeDateFilter
from unfold.views import ChangeList
from unfold.views import UnfoldModelAdminViewMixin as ThemedPage
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget as CheckboxSelectMultiple
from unfold.widgets import UnfoldAdminSelectWidget as Select
from unfold.widgets import UnfoldAdminTextareaWidget as Textarea
from unfold.widgets import UnfoldAdminTextInputWidget as TextInput

from casino import list_files, saved_views

__all__ = [
    "ChangeList",
    "CheckboxSelectMultiple",
    "DropdownFilter",
    "FileInput",
    "ModelAdmin",
    "RangeDateFilter",
    "RecordAdmin",
    "Select",
    "TextInput",
    "Textarea",
    "ThemedPage",
]


class FileInput(forms.FileInput):
    """A field for a file in a form of ours. The theme's script writes the file's name into the first text field that it
    finds three steps above: here that is a hidden one, and not a field that the person filled in."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        field = super().render(name, value, attrs, renderer)
        return format_html('<div><div><div>{}</div></div><input type="text" hidden disabled></div>', field)


class Named:
    """A row under another name, for the theme's line of where one is: rows with codes are called by their words."""

    def __init__(self, row: Model, name: str) -> None:
        self._meta = row._meta
        self.pk = row.pk
        self.name = name

    def __str__(self) -> str:
        return self.name


class RecordAdmin(ModelAdmin):
    """Lists and pages of what comes from events: to be looked at, never added to, changed or deleted."""

    list_filter_submit = True
    list_fullwidth = True
    list_per_page = 50
    list_disable_select_all = True
    actions: ClassVar[Any] = None
    compressed_fields = True
    also_asked: ClassVar[tuple[str, ...]] = ()
    """Parameters of the list's address beside filters, search, order and pages."""
    list_after_template = "casino/list_files.html"
    has_files = True
    """Whether the list can be had as a file."""
    of_people: ClassVar[tuple[str, ...]] = ()
    """Parameters of the list's address that name people, by reference."""
    amounts: ClassVar[dict[str, str]] = {}
    """Columns that are amounts, with the fields in which they stand in the currency's smallest unit."""

    @classmethod
    def also_filtered_by(cls, *filters: Any) -> None:
        """A higher room brings filters of its own to the list of a lower one."""
        cls.list_filter = (*cls.list_filter, *filters)

    def currency_of(self, row: Any) -> str:
        """The currency of a row's amounts."""
        return str(row.currency or row.property.currency)

    def get_urls(self) -> list[URLPattern]:
        if not self.has_files:
            return list(super().get_urls())
        name = f"{self.opts.app_label}_{self.opts.model_name}"
        wrap = self.admin_site.admin_view
        return [
            path("file/<str:kind>/", wrap(self.file_view), name=f"{name}_file"),
            path("views/", wrap(self.views_view), name=f"{name}_views"),
            *super().get_urls(),
        ]

    def views_view(self, request: HttpRequest) -> HttpResponse:
        """Keep the filters of this list under a name, or delete what was kept."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return saved_views.answer(self, request, self._parameters() - self.not_kept())

    def not_kept(self) -> set[str]:
        """Parameters that no saved view keeps: words of a search, pages, and what names people."""
        return {SEARCH_VAR, PAGE_VAR, ALL_VAR, ERROR_FLAG, TO_FIELD_VAR, *IGNORED_PARAMS, *self.of_people}

    def file_view(self, request: HttpRequest, kind: str) -> HttpResponse | FileResponse:
        """The list of this address as a file, by its filters and order."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        if kind not in list_files.KINDS:
            raise Http404
        self._check_address(request)
        write, content_type = list_files.KINDS[kind]
        try:
            with list_files.one_moment():
                found = list_files.rows(self, request, self.get_changelist_instance(request))
                made = write(list_files.header(self), found)
        except list_files.TooManyRows:
            raise BadRequest(_("This list is too long for a file. Narrow it by its filters.")) from None
        except IncorrectLookupParameters:
            raise BadRequest from None
        name = f"{self.opts.model_name}.{kind}"
        return FileResponse(made, as_attachment=True, filename=name, content_type=content_type)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        self._check_address(request)
        if self.has_files and self.has_view_permission(request):
            kept = saved_views.shown(self, request, self._parameters() - self.not_kept())
            extra_context = {**(extra_context or {}), "saved_views": kept}
        response: HttpResponse = super().changelist_view(request, extra_context)
        return response

    def _check_address(self, request: HttpRequest) -> None:
        """A filter or search with a character that PostgreSQL cannot hold is a bad request, not a failure."""
        if any("\x00" in value for values in request.GET.lists() for value in values[1]):
            raise BadRequest
        unknown = set(request.GET) - self._parameters()
        if unknown:
            raise BadRequest(f"This list has no filter {sorted(unknown)[0]!r}.")

    def _parameters(self) -> set[str]:
        """What the address of this list may ask for: its filters, search, order, pages. Django would take every lookup
        of every column, and PostgreSQL would stumble over its value."""
        named = {SEARCH_VAR, ORDER_VAR, PAGE_VAR, ALL_VAR, ERROR_FLAG, TO_FIELD_VAR, *IGNORED_PARAMS, *self.also_asked}
        for each in self.list_filter:
            parameter = getattr(each, "parameter_name", None)
            if parameter is not None:
                named.add(parameter)
                continue
            field = each[0] if isinstance(each, tuple) else each
            named |= {f"{field}{suffix}" for suffix in ("", "__exact", "__isnull", "_from", "_to")}
        return named

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
