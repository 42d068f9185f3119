"""Rounds: the list, and the page that replays one. Proved by ``tests/admin/test_lists.py`` and ``tests/journeys``."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.access import inspectors, reads
from casino.clock import now as clock
from casino.console import panels
from casino.console.theme import RecordAdmin
from casino.core.errors import Problem
from casino.core.money import format_minor
from casino.core.text import Text
from casino.templatetags.tableproof import moment
from games import words
from games.admin import commands, filters, sought, whatif
from games.admin.annex import annex_view
from games.admin.command_pages import offered
from games.admin.fairness import fairness_view
from games.admin.filters import said
from games.admin.neighbours import neighbours
from games.admin.on_duty import acting_person
from games.admin.reasons import reason_view
from games.admin.spoken import spoken_view
from games.admin.statistics import statistics_view
from games.pages.deck import drawing
from games.pages.game_parts import badge_of
from games.pages.round import LOG, TABLE, load
from games.rows import on_duty
from games.rows.models import Round
from games.rows.projector import outcome_of
from games.rows.replay import NoSuchRound, check_position
from games.words import shared

NUMBER = re.compile(r"[0-9]{1,18}")
"""A key of a row (``row_key``) or a position: no property number makes it longer."""


@admin.register(Round)
class RoundAdmin(RecordAdmin):
    list_display = ("when", "name", "shown_result", "difference", "findings", "bets", "staked", "due")
    list_display_links = ("when", "name")
    list_filter = (
        filters.TableFilter,
        filters.GameFilter,
        filters.DayFilter,
        filters.RoundStatusFilter,
        filters.OpenFindingFilter,
        filters.SourceFilter,
    )
    search_fields = ("search",)
    search_help_text = gettext_lazy("Round, table, player, seat or amount")
    amounts: ClassVar[dict[str, str]] = {
        "difference": "difference_minor",
        "staked": "staked_minor",
        "due": "due_net_minor",
    }
    ordering = ("-moment", "-first_position")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        rows: QuerySet[Round] = super().get_queryset(request).select_related("property")
        return rows.filter(inspectors.rows(request.user, "round"))

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("statistics/", wrap(statistics_view), name="games_statistics"),
            path("statistics/all/", wrap(annex_view), name="games_annex"),
            path("fairness/", wrap(fairness_view), name="games_fairness"),
            path("reasons/<str:property_code>/<int:position>/", wrap(reason_view), name="games_reason"),
            path("<str:object_id>/correct/<int:version>/", wrap(self.correct_view), name="games_round_correct"),
            path("<str:object_id>/rule/", wrap(self.rule_view), name="games_round_rule"),
            path("<str:object_id>/say/", wrap(self.spoken_view), name="games_round_spoken"),
            path("<str:object_id>/drawing.svg", wrap(self.drawing_view), name="games_round_drawing"),
            path("<str:object_id>/what-if/", wrap(self.what_if_view), name="games_round_what_if"),
            *super().get_urls(),
        ]

    def correct_view(self, request: HttpRequest, object_id: str, version: int) -> HttpResponse:
        """Correct a fact: for a pit supervisor or above."""
        return commands.correct_view(request, self._row(request, object_id), version)

    def rule_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Record a ruling: for whoever holds a post."""
        return commands.rule_view(request, self._row(request, object_id))

    def what_if_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Suppose another version: for whoever sees the round."""
        return whatif.what_if_view(request, self._row(request, object_id))

    def spoken_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """A bet in words for its player: for whoever sees the round."""
        return spoken_view(request, self._row(request, object_id))

    def drawing_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The round drawn, by itself: for whoever sees the round."""
        try:
            drawn = drawing(self._row(request, object_id), get_language() or "vi")
        except NoSuchRound:
            raise Http404 from None
        if drawn is None:
            raise Http404
        return HttpResponse(drawn, content_type="image/svg+xml")

    def _row(self, request: HttpRequest, object_id: str) -> Round:
        if not self.has_view_permission(request):
            raise PermissionDenied
        if not NUMBER.fullmatch(object_id):
            raise Http404
        return get_object_or_404(self.get_queryset(request), pk=object_id)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Round], search_term: str
    ) -> tuple[QuerySet[Round], bool]:
        """Every word must be found in round, table or player (by the whole reference), or be an amount of the round;
        every seat must have been bet from."""
        wanted = sought.sought(search_term)
        for seat in wanted.seats:
            queryset = queryset.filter(sought.with_seat(seat))
        for word in wanted.words:
            queryset = queryset.filter(sought.in_round(word))
        return queryset, False

    @admin.display(description=gettext_lazy("Time"), ordering="moment")
    def when(self, row: Round) -> SafeString:
        if row.opened_at is None:
            return format_html('<span class="tp-dim">{}</span>', _("moment unknown"))
        return moment(row.opened_at, row.property.zone)

    @admin.display(description=gettext_lazy("Round"), ordering="code")
    def name(self, row: Round) -> SafeString:
        source = ""
        if row.source:
            source = format_html(
                ' <span class="tp-tag tp-source">{}</span>', said(words.term(shared.SOURCES, row.source))
            )
        return format_html('<span class="tp-code">{} · {}</span>{}', row.table, row.code, source)

    @admin.display(description=gettext_lazy("Result"), ordering="outcome")
    def shown_result(self, row: Round) -> SafeString:
        coloured = badge_of(row.game, row.outcome)
        if coloured is None:
            return format_html('<span class="tp-result-words">{}</span>', said(words.result(row.game, row.summary)))
        colour, text = coloured
        badge = format_html('<span class="tp-pocket tp-pocket-{}">{}</span>', colour, said(text))
        if row.status in ("void", "awaiting", "open"):
            status = said(words.term(shared.ROUND_STATUS, row.status))
            return format_html('{} <span class="tp-tag">{}</span>', badge if colour != "none" else "", status)
        return badge

    @admin.display(description=gettext_lazy("No. of bets"), ordering="bets_count")
    def bets(self, row: Round) -> int:
        return row.bets_count

    @admin.display(description=gettext_lazy("Staked"), ordering="staked_minor")
    def staked(self, row: Round) -> SafeString:
        return _amount(row.staked_minor, row.currency)

    @admin.display(description=gettext_lazy("Due to players, net"), ordering="due_net_minor")
    def due(self, row: Round) -> SafeString:
        return _amount(row.due_net_minor, row.currency)

    @admin.display(description=gettext_lazy("Difference"), ordering="difference_minor")
    def difference(self, row: Round) -> SafeString:
        language, out = get_language() or "vi", SafeString("")
        if row.out_minor:
            out = format_html(
                ' <span class="tp-tag tp-severity-money">{} {}</span>',
                _("Still out"),
                format_minor(row.out_minor, row.currency, language),
            )
        if not row.difference_minor:
            return format_html('<span class="tp-dim">{}</span>{}', "0", out)
        sign = "+" if row.difference_minor > 0 else ""
        return format_html(
            '<strong class="tp-amount tp-wrong">{}{}</strong>{}',
            sign,
            format_minor(row.difference_minor, row.currency, language),
            out,
        )

    @admin.display(description=gettext_lazy("Findings"), ordering="findings_open")
    def findings(self, row: Round) -> SafeString:
        if not row.findings_open:
            return format_html('<span class="tp-dim">{}</span>', "–")
        return format_html(
            '<span class="tp-tag tp-severity-{}">{} · {}</span>',
            row.worst_open,
            row.findings_open,
            said(words.term(shared.SEVERITIES, row.worst_open)),
        )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The replay instead of a form: nothing of a round is edited."""
        row = self._row(request, object_id)
        try:
            check_position(row.property.code, _number(request, "at"))
        except Problem as problem:
            messages.error(request, problem.in_language(get_language() or "vi"))
            return redirect(request.path)
        try:
            page = load(
                row,
                language=get_language() or "vi",
                at=_number(request, "at"),
                step=_number(request, "step"),
                by={TABLE: TABLE, LOG: LOG}.get(request.GET.get("by", "")),
            )
        except NoSuchRound:
            raise Http404 from None
        if page.reasoned:
            reads.reason(request, row.property, row.stream)
        shown = badge_of(row.game, outcome_of(page.replay.judgement.summary))
        colour, pocket = shown or ("none", Text("", ""))
        here = page.step
        person = acting_person(request, row.property.code, row.table) if page.at is None else None
        page.may_correct = person is not None and commands.may_correct(person)
        may_rule = person is not None and on_duty.may_rule_at_all(person, page.replay.book)
        context = {
            **self.admin_site.each_context(request),
            "title": f"{row.table} · {row.code}",
            "opts": self.opts,
            "original": row,
            "page": page,
            "may_rule": may_rule,
            "commands": offered(request, row),
            "panels": panels.shown("round", request, page),
            "game": words.term(shared.GAMES, row.game),
            "pocket_colour": colour,
            "pocket": pocket.in_language(page.language),
            "earlier": here - 1 if here > 1 else None,
            "later": here + 1 if here < len(page.steps) else None,
            "printed_at": clock(),
            "neighbours": neighbours(request, row),
        }
        return TemplateResponse(request, "games/round/page.html", context)


def _number(request: HttpRequest, name: str) -> int | None:
    """A whole number of the address, or None where there is none to read."""
    text = request.GET.get(name, "")
    return int(text) if NUMBER.fullmatch(text) else None


def _amount(amount_minor: int, currency: str) -> SafeString:
    text = format_minor(amount_minor, currency, get_language() or "vi")
    return format_html('<span class="tp-amount">{}</span>', text)
