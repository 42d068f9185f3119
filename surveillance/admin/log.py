"""The log of Surveillance on the pages: the list with its filters and search by person, one entry, the shift report.

People are found by name through the blind index of the vault (``casino.vault.names``): what was typed is sent as a
form and stands in no address, and that somebody searched, and who was found, is kept, as in the inbox of cases
(``disputes.admin.filters``). So is that somebody read an entry. Proved by ``tests/surveillance/admin/test_log.py``.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, ClassVar, Final

from django import forms
from django.contrib import admin
from django.contrib.admin.views.main import SEARCH_VAR
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.access.roles import staff_code
from casino.clock import now as clock
from casino.commands.fields import MomentField
from casino.console.theme import RangeDateFilter
from casino.core.languages import LANGUAGES
from casino.ledger.models import Property
from disputes.admin.filters import MOST_PERSONS, NOBODY, PersonFilter, persons_called
from disputes.reads import log as reads
from disputes.reads.models import ReadKind
from games.admin.filters import TableFilter, of_model
from surveillance.admin import shift_paper
from surveillance.admin.command_pages import address_of, may
from surveillance.admin.lists import FootageAdmin, at, by, player_address
from surveillance.admin.lists import line as link_line
from surveillance.execution import service
from surveillance.record.commands import COMMANDS
from surveillance.record.erasing import ASKS
from surveillance.record.state import Incident as IncidentState
from surveillance.rows import log_models, models, sealed_words, shift
from surveillance.rows.house import MARGIN
from surveillance.rows.visibility import Seeing

ERASE: Final = "erase_from_incident"
LINK: Final = "link_footage"
HAND_OVER, TAKE_OVER = "hand_over_shift", "take_over_shift"
MOST_ASKED: Final = 200
"""Characters of a search."""
SHIFT: Final = timedelta(hours=8)
LONGEST: Final = timedelta(days=31)
"""A report is of a shift, or of a month at most."""


class WhenFilter(RangeDateFilter):
    """Entries between two days, by the clocks of their own house; both days are included."""

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        found = Q()
        for end in ("from", "to"):
            said = self.used_parameters.get(f"happened_at_{end}")
            if not said:
                continue
            day = _day(str(said))
            if day is None:
                return queryset.none()
            found &= _bound(end, day)
        return queryset.filter(found)


def _day(said: str) -> date | None:
    """A day as the widget or an address writes it."""
    for pattern in ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y"):
        try:
            return datetime.strptime(said, pattern).replace(tzinfo=UTC).date()
        except ValueError:
            continue
    return None


def _bound(end: str, day: date) -> Q:
    """Rows of each house from the beginning, or to the end, of a day there."""
    found = Q(pk__in=())
    for owner in Property.objects.all():
        begins = datetime.combine(day, time.min, owner.zone)
        limit = {"happened_at__gte": begins} if end == "from" else {"happened_at__lt": begins + timedelta(days=1)}
        found |= Q(property=owner, **limit)
    return found


@admin.register(log_models.Incident)
class IncidentAdmin(FootageAdmin):
    """The log of Surveillance."""

    begins = ("enter_incident",)
    list_display = ("named", "happened_short", "kind", "where", "disposition", "entered_by", "additions")
    list_filter = (
        by("kind"),
        by("disposition"),
        TableFilter,
        of_model(log_models.Incident, "place", gettext_lazy("place"), "place"),
        ("happened_at", WhenFilter),
        PersonFilter,
    )
    search_fields = ("number",)
    search_help_text = gettext_lazy("Number, table, place, staff code, person")
    list_before_template = "surveillance/log_before.html"
    ordering: ClassVar[Any] = ("-happened_at", "-id")

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("search/", wrap(self.search_view), name="surveillance_incident_search"),
            path("shift/", wrap(self.shift_view), name="surveillance_incident_shift"),
            *super().get_urls(),
        ]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if not search_term.split():
            return queryset, False
        named = Q(pk__in=())
        for owner, persons in persons_called(request, search_term).items():
            named |= Q(property__code=owner, persons__overlap=sorted(persons))
        return queryset.filter(_plain(search_term) | named), False

    def search_view(self, request: HttpRequest) -> HttpResponse:
        """Take a search as a form and answer with the list: words that the list itself shows stand in its address, a
        name by those whom it names."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        asked = " ".join(request.POST.get(SEARCH_VAR, "").replace("\x00", "").split())[:MOST_ASKED]
        kept = {name: str(value) for name, value in request.POST.items() if name in KEPT}
        found = {SEARCH_VAR: asked}
        if asked and not self.get_queryset(request).filter(_plain(asked)).exists():
            persons = sorted({person for each in persons_called(request, asked).values() for person in each})
            found = {"person": ",".join(persons[:MOST_PERSONS]) or NOBODY}
        address = reverse("admin:surveillance_incident_changelist")
        return HttpResponseRedirect(f"{address}?{urlencode({**kept, **found})}")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        shown = super().change_view(request, object_id, form_url, extra_context)
        if isinstance(shown, TemplateResponse) and shown.context_data:
            row: log_models.Incident = shown.context_data["row"]
            reads.note(request, row.property, ReadKind.INCIDENT, row.number)
            actor = Seeing.of(request).cases.actor(row.property.code)
            buttons = shown.context_data["buttons"]
            if may(LINK, actor):
                address = address_of(LINK, row.property, kind="incident", stream=row.stream)
                buttons.append({"title": COMMANDS[LINK].title, "address": address})
            if actor is None or actor.role != ASKS:  # who only confirms has the button beside the person
                shown.context_data["buttons"] = [each for each in buttons if each["title"] != COMMANDS[ERASE].title]
        return shown

    def film(self, request: HttpRequest, row: log_models.Incident) -> str:
        """The table at which it happened, around that moment."""
        begins_at, ends_at = row.happened_at - MARGIN, row.happened_at + MARGIN
        return player_address(request, row.property, row.table, begins_at, ends_at)

    def offers(self, command: str, row: log_models.Incident) -> bool:
        incident: IncidentState = service.load(row.property.code, row.stream)
        return incident.own is not None and (command != ERASE or incident.disposition != "open")

    def parts(self, request: HttpRequest, row: log_models.Incident) -> list[dict[str, Any]]:
        """The people in it, by name where they were not erased, each with the way to erase them."""
        incident: IncidentState = service.load(row.property.code, row.stream)
        actor = Seeing.of(request).cases.actor(row.property.code)
        erases = may(ERASE, actor) and incident.disposition != "open"
        lines = []
        for person, said in sealed_words.people(row.property.code, incident).items():
            gone = person in incident.erased
            line: dict[str, Any] = {"code": person, "text": _("erased") if gone else said}
            asked = incident.asked.get(person)
            if asked is not None and not gone:
                line["text"] = _("%(name)s – to be erased, asked for by %(who)s: a second person confirms") % {
                    "name": said,
                    "who": asked.fact.asked_by.staff,
                }
            if erases and not gone and (asked is not None or (actor is not None and actor.role == ASKS)):
                line |= {"button": address_of(ERASE, row.property, row.number, person=person)}
                line |= {"label": COMMANDS[ERASE].title}
            lines.append(line)
        links = models.Link.objects.filter(
            Seeing.of(request).links(), property=row.property, subject_stream=row.stream, withdrawn=False
        )
        linked = [link_line(each, between=each) for each in links]
        return [{"title": _("People in it"), "lines": lines}, {"title": _("Links"), "lines": linked}]

    happened_short = at("happened_at", gettext_lazy("When"))

    @admin.display(description=gettext_lazy("Where"), ordering="table")
    def where(self, row: log_models.Incident) -> str:
        return " · ".join(part for part in (row.table, row.place) if part) or "–"

    def status(self, row: log_models.Incident) -> str:
        return str(row.get_disposition_display())

    # The report of a shift

    def shift_view(self, request: HttpRequest) -> HttpResponse:
        """What a shift was, to be looked at and printed."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        houses = Seeing.of(request).cases.properties
        if not houses:
            raise PermissionDenied
        asked = next((each for each in houses if each.code == request.GET.get("property")), houses[0])
        now = clock()
        form = ShiftForm(houses, asked, request.GET if "begins_at" in request.GET else None, now=now)
        between = form.between() if form.is_bound else (form.initial["begins_at"], form.initial["ends_at"])
        language = request.GET.get("pdf", "")
        if between is not None and language in LANGUAGES:
            return _printed(request, asked, language, between, now=now)
        found = None if between is None else shift.rows(asked, *between)
        signed = None if between is None or found is None else shift.signed(asked, between[0], between[1], found)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Shift report"),
            "form": form,
            "owner": asked,
            "zone": asked.zone,
            "between": between,
            "sections": [] if found is None else _sections(asked, found, signed),
            "signatures": shift_paper.signatures(signed, asked.zone),
            "sign": None if between is None or found is None else _sign(request, asked, between, found, signed),
            "address": "" if between is None else _address(asked, *between),
            "back": reverse("admin:surveillance_incident_changelist"),
        }
        return TemplateResponse(request, "surveillance/shift.html", context, status=422 if between is None else 200)


KEPT: Final = ("kind", "disposition", "table", "place", "happened_at_from", "happened_at_to", "o")
"""What of the list's address goes along with a search."""


