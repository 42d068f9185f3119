"""The inbox of cases and a case's page. Proved by ``tests/disputes/admin/test_inbox.py`` and ``test_cases.py``."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.admin.views.main import ORDER_VAR, SEARCH_VAR
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.access.postings import holds
from casino.clock import now
from casino.console import panels
from casino.console.long_lists import Page
from casino.console.theme import ChangeList, RecordAdmin
from casino.core.errors import Problem
from casino.core.money import format_minor
from casino.templatetags.tableproof import brief
from disputes.admin import collecting, command_pages, counted, desk, downloads, filters, inbox, live, stickers
from disputes.admin.figures import figures_view
from disputes.admin.shift import shift_view
from disputes.case import words
from disputes.case.allowed import STAGE_NAMES
from disputes.case.state import Stage
from disputes.pages import clock as clocks
from disputes.pages import glimpses
from disputes.pages.case import CasePage
from disputes.reads import log
from disputes.reads.models import ReadKind
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from games.admin.desk import WHO
from games.admin.filters import said
from games.admin.reasons import readable_by
from games.words import shared

NUMBER: Final = re.compile(r"[0-9]{1,19}")
readable_by("case", "disputes.view_personalread")
MOST_ASKED: Final = 200
WATCHED: Final = ("acknowledge", "footage")
"""Clocks of Surveillance: a row names them beside what is owed otherwise."""
KEPT: Final = frozenset(
    {inbox.PARAMETER, "stage", "table", "game", "amount", "day", "clause", "ending", "money", ORDER_VAR}
)
"""What of a list's address goes along with a search."""


class Inbox(ChangeList):
    """The list of cases: a segment is no filter that one would want to clear, and the usual order needs no marks."""

    def get_filters(self, request: HttpRequest) -> Any:
        specs, *rest, _has_active = super().get_filters(request)
        return specs, *rest, any(spec.value() for spec in specs if not isinstance(spec, inbox.SegmentFilter))

    row_keys: str

    def read_page(self, request: HttpRequest) -> Page:
        """The rows of this page with their glimpses, opened at once; that they were read is noted once."""
        page = super().read_page(request)
        found = glimpses.glimpses(page.rows, now())
        for row in page.rows:
            row.glimpse = found[row.pk]
        self.row_keys = ",".join(str(row.pk) for row in page.rows[: live.MOST_ROWS])
        for owner in {row.property for row in page.rows}:
            persons = glimpses.persons_shown(row for row in page.rows if row.property_id == owner.pk)
            if persons:
                log.note(request, owner, ReadKind.LIST, "", persons)
        return page

    def get_ordering_field_columns(self) -> Any:
        return super().get_ordering_field_columns() if ORDER_VAR in self.params else {}


