"""Tables: what each has now, and its history. Proved by ``tests/admin/test_pages.py``."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.console.theme import RecordAdmin
from casino.core.events import RecordedEvent
from casino.ledger.application import get_ledger
from casino.templatetags.tableproof import moment
from games import words
from games.admin import equipment, filters, studies
from games.admin.clauses import clauses_view
from games.admin.command_pages import do_view, offered
from games.admin.filters import said
from games.admin.rounds import NUMBER
from games.admin.rule_documents import rules_view
from games.engine.replay import moment_of
from games.engine.sentences import post
from games.engine.table import TableTerms, evolve
from games.pages import timeline
from games.pages.deck import deck
from games.pages.game_parts import statistics_of
from games.rows.models import Round, Table
from games.words import fields, shared
from games.words.clauses import book_of, document_words

HISTORY = 200
"""The newest facts of a table that its page shows; colour chips of a busy day fill more than a page."""


@admin.register(Table)
class TableAdmin(RecordAdmin):
    list_display = ("code", "name", "shown_game", "state", "document_name", "devices_list", "changed")
    list_filter = (filters.GameFilter,)
    search_fields = ("code", "name", "pit")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        rows: QuerySet[Table] = super().get_queryset(request).select_related("property")
        return rows

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(clauses_view)
        documents = self.admin_site.admin_view(rules_view)
        wrap = self.admin_site.admin_view
        return [
            path("clauses/", page, name="games_clauses"),
            path("rules/", documents, name="games_rules"),
            path("<int:pk>/equipment/", wrap(equipment.equipment_view), name="games_table_equipment"),
            path("do/<slug:command>/<str:property_code>/<str:table>/", wrap(do_view), name="games_do"),
            path("do/<slug:command>/<str:property_code>/<str:table>/<str:round>/", wrap(do_view), name="games_do"),
            path("studies/", wrap(studies.list_view), name="games_studies"),
            path("studies/ask/", wrap(studies.ask_view), name="games_study_ask"),
            path("studies/<int:pk>/", wrap(studies.one_view), name="games_study"),
            path("studies/<int:pk>/cancel/", wrap(studies.cancel_view), name="games_study_cancel"),
            path("studies/<int:pk>/<str:form>/", wrap(studies.file_view), name="games_study_file"),
            *super().get_urls(),
        ]

    @admin.display(description=gettext_lazy("Game"), ordering="game")
    def shown_game(self, row: Table) -> str:
        return said(words.term(shared.GAMES, row.game))

    @admin.display(description=gettext_lazy("State"), ordering="is_open")
    def state(self, row: Table) -> SafeString:
        text = _("Open") if row.is_open else _("Closed")
        return format_html('<span class="tp-tag tp-state-{}">{}</span>', "open" if row.is_open else "closed", text)

    @admin.display(description=gettext_lazy("Rule document"))
    def document_name(self, row: Table) -> str:
        return said(document_words(book_of(row.document))) if row.document else "–"

    @admin.display(description=gettext_lazy("Devices"))
    def devices_list(self, row: Table) -> str:
        return ", ".join(row.devices) or "–"

    @admin.display(description=gettext_lazy("Last change"), ordering="changed_at")
    def changed(self, row: Table) -> SafeString:
        return moment(row.changed_at, row.property.zone)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        if not NUMBER.fullmatch(object_id):
            raise Http404
        row = get_object_or_404(Table.objects.select_related("property"), pk=object_id)
        events = get_ledger(row.property.code).stream(f"table/{row.code}")
        currency = row.currency or row.property.currency
        rounds = Round.objects.filter(property=row.property, table=row.code)
        book = book_of(row.document)
        limits = [
            (None if kind == "*" else words.bet_kind(row.game, kind, book), low, high)
            for kind, (low, high) in sorted(row.limits.items())
        ]
        statistics = statistics_of(row.game)
        everything = reverse("admin:games_annex")
        context = {
            **self.admin_site.each_context(request),
            "title": row.code,
            "opts": self.opts,
            "original": row,
            "row": row,
            "terms": (terms := _terms(row.code, events)),
            "equipment": [(said(shared.EQUIPMENT[kind]), code) for kind, code in sorted(terms.equipment.items())],
            "equipment_link": (
                reverse("admin:games_table_equipment", args=[row.pk]) if equipment.may_set(request, row) else ""
            ),
            "commands": offered(request, row),
            "game": words.term(shared.GAMES, row.game),
            "variant": ", ".join(said(fields.fixed(word)) for word in row.variant.split(".")),
            "document": document_words(book) if row.document else None,
            "limits": limits,
            "staff": [(post(code), staff) for code, staff in row.staff.items()],
            "currency": currency,
            "zone": row.property.zone,
            "history": timeline.rows(events[-HISTORY:], None, row.game, currency, book)[::-1],
            "left_out": max(0, len(events) - HISTORY),
            "deck": deck(request, row),
            "rounds_count": rounds.count(),
            "rounds_link": reverse("admin:games_round_changelist") + f"?table={row.code}",
            "statistics_link": f"{reverse(statistics)}?table={row.code}" if statistics else everything,
            "fairness_link": f"{reverse('admin:games_fairness')}?table={row.code}",
        }
        return TemplateResponse(request, "games/table/page.html", context)


def _terms(table: str, recorded: list[RecordedEvent]) -> TableTerms:
    """What the table is now, with everything that its games need: decks, seats, shoe, insurance."""
    terms = TableTerms(table=table)
    for event in sorted(recorded, key=lambda event: (moment_of(event), event.version)):
        terms = evolve(terms, event.data)
    return terms