def _plain(asked: str) -> Q:
    """Rows in which every word stands in what the list shows."""
    found = Q()
    for word in asked.split():
        anywhere = Q(subjects__icontains=word)
        for column in ("number", "table", "place", "entered_by"):
            anywhere |= Q(**{f"{column}__icontains": word})
        found &= anywhere
    return found


class ShiftForm(forms.Form):
    """From when to when, by the house's clocks."""

    property = forms.ChoiceField(label=gettext_lazy("Property"), required=False)
    begins_at = MomentField(label=gettext_lazy("From"))
    ends_at = MomentField(label=gettext_lazy("To"))

    def __init__(self, houses: list[Property], house: Property, *args: Any, now: datetime, **kwargs: Any) -> None:
        ends = now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        kwargs["initial"] = {"property": house.code, "begins_at": ends - SHIFT, "ends_at": ends}
        kwargs["label_suffix"] = ""
        super().__init__(*args, **kwargs)
        self.fields["property"].choices = [(each.code, each.code) for each in houses]  # type: ignore[attr-defined]
        for name in ("begins_at", "ends_at"):
            self.fields[name].zone = house.zone  # type: ignore[attr-defined]

    def between(self) -> tuple[datetime, datetime] | None:
        """The interval; None where the form says why not."""
        if not self.is_valid():
            return None
        begins, ends = self.cleaned_data["begins_at"], self.cleaned_data["ends_at"]
        if not timedelta(0) < ends - begins <= LONGEST:
            self.add_error("ends_at", _("The end comes after the begin, 31 days later at most."))
            return None
        return begins, ends


