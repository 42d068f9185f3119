"""Filters and search of the inbox. Choices come from the cases that the person sees.

Proved by ``tests/disputes/admin/test_inbox.py``.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from django.contrib import messages
from django.db.models import F, Func, Model, Q, QuerySet, TextField, Value
from django.db.models.functions import Replace
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.clock import now as clock
from casino.console.theme import DropdownFilter
from casino.core.errors import Problem
from casino.core.messages import Catalogue
from casino.core.money import format_minor
from casino.database import together
from casino.site.remembering import once
from casino.vault.names import persons_named
from disputes.case.allowed import STAGE_NAMES
from disputes.case.context import DEFAULT_TERMS
from disputes.case.words import ENDINGS
from disputes.reads import log
from disputes.reads.models import ReadKind
from disputes.rows.house import terms
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from games import words
from games.admin import sought
from games.admin.filters import Choice, in_words, of_day, said
from games.rows.models import Round
from games.words import shared

_WORDS: Final = Catalogue(__file__)

MOST: Final = 200
"""Choices of one drop-down."""
LISTED: Final = ("table", "game", "clauses")
"""Columns whose values are choices, beside the gaming days."""
MOST_PERSONS: Final = 50
"""People of one name, as far as an address has room for them."""
NOBODY: Final = "-"


class _Field(DropdownFilter):
    """Rows whose ``field`` equals the choice; choices are the values on the cases that the person sees."""

    field: str

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: type[Model], model_admin: Any) -> None:
        self.rows = CaseRow.objects.filter(Seeing.of(request).visible()).order_by()
        super().__init__(request, params, model, model_admin)

    def values(self) -> list[Any]:
        return sorted(value for value in self.listed() if value not in (None, ""))

    def listed(self) -> QuerySet[Any]:
        """The values on those cases; the first filter of a page asks for those of all."""
        return once("choices of cases", self._every)[self.field]

    def _every(self) -> dict[str, QuerySet[Any]]:
        days = self.rows.exclude(gaming_day=None).order_by("-gaming_day")
        every = {name: self.rows.values_list(name, flat=True).distinct()[:MOST] for name in LISTED}
        every["gaming_day"] = days.values_list("gaming_day", flat=True).distinct()[:MOST]
        together.fetch(*every.values())
        return every

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        return queryset.filter(**{self.field: value}) if value else queryset


class TableFilter(_Field):
    title = _("table")
    parameter_name = "table"
    field = "table"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return [(code, code) for code in self.values()]


class GameFilter(_Field):
    title = _("game")
    parameter_name = "game"
    field = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return [(game, said(words.term(shared.GAMES, game))) for game in self.values()]


class StageFilter(_Field):
    """One stage, or everything under way."""

    title = _("stage")
    parameter_name = "stage"
    field = "stage"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        open_ = ("open", said(_WORDS.text("under-way")))
        return [open_, *((stage.value, said(name)) for stage, name in STAGE_NAMES.items())]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        if self.value() == "open":
            return queryset.exclude(stage="closed")
        return super().queryset(request, queryset)


class EndingFilter(_Field):
    title = _("ending")
    parameter_name = "ending"
    field = "ending"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return in_words(ENDINGS)


class DayFilter(_Field):
    """The gaming days of the cases, the newest first."""

    title = _("gaming day")
    parameter_name = "day"
    field = "gaming_day"

    def values(self) -> list[Any]:
        return list(self.listed())

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return [(day.isoformat(), date_format(day, "d/m/Y")) for day in self.values()]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return of_day(queryset, self.value())


class ClauseFilter(_Field):
    """Clauses that offers and decisions cite, with their game: two games print the same number."""

    title = _("clause")
    parameter_name = "clause"
    field = "clauses"

    def values(self) -> list[Any]:
        return sorted({clause for clauses in self.listed() for clause in clauses})

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return [(clause, _clause(clause)) for clause in self.values()]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        return queryset.filter(clauses__contains=[value]) if value else queryset


def _clause(written: str) -> str:
    game, _space, number = written.partition(" ")
    return f"{said(words.term(shared.GAMES, game))} {number}" if game in shared.GAMES else written


class AmountFilter(DropdownFilter):
    """The amount in dispute in ranges that the house's own limits make: what the table may settle, and from where a
    second person is needed, in the house's currency; what is in another one is in no range of it."""

    title = _("amount")
    parameter_name = "amount"

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: type[Model], model_admin: Any) -> None:
        properties = Seeing.of(request).properties
        self.currency = properties[0].currency if properties else ""
        set_by_house = terms(properties[0].code, clock()) if properties else DEFAULT_TERMS
        limits = (set_by_house.table_limit, set_by_house.confirm_above)
        low, high = sorted(limit.get(self.currency, 0) for limit in limits)
        self.edges = sorted({low // 5, low, high, high * 5})
        super().__init__(request, params, model, model_admin)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        written = [format_minor(edge, self.currency, get_language() or "vi") for edge in self.edges]
        first = said(_WORDS.text("up-to-a", a=written[0]))
        last = said(_WORDS.text("above-a", a=written[-1]))
        between = [f"{low} – {high}" for low, high in pairwise(written)]
        unknown = said(_WORDS.text("not-known"))
        other = said(_WORDS.text("another-currency"))
        named = enumerate([first, *between, last])
        return [*((str(n), name) for n, name in named), ("other", other), ("unknown", unknown)]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if value == "unknown":
            return queryset.filter(amount_minor=None)
        if value == "other":
            return queryset.exclude(amount_minor=None).exclude(currency=self.currency)
        if not value or not value.isdecimal() or int(value) > len(self.edges):
            return queryset
        place = int(value)
        queryset = queryset.filter(currency=self.currency)
        if place > 0:
            queryset = queryset.filter(amount_minor__gt=self.edges[place - 1])
        if place < len(self.edges):
            queryset = queryset.filter(amount_minor__lte=self.edges[place])
        return queryset


class MoneyFilter(DropdownFilter):
    """Cases whose money has not changed hands yet, closed ones too."""

    title = _("money")
    parameter_name = "money"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return [("out", said(_WORDS.text("still-out")))]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return queryset.filter(out_minor__gt=0) if self.value() == "out" else queryset


class PersonFilter(DropdownFilter):
    """Cases of the people that a search by name has found. They stand in the address by reference: no name does."""

    title = _("people found by name or telephone")
    parameter_name = "person"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        asked = request.GET.get(self.parameter_name, "")
        if not asked:
            return []
        count = len(asked.split(",")) if asked != NOBODY else 0
        return [(asked, said(_WORDS.text("n-people", n=count)))]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        return queryset.filter(persons__overlap=value.split(",")) if value else queryset


def found_by(request: HttpRequest, asked: str) -> dict[str, str]:
    """Under which parameters of the list's address the answer to a search stands: words that the list itself shows as
    they are, a name by those whom it names, and words that are found nowhere, which may be the name of somebody erased,
    not at all."""
    rows = CaseRow.objects.filter(Seeing.of(request).visible())
    if not asked.split() or _plain(rows, asked).exists():
        return {"q": asked}
    persons = sorted({person for each in persons_called(request, asked).values() for person in each})
    return {"person": ",".join(persons[:MOST_PERSONS]) or NOBODY}


def search(request: HttpRequest, rows: QuerySet[CaseRow], asked: str) -> QuerySet[CaseRow]:
    """Rows in which every word is found: in the number, the table, the code of a round or the reference of a player, or
    as an amount, and that are about every seat named; besides those that name a person so called or reached. Where
    names cannot be searched now, the page says so."""
    if not asked.split():
        return rows
    named = Q(pk__in=())
    for owner, persons in persons_called(request, asked).items():
        named |= Q(property__code=owner, persons__overlap=sorted(persons))
    return rows.filter(Q(pk__in=_plain(rows, asked).values("pk")) | named)


def _plain(rows: QuerySet[CaseRow], asked: str) -> QuerySet[CaseRow]:
    wanted = sought.sought(asked)
    plain = Q()
    for word in wanted.words:
        plain &= (
            Q(number__icontains=word)
            | Q(table__icontains=word)
            | Q(round_names__icontains=word)
            | Q(reference_names__icontains=word)
            | sought.of_amount(word, "amount_minor", "paid_minor")
        )
    for seat in wanted.seats:
        streams = {stream for each in rows.values_list("rounds", flat=True) for stream in each}
        there = Round.objects.filter(stream__in=streams, search__contains=sought.seat_mark(seat))
        plain &= Q(rounds__overlap=sorted(there.values_list("stream", flat=True)))
    rounds = Replace(_joined("rounds"), Value("round/"), Value(""), output_field=TextField())
    return rows.alias(round_names=rounds, reference_names=_joined("references")).filter(plain)


def _joined(column: str) -> Func:
    """The values of an array in one text."""
    return Func(F(column), Value(" "), function="array_to_string", output_field=TextField())


def persons_called(request: HttpRequest, asked: str) -> dict[str, set[str]]:
    """Whom this names, at each property; that it was asked is kept (``disputes.reads``)."""
    found = {}
    for owner in Seeing.of(request).properties:
        try:
            persons = persons_named(owner.code, asked)
        except Problem as problem:
            messages.error(request, problem.in_language(get_language() or "vi"))
            continue
        log.note(request, owner, ReadKind.SEARCH, "", persons)
        if persons:
            found[owner.code] = persons
    return found
