"""The one place that imports the admin theme. To leave the theme, replace the right-hand sides here with Django's own.

Everything above works with plain ``ModelAdmin`` features; the theme adds looks, dropdown filters and action pages.
Proved by ``tests/architecture`` (nobody else imports it) and ``tests/admin``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from django import forms
from django.contrib.admin import ShowFacets
from django.contrib.admin.options import TO_FIELD_VAR, IncorrectLookupParameters
from django.contrib.admin.views.main import ALL_VAR, ERROR_FLAG, IGNORED_PARAMS, ORDER_VAR, PAGE_VAR, SEARCH_VAR
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import Model, QuerySet
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from unfold.admin import ModelAdmin
from unfold.contrib.filters.admin import DropdownFilter as ThemedDropdown
from unfold.contrib.filters.admin import RangeDateFilter
from unfold.contrib.filters.forms import DropdownForm
from unfold.sites import UnfoldAdminSite
from unfold.templatetags import unfold_list
from unfold.views import ChangeList as ThemedChangeList
from unfold.views import UnfoldModelAdminViewMixin as ThemedPage
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget as CheckboxSelectMultiple
from unfold.widgets import UnfoldAdminSelectWidget as Select
from unfold.widgets import UnfoldAdminTextareaWidget as Textarea
from unfold.widgets import UnfoldAdminTextInputWidget as TextInput

from casino.console import list_files, long_lists, navigation, saved_views
from casino.console.long_lists import AFTER, BEFORE
from casino.core.text import figure
from casino.ledger.grams import holding, searched
from casino.site.requests import WithRequest

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


_HEADERS: Final[WithRequest[list[dict[str, Any]]]] = WithRequest("headers")
_headers = unfold_list.result_headers


def _headers_once(changelist: Any) -> list[dict[str, Any]]:
    """The theme makes the titles of all columns, with their addresses, anew for each row of a list."""
    return _HEADERS.once(changelist, lambda: list(_headers(changelist)))


unfold_list.result_headers = _headers_once


_app_list = UnfoldAdminSite.get_app_list


def _apps_of_one_room(site: UnfoldAdminSite, request: HttpRequest, app_label: str | None = None) -> list[Any]:
    """The theme asks for every model of every room, with two addresses each, for a side bar that is not shown: ours is
    ``casino.console.navigation``."""
    return list(_app_list(site, request, app_label)) if app_label else []


UnfoldAdminSite.get_app_list = _apps_of_one_room


class _Options(Select):
    """A drop-down that writes its options in one go: by its template each takes two includes, and the filters of a long
    list have hundreds."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        context = self.get_context(name, value, attrs)
        groups, context["widget"]["optgroups"] = context["widget"]["optgroups"], []
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            (
                (option["value"], SafeString(" selected") if option["selected"] else "", option["label"])
                for _group, of_group, _index in groups
                for option in of_group
            ),
        )
        empty = self._render(self.template_name, context, renderer)
        return SafeString(empty.replace("</select>", f"{options}</select>"))


class _DropdownForm(DropdownForm):
    widget = _Options(attrs=DropdownForm.widget.attrs)


class DropdownFilter(ThemedDropdown):
    """A filter of a list with a drop-down of its values."""

    form_class = _DropdownForm


