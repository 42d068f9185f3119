"""Filters of the lists: each a drop-down whose choices come from what is there.

Proved by ``tests/admin/test_lists.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Any, Final

from django.contrib.admin import ModelAdmin
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.console.distinct import distinct_values
from casino.console.theme import DropdownFilter
from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.ledger.models import houses
from games import words
from games.rows.models import Finding, FindingStatus, Round
from games.rows.tables_known import tables_known
from games.words import shared

_WORDS: Final = Catalogue(__file__)

Choice = tuple[str, str]


def said(text: Text) -> str:
    """A text in the language of the page."""
    return text.in_language(get_language() or "vi")


def in_words(group: dict[str, Text]) -> list[Choice]:
    return [(code, said(text)) for code, text in group.items() if code]


def of_day(queryset: QuerySet, value: str | None) -> QuerySet:
    """The rows of a gaming day as an address names it; all without one, none for what is no day."""
    if not value:
        return queryset
    try:
        return queryset.filter(gaming_day=date.fromisoformat(value))
    except ValueError:
        return queryset.none()


class _Field(DropdownFilter):
    """Rows whose ``field`` equals the choice."""

    field: str

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        return queryset.filter(**{self.field: value}) if value else queryset


class TableFilter(_Field):
    title = _("table")
    parameter_name = "table"
    field = "table"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[Choice]:
        return [(code, code) for code in sorted({table.code for table in tables_known()})]


class GameFilter(_Field):
    title = _("game")
    parameter_name = "game"
    field = "game"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[Choice]:
        games = sorted({table.game for table in tables_known() if table.game})
        return [(game, said(words.term(shared.GAMES, game))) for game in games]


class DayFilter(_Field):
    """The last gaming days on record."""

    title = _("gaming day")
    parameter_name = "day"
    field = "gaming_day"
    days = 31

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[Choice]:
        days = distinct_values(Round.objects.all(), "gaming_day", most=self.days, newest=True)
        return [(day.isoformat(), date_format(day, "d/m/Y")) for day in days]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return of_day(queryset, self.value())


class RoundStatusFilter(_Field):
    title = _("status")
    parameter_name = "status"
    field = "status"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[Choice]:
        return in_words(shared.ROUND_STATUS)


class SourceFilter(DropdownFilter):
    """Rounds that were dealt, unless something else is asked for: imported lists have neither bets nor moments, and
    thousands of them would hide the evening's rounds. Whoever asks for a table or searches sees everything there."""

    title = _("source")
    parameter_name = "source"
    all_option = None

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: type[Model], model_admin: Any) -> None:
        self.narrowed = bool(request.GET.get("table") or request.GET.get("q"))
        super().__init__(request, params, model, model_admin)

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[Choice]:
        dealt = ("dealt", said(_WORDS.text("dealt-simulated-ones-too")))
        single = in_words({code: shared.SOURCES[code] for code in ("table", "entered", "simulated", "imported")})
        return [dealt, *single, ("all", said(_WORDS.text("all")))]

    def value(self) -> str:
        return super().value() or ("all" if self.narrowed else "dealt")

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if value == "dealt":
            return queryset.exclude(source="imported")
        if value == "all":
            return queryset
        return queryset.filter(source="" if value == "table" else value)


class OpenFindingFilter(DropdownFilter):
    title = _("open finding")
    parameter_name = "found"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[Choice]:
        return [("any", said(_WORDS.text("with-an-open-finding"))), *in_words(shared.SEVERITIES)]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if not value:
            return queryset
        if value == "any":
            return queryset.filter(findings_open__gt=0)
        found = Finding.objects.filter(
            round=OuterRef("pk"), severity=value, status__in=(FindingStatus.OPEN, FindingStatus.IN_CASE)
        )
        return queryset.filter(Exists(found), findings_open__gt=0)


class FindingStatusFilter(DropdownFilter):
    """Open and taken-up findings unless something else is asked for: this is an inbox."""

    title = _("status")
    parameter_name = "status"
    all_option = None

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[Choice]:
        standing = said(_WORDS.text("to-be-looked-at"))
        every = said(_WORDS.text("all"))
        return [("standing", standing), *in_words(shared.FINDING_STATUS), ("all", every)]

    def value(self) -> str:
        return super().value() or "standing"

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if value == "standing":
            return queryset.filter(status__in=(FindingStatus.OPEN, FindingStatus.IN_CASE))
        return queryset if value == "all" else queryset.filter(status=value)


class SeverityFilter(_Field):
    title = _("severity")
    parameter_name = "severity"
    field = "severity"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[Choice]:
        return in_words(shared.SEVERITIES)


class FindingCodeFilter(_Field):
    title = _("finding")
    parameter_name = "code"
    field = "code"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[Choice]:
        codes = distinct_values(Finding.objects.all(), "code", most=500)
        return sorted(((code, said(words.finding(code).title)) for code in codes), key=lambda choice: choice[1])


class ClauseFilter(DropdownFilter):
    title = _("clause")
    parameter_name = "clause"
    newest = 1_000
    """Findings whose clauses are offered; any other clause can be asked for in the address."""

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[Choice]:
        found: dict[str, Counter[str]] = {}
        for owner in houses():
            rows = Finding.objects.filter(property=owner).order_by("-opened_position")
            for clauses, code in rows.values_list("clauses", "code")[: self.newest]:
                for number in clauses:
                    found.setdefault(number, Counter())[code] += 1
        return [(number, self._called(number, found[number])) for number in sorted(found, key=_clause_order)]

    @staticmethod
    def _called(number: str, codes: Counter[str]) -> str:
        """A number says nothing by itself: with it stands what is mostly found under it."""
        [(code, _times)] = codes.most_common(1)
        return f"{number} · {said(words.finding(code).title)}"

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        return queryset.filter(clauses__contains=[value]) if value else queryset


def _clause_order(number: str) -> list[tuple[int, int, str]]:
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in number.split(".")]


def of_model(
    model: type[Model], field: str, name: Any, parameter: str, called: Callable[[str], str] = str
) -> type[DropdownFilter]:
    """A drop-down of the values that a column holds (short lists only), each as it is called."""

    class ValueFilter(_Field):
        title = name
        parameter_name = parameter

        def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[Choice]:
            values = distinct_values(model._default_manager.all(), field, most=200)
            return [(str(value), called(str(value))) for value in values if value]

    ValueFilter.field = field
    return ValueFilter
