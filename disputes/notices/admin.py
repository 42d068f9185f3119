"""A person's own notices: what waits, and that it was seen. Proved by ``tests/disputes/notices/test_notices.py``."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy

from casino.navigation import Entry, register
from casino.panels import Panel
from casino.panels import register as register_panel
from casino.templatetags.tableproof import moment
from casino.theme import RecordAdmin
from disputes.notices.models import Notice
from disputes.notices.words import headline
from disputes.records import Case as CaseRow

NEWEST = 6


@admin.register(Notice)
class NoticeAdmin(RecordAdmin):
    list_display = ("what", "about", "due", "since")
    list_display_links = None
    ordering = ("-made_at", "-pk")
    list_before_template = "disputes/notices/read.html"

    def has_view_permission(self, request: HttpRequest, obj: Notice | None = None) -> bool:
        """Whoever sees cases sees their own notices, and nobody those of others."""
        mine = obj is None or obj.user_id == request.user.pk
        return mine and bool(request.user.has_perm("disputes.view_case"))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("disputes.view_case"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        rows: QuerySet[Notice] = super().get_queryset(request).filter(user_id=request.user.pk or 0)
        return rows.select_related("property")

    def get_urls(self) -> list[URLPattern]:
        read = self.admin_site.admin_view(self.read_view)
        return [path("read/", read, name="disputes_notice_read"), *super().get_urls()]

    def read_view(self, request: HttpRequest) -> HttpResponse:
        """All of a person's notices were seen."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        Notice.objects.filter(user_id=request.user.pk or 0, read_at=None).update(read_at=datetime.now(UTC))
        return HttpResponseRedirect(reverse("admin:disputes_notice_changelist"))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "unread": unread(request)})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A notice has no page of its own: it leads to its case."""
        row = self.get_queryset(request).filter(pk=object_id).first() if object_id.isdigit() else None
        where = reverse("admin:disputes_notice_changelist") if row is None else case_address(row)
        return HttpResponseRedirect(where)

    @admin.display(description=gettext_lazy("Notice"))
    def what(self, row: Notice) -> SafeString:
        words = headline(row).in_language(get_language() or "vi")
        template = "<strong>{}</strong>" if row.read_at is None else "{}"
        return format_html(template, words)

    @admin.display(description=gettext_lazy("Case"))
    def about(self, row: Notice) -> SafeString:
        return format_html('<a class="tp-code" href="{}">{}</a>', case_address(row), row.case)

    @admin.display(description=gettext_lazy("Due"))
    def due(self, row: Notice) -> SafeString:
        return format_html("–") if row.due_at is None else moment(row.due_at, row.property.zone)

    @admin.display(description=gettext_lazy("Since"))
    def since(self, row: Notice) -> SafeString:
        return moment(row.made_at, row.property.zone)


def case_address(row: Notice) -> str:
    """Where the case of a notice is looked at."""
    found = CaseRow.objects.filter(property_id=row.property_id, number=row.case).values_list("pk", flat=True).first()
    if found is None:
        return reverse("admin:disputes_case_changelist")
    return reverse("admin:disputes_case_change", args=[found])


def unread(request: HttpRequest) -> int:
    """How many notices the person has not seen."""
    return Notice.objects.filter(user_id=request.user.pk or 0, read_at=None).count()


def _panel(request: HttpRequest, _subject: None) -> dict[str, Any] | None:
    rows = Notice.objects.select_related("property").filter(user_id=request.user.pk or 0, read_at=None)[:NEWEST]
    if not rows:
        return None
    return {"rows": [(row, headline(row), case_address(row)) for row in rows], "count": unread(request)}


def _badge(request: HttpRequest) -> str:
    count = unread(request)
    return str(count) if count else ""


register(
    "disputes",
    Entry(
        order=30,
        title=gettext_lazy("Notices"),
        icon="notifications",
        address="admin:disputes_notice_changelist",
        permission="disputes.view_case",
        badge=_badge,
    ),
)
register_panel(
    "dashboard",
    Panel(
        code="notices",
        order=6,
        title=gettext_lazy("Notices for you"),
        template="disputes/notices/panel.html",
        build=_panel,
        permission="disputes.view_case",
    ),
)
