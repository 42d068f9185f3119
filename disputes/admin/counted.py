"""What a figure counts, as filters of the list of cases: so that each number of the page of figures is a link to the
very cases that it counts; and the rounds of such a list, as a filter of the list of rounds.

None of them stands among the choices of a list; each is seen there while its parameter stands in the address. Here the
database decides, in ``disputes.rows.figures`` the program does: a test holds the two against each other. Proved by
``tests/disputes/admin/test_figure_links.py``.
"""

from __future__ import annotations

import copy
import re
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.console.theme import DropdownFilter
from casino.core.messages import Catalogue
from casino.core.money import format_minor
from casino.core.text import Text
from casino.ledger.models import Property
from disputes.case import words as named
from disputes.rows.figures import NOTHING_FOUND, Ask, shift_opened
from disputes.rows.models import Case as CaseRow
from disputes.rows.shift import for_second_person, of_pit, stood
from games import words
from games.admin.filters import Choice, said
from games.admin.rounds import RoundAdmin
from games.admin.waiting import WaitingAdmin
from games.rows.models import Finding, Round

_WORDS: Final = Catalogue(__file__)

DATE: Final = "%d/%m/%Y %H:%M"
SPAN: Final = re.compile(r"([0-9]{1,10})\.\.([0-9]{0,10})")
DISPUTED: Final = re.compile(r"([A-Z]{3}):([0-9]{1,18})\.\.([0-9]{0,18})")
IN_SHIFT: Final = re.compile(r"([0-2][0-9]:[0-5][0-9])–([0-2][0-9]:[0-5][0-9])")
LONGEST: Final = 2_000
"""Characters of the address of a list of cases, as the list of rounds takes it."""


class Counted(DropdownFilter):
    """Rows of which something holds. What the address says and cannot be read holds of none."""

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: type[Model], model_admin: Any) -> None:
        self.asked = request.GET.get(str(self.parameter_name), "")
        super().__init__(request, params, model, model_admin)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return [(self.asked, self.name(self.asked))] if self.asked else []

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if not value:
            return queryset
        try:
            return self.narrow(queryset, value)
        except (ValueError, OverflowError):
            return queryset.none()

    def name(self, value: str) -> str:
        """How the choice is called. For what cannot be read: as it stands."""
        return value

    def narrow(self, rows: QuerySet, value: str) -> QuerySet:
        """The rows. ValueError for what cannot be read."""
        raise NotImplementedError


def _groups(pattern: re.Pattern[str], value: str) -> tuple[str, ...]:
    match = pattern.fullmatch(value)
    if match is None:
        raise ValueError(value)
    return match.groups()


def _moments(value: str) -> list[datetime | None]:
    low, high = value.split("..")
    found = [datetime.fromisoformat(at) if at else None for at in (low, high)]
    if any(at is not None and at.tzinfo is None for at in found):
        raise ValueError(value)
    return found


class _Moment(Counted):
    """From a moment to before another."""

    field: str

    def narrow(self, rows: QuerySet, value: str) -> QuerySet:
        low, high = _moments(value)
        if low is not None:
            rows = rows.filter(**{f"{self.field}__gte": low})
        return rows if high is None else rows.filter(**{f"{self.field}__lt": high})

    def name(self, value: str) -> str:
        try:
            low, high = _moments(value)
        except ValueError:
            return value
        owner = Property.objects.order_by("pk").first()
        zone = None if owner is None else owner.zone
        return " – ".join("" if at is None else f"{at.astimezone(zone):{DATE}}" for at in (low, high))


class OpenedFilter(_Moment):
    title, parameter_name, field = _("opened"), "opened", "opened_at"


class DecidedFilter(_Moment):
    title, parameter_name, field = _("decided"), "decided", "decided_at"


class ClosedFilter(_Moment):
    title, parameter_name, field = _("closed"), "closed", "closed_at"


class DueFilter(_Moment):
    title, parameter_name, field = _("due"), "due", "due_at"


class TakenFilter(Counted):
    """How long it took from opening to decision, in seconds."""

    title, parameter_name = _("time to decision"), "taken"

    def narrow(self, rows: QuerySet, value: str) -> QuerySet:
        low, high = _groups(SPAN, value)
        rows = rows.exclude(decided_at=None).filter(decided_at__gte=F("opened_at") + timedelta(seconds=int(low)))
        return rows.filter(decided_at__lt=F("opened_at") + timedelta(seconds=int(high))) if high else rows

    def name(self, value: str) -> str:
        match = SPAN.fullmatch(value)
        if match is None:
            return value
        shown = [named.span(timedelta(seconds=int(part))) if part else Text("", "") for part in match.groups()]
        return " – ".join(said(part) for part in shown)


class DisputedFilter(Counted):
    """The amount in dispute in a currency, in its smallest unit: from, to before."""

    title, parameter_name = _("amount in dispute"), "disputed"

    def narrow(self, rows: QuerySet, value: str) -> QuerySet:
        currency, low, high = _groups(DISPUTED, value)
        rows = rows.filter(currency=currency, amount_minor__gte=int(low))
        return rows.filter(amount_minor__lt=int(high)) if high else rows

    def name(self, value: str) -> str:
        match = DISPUTED.fullmatch(value)
        if match is None:
            return value
        currency, *ends = match.groups()
        return " – ".join(format_minor(int(end), currency, get_language() or "vi") if end else "" for end in ends)