@admin.register(CaseRow)
class CaseAdmin(RecordAdmin):
    list_display = ("name", "standing", "clock", "matter", "amount", "place", "hands")
    list_display_links = ("name",)
    list_filter = (
        inbox.SegmentFilter,
        filters.StageFilter,
        filters.TableFilter,
        filters.GameFilter,
        filters.AmountFilter,
        filters.DayFilter,
        filters.ClauseFilter,
        filters.EndingFilter,
        filters.MoneyFilter,
        filters.PersonFilter,
        *counted.FILTERS,
    )
    search_fields = ("number",)
    search_help_text = gettext_lazy("Case, table, round, seat, player, telephone, amount")
    ordering: ClassVar[Any] = (F("due_at").asc(nulls_last=True), "-id")
    list_before_template = "disputes/cases/inbox.html"
    of_people = ("person", "dealer")
    amounts: ClassVar[dict[str, str]] = {"amount": "amount_minor"}

    def get_queryset(self, request: HttpRequest) -> QuerySet[CaseRow]:
        """The cases that this person may see, and no others anywhere in the admin."""
        rows: QuerySet[CaseRow] = super().get_queryset(request).select_related("property")
        return rows.filter(Seeing.of(request).visible())

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[CaseRow], search_term: str
    ) -> tuple[QuerySet[CaseRow], bool]:
        return filters.search(request, queryset, search_term), False

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return Inbox

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            *command_pages.urls(self),
            path("<str:object_id>/collect/", wrap(self.collect_view), name="disputes_case_collect"),
            path("stickers/", wrap(self.stickers_view), name="disputes_case_stickers"),
            path("<str:object_id>/desk/", wrap(self.desk_item_view), name="disputes_case_desk"),
            path("live/", self.live_view, name="disputes_live"),
            path("<str:object_id>/live/", self.case_live_view, name="disputes_case_live"),
            path("search/", wrap(self.search_view), name="disputes_case_search"),
            path("figures/", wrap(figures_view), name="disputes_figures"),
            path("shift/", wrap(shift_view), name="disputes_shift"),
            path(
                "<str:object_id>/attachment/<str:code>/",
                wrap(self.attachment_view),
                name="disputes_case_attachment",
            ),
            path("<str:object_id>/paper/<str:code>/", wrap(self.paper_view), name="disputes_case_paper"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        seeing = Seeing.of(request)
        chosen = inbox.SegmentFilter(request, {}, CaseRow, self).usual
        asked = request.GET.get(inbox.PARAMETER, "")
        counts = inbox.counts(inbox.counted(seeing))
        shown = inbox.segments(seeing, counts, asked if asked in inbox.SEGMENTS else chosen)
        context = {
            "title": _("Cases"),
            "segments": shown,
            "by_name": bool(request.GET.get("person")),
            "may_hand_over": any(segment.code == "mine" and segment.count for segment in shown),
            "desk": holds(request.user, *WHO),
            "may_open": inbox.may_open(seeing),
            "chosen": asked if asked in inbox.SEGMENTS else chosen,
            "seen": counts["seen"],
        }
        return super().changelist_view(request, {**(extra_context or {}), **context})

    def search_view(self, request: HttpRequest) -> HttpResponse:
        """Take a search as a form and answer with the list, so that no name comes to stand in an address."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        asked = " ".join(request.POST.get(SEARCH_VAR, "").replace("\x00", "").split())[:MOST_ASKED]
        kept = {name: value for name, value in request.POST.items() if name in KEPT}
        found = filters.found_by(request, asked)
        address = reverse("admin:disputes_case_changelist")
        return HttpResponseRedirect(f"{address}?{urlencode({inbox.PARAMETER: 'all', **kept, **found})}")

    # What a row says

    @admin.display(description=gettext_lazy("Case"), ordering="id")
    def name(self, row: CaseRow) -> SafeString:
        return format_html(
            '<span class="tp-row-name"><strong class="tp-code">{}</strong> <span class="tp-dim">{}</span></span>',
            row.number,
            brief(row.opened_at, row.property.zone),
        )

    @admin.display(description=gettext_lazy("Player and complaint"))
    def matter(self, row: CaseRow) -> SafeString:
        glimpse: glimpses.Glimpse = row.glimpse  # type: ignore[attr-defined]
        return format_html(
            '<span class="tp-row-matter"><strong>{}</strong> <span class="tp-dim">{}</span></span>',
            glimpse.player or "–",
            glimpse.claim or said(words.SOURCES[row.source]),
        )

    @admin.display(description=gettext_lazy("Stage"), ordering="stage")
    def standing(self, row: CaseRow) -> SafeString:
        return stage_tag(row)

    @admin.display(description=gettext_lazy("Next step"), ordering="due_at")
    def clock(self, row: CaseRow) -> SafeString:
        glimpse: glimpses.Glimpse = row.glimpse  # type: ignore[attr-defined]
        if glimpse.owed is None:
            return format_html('<span class="tp-dim">{}</span>', said(words.ENDINGS[row.ending]) if row.ending else "–")
        owed = format_html(
            '<span class="tp-owed{}">{} <span class="tp-dim">{}</span></span>',
            " tp-owed-others" if glimpse.others else "",
            said(glimpse.owed),
            glimpse.clause,
        )
        if row.due_at is None:
            return owed
        found = clocks.view(row.due_code, row.due_at, now(), game=row.game)
        asked = said(found.name) if row.due_code in WATCHED else ""
        return format_html(
            '<span class="tp-row-next">{} <span id="clock-{}" class="tp-clock tp-clock-{}" title="{}">{}</span>'
            ' <span class="tp-dim">{}</span></span>',
            owed,
            row.pk,
            found.state,
            found.due_at.astimezone(row.property.zone).strftime("%d/%m/%Y %H:%M"),
            said(found.left),
            asked,
        )

    @admin.display(description=gettext_lazy("Amount"), ordering="amount_minor")
    def amount(self, row: CaseRow) -> SafeString:
        currency, language = row.currency or row.property.currency, get_language() or "vi"
        out = SafeString("")
        if row.out_minor:
            out = format_html(
                ' <span class="tp-tag tp-severity-money">{} {}</span>',
                _("Still out"),
                format_minor(row.out_minor, currency, language),
            )
        if row.amount_minor is None:
            return format_html('<span class="tp-dim">{}</span>{}', "–", out)
        return format_html(
            '<span class="tp-amount">{}</span>{}', format_minor(row.amount_minor, currency, language), out
        )

    @admin.display(description=gettext_lazy("Table"), ordering="table")
    def place(self, row: CaseRow) -> SafeString:
        game = shared.GAMES.get(row.game)
        return format_html(
            '<span class="tp-code">{}</span> <span class="tp-dim">{}</span>',
            row.table or _("no table"),
            said(game) if game else "",
        )

    @admin.display(description=gettext_lazy("In the hands of"), ordering="assigned_to")
    def hands(self, row: CaseRow) -> SafeString:
        if not row.is_open:
            return format_html('<span class="tp-dim">{}</span>', row.assigned_to or "–")
        if not row.assigned_to:
            return format_html('<span class="tp-tag">{}</span>', _("nobody yet"))
        return format_html("<span>{}</span>", row.assigned_to)

    # A case

    def row(self, request: HttpRequest, object_id: str) -> CaseRow:
        """The row of a case that this person may see; 403 without the right to see cases, 404 for any other case."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        if not NUMBER.fullmatch(object_id) or int(object_id) >= 2**63:
            raise Http404
        return get_object_or_404(self.get_queryset(request), pk=object_id)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.row(request, object_id)
        try:
            page = CasePage(row, Seeing.of(request), language=get_language() or "vi")
        except Problem as problem:
            raise Http404 from problem
        log.note(request, row.property, ReadKind.CASE, row.number)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "original": row,
            "title": row.number,
            "page": page,
            "row": row,
            "panels": panels.shown("case", request, page),
        }
        return TemplateResponse(request, "disputes/case/page.html", context)

    def desk_item_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The case as the desk shows it; a fragment."""
        return desk.item_view(request, self.row(request, object_id))

    def stickers_view(self, request: HttpRequest) -> HttpResponse:
        """QR codes for the tables."""
        return stickers.stickers_view(self, request)

    def live_view(self, request: HttpRequest) -> HttpResponse:
        """What changes in the inbox; a fragment."""
        return live.inbox_view(self, request)

    def case_live_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """What changes at a case; a fragment."""
        return live.case_view(self, request, object_id)

    def collect_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """8.2 to 8.4 on one page."""
        return collecting.collect_view(self, request, object_id)

    def attachment_view(self, request: HttpRequest, object_id: str, code: str) -> HttpResponseBase:
        """A file that is evidence."""
        return downloads.attachment(self, request, self.row(request, object_id), code)

    def paper_view(self, request: HttpRequest, object_id: str, code: str) -> HttpResponse:
        """A paper as PDF."""
        return downloads.paper(self, request, self.row(request, object_id), code)


def stage_tag(row: CaseRow) -> SafeString:
    """The stage of a row as a coloured tag."""
    return format_html('<span class="tp-tag tp-stage-{}">{}</span>', row.stage, said(STAGE_NAMES[Stage(row.stage)]))