class ChangeList(ThemedChangeList):
    """A list whose pages begin behind, or before, a row (``casino.console.long_lists``); Django's pass over rows by
    number."""

    count: long_lists.Count
    result_list: Any

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:
        """Called first by Django's own: from here on the place in the list is no filter and stands in no link."""
        self.asked = {name: self.params.pop(name) for name in (AFTER, BEFORE) if name in self.params}
        for name in (AFTER, BEFORE):
            self.filter_params.pop(name, None)
        rows: QuerySet[Any] = super().get_queryset(request, exclude_parameters)
        return rows

    def get_results(self, request: HttpRequest) -> None:
        self.count = long_lists.count(self.queryset)
        self.result_count = self.count.rows
        self.full_result_count, self.show_full_result_count = None, False
        self.can_show_all = not self.count.is_estimate and self.result_count <= self.list_max_show_all
        self.multi_page, self.show_admin_actions = False, bool(self.result_count)
        self.paginator = long_lists.LongPaginator([], self.list_per_page)
        self.show_page(self.read_page(request))

    def read_page(self, request: HttpRequest) -> long_lists.Page:
        """The rows of the page that was asked for; of the first one where the row of the address is not there, or too
        few lie before it."""
        size = self.list_max_show_all if self.show_all and self.can_show_all else self.list_per_page
        ordering = self.get_ordering(request, self.queryset)
        back = BEFORE in self.asked
        anchor = None
        if self.asked:
            key = self.asked[BEFORE] if back else self.asked[AFTER]
            anchor = long_lists.anchor_of(self.root_queryset, ordering, key)
        found = long_lists.page(self.queryset, ordering, size, anchor, back=back and anchor is not None)
        if back and len(found.rows) < size:
            found = long_lists.page(self.queryset, ordering, size, None, back=False)
        return found

    def show_page(self, page: long_lists.Page) -> None:
        self.result_list, self.page = page.rows, page

    def pages(self, request: HttpRequest, size: int) -> Iterator[list[Any]]:
        """All pages from the first one, of another size."""
        self.list_per_page, self.show_all, self.asked = size, False, {}
        while True:
            self.show_page(self.read_page(request))
            yield self.result_list
            if not self.page.after:
                return
            self.asked = {AFTER: str(self.result_list[-1].pk)}

    @property
    def next_address(self) -> str:
        return str(self.get_query_string({AFTER: self.result_list[-1].pk})) if self.page.after else ""

    @property
    def previous_address(self) -> str:
        return str(self.get_query_string({BEFORE: self.result_list[0].pk})) if self._is_behind() else ""

    @property
    def first_address(self) -> str:
        return str(self.get_query_string()) if self._is_behind() else ""

    def _is_behind(self) -> bool:
        return self.page.before and bool(self.result_list)

    @property
    def count_words(self) -> str:
        """How many rows there are; of a long list about how many, and that it is about."""
        rows = figure(f"{self.result_count:,}").in_language(get_language() or "vi")
        if self.count.is_estimate:
            return _("about %(rows)s rows") % {"rows": rows}
        return ngettext("%(rows)s row", "%(rows)s rows", self.result_count) % {"rows": rows}


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


OF_FORMS: Final = ("RelatedObjectLookups.js", "actions.js", "urlify.js", "prepopulate.js", "xregexp.min.js")


class RecordAdmin(ModelAdmin):
    """Lists and pages of what comes from events: to be looked at, never added to, changed or deleted."""

    list_filter_submit = True
    list_fullwidth = True
    list_per_page = 50
    list_disable_select_all = True
    show_full_result_count = False
    show_facets = ShowFacets.NEVER
    """To count the rows behind every choice of every filter goes through all of them."""
    actions: ClassVar[Any] = None
    compressed_fields = True
    also_asked: ClassVar[tuple[str, ...]] = ()
    """Parameters of the list's address beside filters, search, order and pages."""
    list_after_template = "casino/list_files.html"
    list_sections: ClassVar[tuple[Any, ...]] = ()
    """None. The theme asks twice for each row, and a template looks long for a name that is not there."""
    has_files = True
    """Whether the list can be had as a file."""
    of_people: ClassVar[tuple[str, ...]] = ()
    """Parameters of the list's address that name people, by reference."""
    amounts: ClassVar[dict[str, str]] = {}
    """Columns that are amounts, with the fields in which they stand in the currency's smallest unit."""

    @property
    def media(self) -> forms.Media:
        """Without the scripts of forms and of actions, which these pages have none of: each is a request."""
        every = super().media
        unused = OF_FORMS if any(str(each).endswith("calendar.js") for each in every._js) else (*OF_FORMS, "core.js")
        return forms.Media(css=every._css, js=[each for each in every._js if not str(each).endswith(unused)])

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With the property of each row and what the list names besides (``list_select_related``): one question."""
        rows: QuerySet[Any] = super().get_queryset(request)
        named = self.list_select_related if isinstance(self.list_select_related, (list, tuple)) else ()
        owned = ["property"] if any(field.name == "property" for field in self.opts.get_fields()) else []
        return rows.select_related(*{*named, *owned}) if named or owned else rows

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Every word stands in one of the columns that are searched; by their index where they have one."""
        columns = searched(self.model)
        if not columns:
            found: tuple[QuerySet[Any], bool] = super().get_search_results(request, queryset, search_term)
            return found
        for word in search_term.split():
            queryset = queryset.filter(holding(word, *columns))
        return queryset, False

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return ChangeList

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
        return {
            SEARCH_VAR,
            PAGE_VAR,
            AFTER,
            BEFORE,
            ALL_VAR,
            ERROR_FLAG,
            TO_FIELD_VAR,
            *IGNORED_PARAMS,
            *self.of_people,
        }

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
        title = navigation.title_of(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
        extra_context = {"title": title or capfirst(self.opts.verbose_name_plural), **(extra_context or {})}
        if self.has_files and self.has_view_permission(request):
            kept = saved_views.shown(self, request, self._parameters() - self.not_kept())
            extra_context["saved_views"] = kept
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
        named = {
            SEARCH_VAR,
            ORDER_VAR,
            PAGE_VAR,
            AFTER,
            BEFORE,
            ALL_VAR,
            ERROR_FLAG,
            TO_FIELD_VAR,
            *IGNORED_PARAMS,
            *self.also_asked,
        }
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
