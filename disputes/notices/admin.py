"""A person's own notices: what waits, that it was seen, and below it what is done with.

Proved by ``tests/disputes/notices/test_notices.py``."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.access.models import AccountChange
from casino.clock import now as clock
from casino.console.long_lists import Page
from casino.console.panels import Context, Panel
from casino.console.theme import ChangeList, RecordAdmin
from casino.database import together
from casino.database.together import Asking
from casino.templatetags.tableproof import moment
from disputes.notices import money_out  # noqa: F401 - it speaks for its kind
from disputes.notices.models import FIRST_TO_DO, Notice, NoticeKind
from disputes.notices.notes import notes_of
from disputes.notices.sources import SOURCES
from disputes.notices.words import headline, reference
from disputes.rows.models import Case as CaseRow
from games.ingest.models import Device

NEWEST = 6


class Notices(ChangeList):
    """A person's notices, each with the note of its hand-over; with deadlines where one of them has any."""

    def read_page(self, request: HttpRequest) -> Page:
        page = super().read_page(request)
        notes = notes_of(request, page.rows)
        for row in page.rows:
            row.shown_note, row.shown_reference = notes.get(row.pk, ""), reference(row)
        if not any(row.due_at for row in page.rows):
            columns: Any = self.model_admin.list_display
            self.list_display = [name for name in columns if name != "due"]
        return page


@admin.register(Notice)
class NoticeAdmin(RecordAdmin):
    list_display = ("what", "about", "due", "since")
    list_display_links = None
    ordering: ClassVar[Any] = FIRST_TO_DO
    list_before_template = "disputes/notices/read.html"

    def has_view_permission(self, request: HttpRequest, obj: Notice | None = None) -> bool:
        """Everybody sees their own notices, and nobody those of others."""
        return request.user.is_active and (obj is None or obj.user_id == request.user.pk)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        rows: QuerySet[Notice] = super().get_queryset(request).filter(user_id=request.user.pk or 0)
        return _with_case(rows)

    def get_urls(self) -> list[URLPattern]:
        read = self.admin_site.admin_view(self.read_view)
        return [path("read/", read, name="disputes_notice_read"), *super().get_urls()]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return Notices

    def read_view(self, request: HttpRequest) -> HttpResponse:
        """All of a person's notices were seen."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        Notice.objects.filter(user_id=request.user.pk or 0, read_at=None).update(read_at=clock())
        return HttpResponseRedirect(reverse("admin:disputes_notice_changelist"))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "unread": unread(request)})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A notice has no page of its own: it leads to what it is about."""
        row = self.get_queryset(request).filter(pk=object_id).first() if object_id.isdigit() else None
        where = reverse("admin:disputes_notice_changelist") if row is None else address(row)
        return HttpResponseRedirect(where)

    @admin.display(description=gettext_lazy("Notice"))
    def what(self, row: Notice) -> SafeString:
        words = headline(row).in_language(get_language() or "vi")
        if row.retired_at is not None:
            return format_html('<span class="tp-dim">{} · {}</span>', words, _("done with"))
        template = "<strong>{}</strong>" if row.read_at is None else "{}"
        note = getattr(row, "shown_note", "")
        said = format_html(template, words)
        if not getattr(row, "shown_reference", ""):
            said = format_html('<a href="{}">{}</a>', address(row), said)
        return format_html('{} <span class="tp-quote">{}</span>', said, note) if note else said

    @admin.display(description=gettext_lazy("Where"), empty_value="")
    def about(self, row: Notice) -> SafeString | None:
        code = getattr(row, "shown_reference", "")
        return format_html('<a class="tp-code" href="{}">{}</a>', address(row), code) if code else None

    @admin.display(description=gettext_lazy("Deadline"), empty_value="")
    def due(self, row: Notice) -> SafeString | None:
        return None if row.due_at is None else moment(row.due_at, row.property.zone)

    @admin.display(description=gettext_lazy("Since"))
    def since(self, row: Notice) -> SafeString:
        return moment(row.made_at, row.property.zone)


def address(row: Notice) -> str:
    """Where what a notice is about is looked at."""
    if row.kind in SOURCES:
        return SOURCES[row.kind].address(row)
    kind, _, code = row.case.partition("/")
    if row.kind == NoticeKind.SECOND:
        return reverse("admin:games_waiting_change", args=[code])
    if row.kind != NoticeKind.ACCOUNT:
        return _case_address(row)
    if kind == "account":
        return reverse("admin:auth_user_change", args=[code])
    if kind == "change":
        change = AccountChange.objects.filter(pk=code).first()
        concerned = change is not None and change.user_id == row.user_id
        # Whom it concerns has no part in it: their own page says that it waits.
        return (
            reverse("admin:auth_user_change", args=[row.user_id])
            if concerned
            else reverse("admin:casino_accountchange_change", args=[code])
        )
    device = Device.objects.filter(property_id=row.property_id, code=code).values_list("pk", flat=True).first()
    if device is None:
        return reverse("admin:games_device_changelist")
    return reverse("admin:games_device_change", args=[device])


def _with_case(rows: QuerySet[Notice]) -> QuerySet[Notice]:
    """Each with its property and, where it is about a case, the key of its page (``case_key``)."""
    case = CaseRow.objects.filter(property_id=OuterRef("property_id"), number=OuterRef("case")).values("pk")[:1]
    return rows.select_related("property").annotate(case_key=Subquery(case))


def _case_address(row: Any) -> str:
    """``row`` of a list has the key already."""
    known: Any = row if hasattr(row, "case_key") else _with_case(Notice.objects.filter(pk=row.pk)).get()
    key = known.case_key
    if key is None:
        return reverse("admin:disputes_case_changelist")
    return reverse("admin:disputes_case_change", args=[key])


def unread(request: HttpRequest) -> int:
    """How many notices the person has not seen."""
    return standing(request).count()


def standing(request: HttpRequest) -> QuerySet[Notice]:
    """What the person has not seen and is not done with."""
    return _with_case(Notice.objects.filter(user_id=request.user.pk or 0, read_at=None, retired_at=None))


def _panel(request: HttpRequest, _subject: None) -> Asking[Context]:
    mine = standing(request)
    rows, number = mine.order_by(*FIRST_TO_DO)[:NEWEST], together.figures(mine, number=Count("pk"))
    yield rows, number
    if not rows:
        return None
    notes = notes_of(request, list(rows))
    shown = [(row, headline(row), address(row), reference(row), notes.get(row.pk, "")) for row in rows]
    return {"rows": shown, "count": number[0]["number"]}


PANEL: Final = Panel("dashboard", "notices", 6, gettext_lazy("Notices for you"), "disputes/notices/panel.html", _panel)