class ShiftFilter(Counted):
    """The shift in which the case was opened, by its hours."""

    title, parameter_name = _("shift"), "shift"

    def narrow(self, rows: QuerySet, value: str) -> QuerySet:
        _groups(IN_SHIFT, value)
        owners = {owner.pk: owner for owner in Property.objects.all()}
        opened = rows.order_by().values_list("pk", "property_id", "opened_at")
        return rows.filter(pk__in=[key for key, owner, at in opened if shift_opened(at, owners[owner]) == value])

    def name(self, value: str) -> str:
        return value


class DealerFilter(Counted):
    """Who dealt one of its rounds."""

    title, parameter_name = _("dealer"), "dealer"

    def narrow(self, rows: QuerySet, value: str) -> QuerySet:
        named_rounds = {stream for rounds in rows.order_by().values_list("rounds", flat=True) for stream in rounds}
        dealt = Round.objects.filter(dealer=value, stream__in=named_rounds).order_by()
        streams: dict[int, list[str]] = {}
        for owner, stream in dealt.values_list("property_id", "stream"):
            streams.setdefault(owner, []).append(stream)
        found = Q(pk__in=())
        for owner, theirs in streams.items():
            found |= Q(property_id=owner, rounds__overlap=theirs)
        return rows.filter(found)


class CauseFilter(Counted):
    """What was found and taken into the case; none: nothing was."""

    title, parameter_name = _("cause"), "cause"

    def narrow(self, rows: QuerySet, value: str) -> QuerySet:
        taken = Finding.objects.filter(property=OuterRef("property"), case=OuterRef("number"))
        return rows.filter(~Exists(taken) if value == NOTHING_FOUND else Exists(taken.filter(code=value)))

    def name(self, value: str) -> str:
        return said(_WORDS.text("no-finding") if value == NOTHING_FOUND else words.finding(value).title)


class StoodFilter(Counted):
    """What was open at a moment."""

    title, parameter_name = _("open at"), "stood"

    def narrow(self, rows: QuerySet, value: str) -> QuerySet:
        at = datetime.fromisoformat(value)
        if at.tzinfo is None:
            raise ValueError(value)
        return rows.filter(stood(at))


class PitFilter(Counted):
    """A pit of a property: ``<property>/<pit>``; all of the property where no pit is named."""

    title, parameter_name = _("pit"), "pit"

    def narrow(self, rows: QuerySet, value: str) -> QuerySet:
        code, _slash, pit = value.partition("/")
        owner = Property.objects.filter(code=code).first()
        return rows.none() if owner is None else rows.filter(of_pit(owner, pit), property=owner)

    def name(self, value: str) -> str:
        return value.removesuffix("/")


FILTERS: Final = (
    OpenedFilter,
    DecidedFilter,
    ClosedFilter,
    DueFilter,
    TakenFilter,
    DisputedFilter,
    ShiftFilter,
    DealerFilter,
    CauseFilter,
    StoodFilter,
    PitFilter,
)


def cases_address(ask: Ask) -> str:
    """The list of these cases."""
    return f"{reverse('admin:disputes_case_changelist')}?{urlencode({'inbox': 'all', **ask})}"


def waiting_address(ask: Ask) -> str:
    """The list of what waits for a second person, of these."""
    return f"{reverse('admin:games_waiting_changelist')}?{urlencode({'inbox': 'all', **ask})}"


def rounds_address(ask: Ask) -> str:
    """The list of the rounds that these cases are about, imported ones too."""
    asked = {"source": "all", "cases": urlencode({"inbox": "all", **ask})}
    return f"{reverse('admin:games_round_changelist')}?{urlencode(asked)}"


def cases_of(request: HttpRequest, asked: str) -> QuerySet[CaseRow]:
    """The cases of a list's address that the person may see, by its own filters; none for whoever sees no cases. No
    glimpse is opened, so none is noted."""
    held: Any = admin.site.get_model_admin(CaseRow)
    if not held.has_view_permission(request) or len(asked) > LONGEST:
        return CaseRow.objects.none()
    looking = copy.copy(request)
    looking.GET = QueryDict(asked)
    rows: QuerySet[CaseRow] = held.get_queryset(request)
    for each in held.list_filter:
        params = {name: list(values) for name, values in looking.GET.lists()}
        rows = each(looking, params, CaseRow, held).queryset(looking, rows)
    return rows.order_by()


class OfCasesFilter(Counted):
    """Rounds that cases of a list are about; the list is named by its address."""

    title, parameter_name = _("rounds of cases"), "cases"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return [(self.asked, said(_WORDS.text("as-chosen")))] if self.asked else []

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if not value:
            return queryset
        found = Q(pk__in=())
        streams: dict[int, set[str]] = {}
        for owner, rounds in cases_of(request, value).values_list("property_id", "rounds"):
            streams.setdefault(owner, set()).update(rounds)
        for owner, named_rounds in streams.items():
            found |= Q(property_id=owner, stream__in=named_rounds)
        return queryset.filter(found)


class WaitedFilter(Counted):
    """What waits now and had been asked before a moment."""

    title, parameter_name = _("asked before"), "waited"

    def narrow(self, rows: QuerySet, value: str) -> QuerySet:
        at = datetime.fromisoformat(value)
        if at.tzinfo is None:
            raise ValueError(value)
        return rows.filter(for_second_person(at))


RoundAdmin.also_filtered_by(OfCasesFilter)
WaitingAdmin.also_filtered_by(PitFilter, WaitedFilter)