def _sign(
    request: HttpRequest,
    owner: Property,
    between: tuple[datetime, datetime],
    found: shift.Rows,
    signed: shift.Signed | None,
) -> dict[str, Any] | None:
    """The button by which this person signs: hands the shift over, or takes over what another has handed over."""
    actor = Seeing.of(request).cases.actor(owner.code)
    back = f"{request.path}{_address(owner, *between)}"
    if signed is not None:
        row = signed.row
        if row.taken_at or not may(TAKE_OVER, actor) or (actor is not None and actor.staff == row.handed_by):
            return None
        address = address_of(TAKE_OVER, owner, row.code, digest=row.digest, next=back)
        return {"title": COMMANDS[TAKE_OVER].title, "address": address}
    if not may(HAND_OVER, actor):
        return None
    digest, _lines = shift.signable(owner, *between, found)
    begins, ends = (at.isoformat() for at in between)
    address = address_of(HAND_OVER, owner, begins_at=begins, ends_at=ends, digest=digest, next=back)
    return {"title": COMMANDS[HAND_OVER].title, "address": address}


def _sections(owner: Property, found: shift.Rows, signed: shift.Signed | None) -> list[dict[str, Any]]:
    """The lists of the report that have something, with links; of one that was signed, what came after."""
    sections = []
    for name, title in shift_paper.SECTIONS.items():
        rows = found[name][: shift_paper.MOST]
        gone = [] if signed is None else [line.label for line in signed.gone if line.among == name]
        if rows or gone:
            lines = [{**shift_paper.line(row, owner.zone, signed, name), "address": _page_of(row)} for row in rows]
            lines += [{"label": label, "tag": shift_paper.tag_words("gone")} for label in gone]
            sections.append({"title": title, "lines": lines, "count": len(found[name])})
    return sections


def _page_of(row: Any) -> str:
    return reverse(f"admin:surveillance_{row._meta.model_name}_change", args=[row.pk])


def _address(owner: Property, begins_at: datetime, ends_at: datetime) -> str:
    """The same interval again, as the form sends it."""
    begins, ends = (f"{at.astimezone(owner.zone):%Y-%m-%dT%H:%M}" for at in (begins_at, ends_at))
    return "?" + urlencode({"property": owner.code, "begins_at": begins, "ends_at": ends})


def _printed(
    request: HttpRequest, owner: Property, language: str, between: tuple[datetime, datetime], *, now: datetime
) -> HttpResponse:
    with_words = request.GET.get("words") == "1"
    if with_words:
        found = shift.rows(owner, *between)
        for row in (*found["incidents"], *found["incidents_entered"]):
            reads.note(request, owner, ReadKind.INCIDENT, row.number)
    assert request.user.is_authenticated
    by = staff_code(request.user)
    pdf = shift_paper.page(owner, language, *between, by=by, now=now, with_words=with_words)
    begins = between[0].astimezone(owner.zone)
    answer = HttpResponse(pdf, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{owner.code}-shift-{begins:%Y%m%d-%H%M}-{language}.pdf"'
    answer["Cache-Control"] = "no-store, private"
    return answer
