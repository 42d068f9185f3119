"""The lists of Surveillance, and the page of each thing: how it stands, what can be done, everything that happened.

One class a read model, made of the few things in which they differ. A person gets the rows that they may read
(``surveillance.rows.visibility``). Proved by ``tests/surveillance/admin/test_pages.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import F, Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.clock import now as clock
from casino.commands.fields import said
from casino.console.theme import DropdownFilter, RecordAdmin
from casino.core.events import RecordedEvent
from casino.core.messages import Catalogue
from casino.core.sealed import sealed_in
from casino.core.text import Text
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.templatetags.tableproof import brief, moment
from disputes.case.facts import FootageAsked
from disputes.reads import log as reads
from disputes.reads.models import ReadKind
from disputes.rows.models import Case as CaseRow
from games.admin.filters import Choice, TableFilter
from games.rows.models import Round
from surveillance.admin.command_pages import address_of, do_view, may
from surveillance.record import facts as f
from surveillance.record.commands import COMMANDS
from surveillance.record.fields import SHOWS
from surveillance.rows import choices, log_models, models, sealed_words
from surveillance.rows.visibility import Seeing

_WORDS: Final = Catalogue(__file__)

FETCH: Final = _WORDS.text("fetch")
LONGEST: Final = timedelta(hours=6)
"""The player shows no longer stretch of a table (``surveillance.pages.player``)."""
HIDDEN: Final = ("id", "property", "stream", "version", "last_position", "unplayable")
"""Columns that the page of a thing leaves out."""


class OfColumn(DropdownFilter):
    """Rows whose column, named by the parameter, equals the choice: as the column is called and knows its codes."""

    def __init__(self, request: HttpRequest, params: Any, model: type[Model], model_admin: Any) -> None:
        column: Any = model._meta.get_field(str(self.parameter_name))
        self.title, self.offered = column.verbose_name, column.choices
        super().__init__(request, params, model, model_admin)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return list(self.offered)

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        chosen = self.value()
        return queryset.filter(**{str(self.parameter_name): chosen}) if chosen in dict(self.offered) else queryset


def by(column: str) -> type[OfColumn]:
    """A filter of a column with fixed codes."""
    return type(f"{column.title()}Filter", (OfColumn,), {"parameter_name": column})


class Standing(DropdownFilter):
    """What still stands, or waits."""

    title = gettext_lazy("state")
    parameter_name = "state"
    stands: ClassVar[Q]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return [("open", str(_("open"))), ("done", str(_("done")))]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        wanted = {"open": self.stands, "done": ~self.stands}.get(self.value() or "")
        return queryset if wanted is None else queryset.filter(wanted)


def standing(condition: Q) -> type[Standing]:
    """A filter of what stands by this condition."""
    return type("StandingFilter", (Standing,), {"stands": condition})


def at(column: str, title: Any, shown: Callable[[Any, Any], SafeString] = moment) -> Any:
    """A column of a list that shows a moment by the clock of the row's property."""

    def of(_list: Any, row: Any) -> SafeString:
        return shown(getattr(row, column), row.property.zone)

    return admin.display(description=title, ordering=column)(of)


class FootageAdmin(RecordAdmin):
    """A list of Surveillance. ``begins`` are the commands that begin something here; ``visible`` the rows."""

    begins: ClassVar[tuple[str, ...]] = ()
    list_before_template = "surveillance/before.html"

    def visible(self, seeing: Seeing) -> Q:
        return Q()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request).select_related("property")
        return rows.filter(self.visible(Seeing.of(request)))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        seeing = Seeing.of(request)
        buttons: list[dict[str, Any]] = [
            {"title": COMMANDS[command].title, "address": address_of(command, owner), "owner": owner}
            for command in self.begins
            for owner in seeing.cases.properties
            if may(command, seeing.cases.actor(owner.code))
        ]
        several = len({button["owner"].pk for button in buttons}) > 1
        context = {"title": self.opts.verbose_name_plural, "buttons": buttons, "several": several}
        return super().changelist_view(request, {**(extra_context or {}), **context})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        if not (object_id.isascii() and object_id.isdigit() and int(object_id) < 2**63):
            raise Http404
        row = get_object_or_404(self.get_queryset(request), pk=object_id)
        kind, _slash, code = row.stream.partition("/")
        actor = Seeing.of(request).cases.actor(row.property.code)
        language = get_language() or "vi"
        events = get_ledger(row.property.code).stream(row.stream)
        texts = sealed_words.opened(row.property.code, events, language)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": str(row),
            "row": row,
            "zone": row.property.zone,
            "status": self.status(row),
            "data": _data(row, self.hidden(row)),
            "parts": self.parts(request, row),
            "history": [*self.before(request, row, language), *(_told(event, texts) for event in events)],
            "film": self.film(request, row),
            "buttons": [
                {"title": step.title, "address": address_of(step.command, row.property, code, **self.chosen(row))}
                for step in COMMANDS.values()
                if step.on == kind and may(step.command, actor) and self.offers(step.command, row)
            ],
        }
        return TemplateResponse(request, "surveillance/stream.html", context)

    def status(self, row: Any) -> str:
        return ""

    def offers(self, command: str, row: Any) -> bool:
        """Whether a command makes sense as the row stands; the domain decides."""
        return not getattr(row, "retired", False) and not getattr(row, "withdrawn", False)

    def chosen(self, row: Any) -> dict[str, Any]:
        """What the address of a command chooses in its form."""
        return {}

    def parts(self, request: HttpRequest, row: Any) -> list[dict[str, Any]]:
        """What else the page shows."""
        return []

    def before(self, request: HttpRequest, row: Any, language: str) -> list[dict[str, Any]]:
        """What happened to it elsewhere, before its own stream began."""
        return []

    def hidden(self, row: Any) -> tuple[str, ...]:
        """Columns that say nothing of this row."""
        return HIDDEN

    def film(self, request: HttpRequest, row: Any) -> str:
        """The address of the player for the stretch that it is about; empty for none."""
        return ""

    @admin.display(description=gettext_lazy("Code"), ordering="id")
    def named(self, row: Any) -> SafeString:
        return format_html('<strong class="tp-code">{}</strong>', str(row))

    @admin.display(description=gettext_lazy("State"), ordering="retired")
    def in_use(self, row: Any) -> SafeString:
        return tag(_("retired") if row.retired else _("in use"))

    @admin.display(description=gettext_lazy("State"), ordering="withdrawn")
    def counts(self, row: Any) -> SafeString:
        return tag(_("withdrawn") if row.withdrawn else _("counts"))

    @admin.display(description=gettext_lazy("About"), ordering="subject_stream")
    def about_what(self, row: Any) -> SafeString:
        return about(row.property, row.subject_stream)

    begins_short = at("begins_at", gettext_lazy("From"))

    ends_short = at("ends_at", gettext_lazy("To"))


def _told(event: RecordedEvent, opened: dict[str, str], *, label: Text | None = None) -> dict[str, Any]:
    """An event in a line, with the words that it holds."""
    refs = [
        str(sealed.ref)
        for name in event.data.__struct_fields__
        if name not in sealed_words.SECRET
        for sealed in sealed_in(getattr(event.data, name))
    ]
    return {
        "at": event.occurred_at or event.recorded_at,
        "label": label or f.LABELS[event.type.rpartition(".")[0]],
        "who": event.actor.partition(":")[2] if event.actor.startswith("person:") else _("by rule"),
        "texts": [opened[ref] for ref in refs if ref in opened],
    }


def player_address(request: HttpRequest, owner: Property, table: str, begins_at: datetime, ends_at: datetime) -> str:
    """The player at a stretch of a table; empty for who may not open it and for a stretch that it cannot show."""
    if not request.user.has_perm("surveillance.view_recording"):
        return ""
    if not table or not timedelta(0) < ends_at - begins_at <= LONGEST:
        return ""
    between = {"from": begins_at.isoformat(), "to": ends_at.isoformat()}
    return f"{reverse('footage_table', args=[owner.code, table])}?{urlencode(between)}"


def _data(row: Any, hidden: tuple[str, ...]) -> list[tuple[Any, Any]]:
    """The columns of a row with what stands in them."""
    found = []
    for field in row._meta.concrete_fields:
        if field.name in hidden:
            continue
        value = getattr(row, field.name)
        if value in (None, "", [], {}):
            continue
        if field.choices:
            value = getattr(row, f"get_{field.name}_display")()
        elif field.get_internal_type() == "DateTimeField":
            value = moment(value, row.property.zone)
        elif field.get_internal_type() == "BooleanField":
            value = _("yes") if value else _("no")
        elif field.name in ("subject", "subject_stream"):
            value = about(row.property, value)
        elif field.name == "shows":
            value = ", ".join(said(SHOWS[each]) for each in value)
        elif isinstance(value, list) and all(isinstance(each, str) for each in value):
            value = format_html_join(", ", '<span class="tp-code">{}</span>', ((each,) for each in value))
        found.append((field.verbose_name, value))
    return found


def about(owner: Any, stream: str) -> SafeString:
    """What something is about, in words, leading to its page."""
    if not stream:
        return format_html("{}", "–")
    said = sealed_words.about(stream).in_language(get_language() or "vi")
    kind, _slash, code = stream.partition("/")
    row: Any = None
    if kind == "case":
        row = CaseRow.objects.filter(property=owner, number=code).first()
    elif kind in ("round", "audit"):
        row = Round.objects.filter(property=owner, stream=f"round/{code}").first()
    elif kind == "incident":
        row = log_models.Incident.objects.filter(property=owner, number=code).first()
    if row is None:
        return format_html("{}", said)
    name = f"admin:{row._meta.app_label}_{row._meta.model_name}_change"
    return format_html('<a href="{}">{}</a>', reverse(name, args=[row.pk]), said)


def tag(text: Any, *, wrong: bool = False) -> SafeString:
    return format_html('<span class="tp-tag{}">{}</span>', " tp-wrong" if wrong else "", text)


def fetch_address(camera: models.Camera, begins_at: datetime, ends_at: datetime) -> str:
    """Where a stretch of a camera is asked of its recorder; empty for one that cannot be asked."""
    recorder = camera.recorder
    if recorder is None or recorder.kind != "onvif" or not recorder.address:
        return ""
    asked = {"property": camera.property.code, "camera": camera.code}
    between = {"begins_at": begins_at.isoformat(), "ends_at": ends_at.isoformat()}
    return f"{reverse('admin:surveillance_footagejob_fetch')}?{urlencode({**asked, **between})}"


def actor_at(request: HttpRequest, row: Any) -> Any:
    return Seeing.of(request).cases.actor(row.property.code)


def line(row: Any, text: str = "", *, between: Any = None) -> dict[str, Any]:
    """A row in a line of another page, and from when to when."""
    besides = {} if between is None else {"from": between.begins_at, "to": between.ends_at}
    return {
        "code": str(row),
        "address": reverse(f"admin:surveillance_{row._meta.model_name}_change", args=[row.pk]),
        "text": text,
        **besides,
    }


@admin.register(models.Request)
class RequestAdmin(FootageAdmin):
    """The inbox of Surveillance: what waits stands first, by its clock."""

    begins = ("request_footage",)
    list_display = ("named", "state", "place", "begins_short", "ends_short", "asked_by", "due_short")
    list_filter = (
        standing(Q(status__in=choices.REQUEST_WAITS)),
        by("status"),
        TableFilter,
    )
    search_fields = ("code", "case", "table", "round", "asked_by")
    ordering: ClassVar[Any] = (F("answered_at").desc(nulls_first=True), F("due_at").asc(nulls_last=True), "-id")

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        place = "do/<slug:command>/<str:owner>/<str:code>/"
        return [
            path("do/<slug:command>/", wrap(do_view), name="surveillance_do_new"),
            path(place, wrap(do_view), name="surveillance_do"),
            *super().get_urls(),
        ]

    def visible(self, seeing: Seeing) -> Q:
        return seeing.requests()

    def status(self, row: models.Request) -> str:
        return str(row.get_status_display())

    def before(self, request: HttpRequest, row: models.Request, language: str) -> list[dict[str, Any]]:
        """What the case asked for, in its own words, for who may read the case; that they read it is noted."""
        theirs = CaseRow.objects.filter(Seeing.of(request).cases.visible(), property=row.property, number=row.case)
        if not row.case or not theirs.exists():
            return []
        events = get_ledger(row.property.code).stream(f"case/{row.case}")
        asked = [e for e in events if isinstance(e.data, FootageAsked) and e.data.request == row.request]
        if any(event.data.note is not None for event in asked):
            reads.note(request, row.property, ReadKind.CASE, row.case)
        texts = sealed_words.opened(row.property.code, asked, language)
        return [_told(event, texts, label=COMMANDS["request_footage"].title) for event in asked]

    def film(self, request: HttpRequest, row: models.Request) -> str:
        played = Round.objects.filter(property=row.property, table=row.table, code=row.round).first()
        if row.round and played is not None and request.user.has_perm("surveillance.view_recording"):
            return reverse("footage_round", args=[played.pk])
        return player_address(request, row.property, row.table, row.begins_at, row.ends_at)

    @admin.display(description=gettext_lazy("State"), ordering="status")
    def state(self, row: models.Request) -> SafeString:
        return tag(row.get_status_display(), wrong=row.status == choices.RequestStatus.OPEN)

    def offers(self, command: str, row: models.Request) -> bool:
        return row.waits and not (command == "acknowledge_request" and row.status != choices.RequestStatus.OPEN)

    def parts(self, request: HttpRequest, row: models.Request) -> list[dict[str, Any]]:
        from surveillance.rows.coverage import covering

        found = covering(row.property_id, row.table, row.begins_at, row.ends_at)
        seeing = Seeing.of(request)
        fetches = row.waits and may("answer_request", actor_at(request, row))
        cameras = []
        for each in found:
            shown = line(each.camera, each.camera.name, between=each)
            address = fetch_address(each.camera, each.begins_at, each.ends_at) if fetches else ""
            cameras.append(shown | ({"button": address, "label": FETCH} if address else {}))
        links = models.Link.objects.filter(seeing.links(), property=row.property_id, code__in=row.links)
        here = [line(each, between=each) for each in links]
        return [{"title": _("Cameras that covered it"), "lines": cameras}, {"title": _("Links"), "lines": here}]

    @admin.display(description=gettext_lazy("Table"), ordering="table")
    def place(self, row: models.Request) -> str:
        return f"{row.table} · {row.round}" if row.round else row.table

    @admin.display(description=gettext_lazy("Due"), ordering="due_at")
    def due_short(self, row: models.Request) -> SafeString:
        late = row.waits and row.due_at is not None and row.due_at < clock()
        return format_html(
            '<span class="{}">{}</span>', "tp-wrong" if late else "", brief(row.due_at, row.property.zone)
        )


@admin.register(models.Link)
class LinkAdmin(FootageAdmin):
    list_display = ("named", "about_what", "camera", "begins_short", "ends_short", "linked_by", "counts")
    list_filter = (
        by("subject_kind"),
        standing(Q(withdrawn=False)),
    )
    search_fields = ("code", "subject_stream", "case", "linked_by")
    list_select_related = ("camera", "recording")

    def visible(self, seeing: Seeing) -> Q:
        return seeing.links()

    def film(self, request: HttpRequest, row: models.Link) -> str:
        """The player of the round that it shows, at its second; of what belongs to no round, that of the recording."""
        if not request.user.has_perm("surveillance.view_recording"):
            return ""
        _kind, _slash, code = row.subject_stream.partition("/")
        found = Round.objects.filter(property=row.property, stream=f"round/{code}").first()
        if found is None:
            return "" if row.recording_id is None else reverse("footage_recording", args=[row.recording_id])
        about = found.findings.filter(identity=row.identity).first() if row.identity else None
        asked = {"event": str(row.event)} if row.event else {"finding": str(about.pk)} if about else {}
        return reverse("footage_round", args=[found.pk]) + (f"?{urlencode(asked)}" if asked else "")


@admin.register(log_models.Review)
class ReviewAdmin(FootageAdmin):
    list_display = ("named", "about_what", "verdict", "reviewed_by", "reviewed_short")
    list_filter = (by("verdict"),)
    search_fields = ("subject_stream", "identity", "reviewed_by")

    reviewed_short = at("reviewed_at", gettext_lazy("When"))


@admin.register(log_models.SpotCheck)
class SpotCheckAdmin(FootageAdmin):
    begins = ("draw_spot_check",)
    list_display = ("named", "table", "dealer", "begins_short", "ends_short", "population", "left", "asked_by")
    list_filter = (standing(Q(left__gt=0)), TableFilter)

    def offers(self, command: str, row: log_models.SpotCheck) -> bool:
        return row.drawn_at is not None and row.left > 0

    def film(self, request: HttpRequest, row: log_models.SpotCheck) -> str:
        """The rounds of the sample one after the other, as in the review queue."""
        return reverse("footage_check", args=[row.pk]) if request.user.has_perm("surveillance.view_review") else ""

    def parts(self, request: HttpRequest, row: log_models.SpotCheck) -> list[dict[str, Any]]:
        actor = Seeing.of(request).cases.actor(row.property.code)
        verdicts = dict(choices.VERDICTS)
        lines = []
        watches = request.user.has_perm("surveillance.view_recording")
        played = dict(Round.objects.filter(property=row.property, stream__in=row.rounds).values_list("stream", "pk"))
        for stream in row.rounds:
            button: dict[str, Any] = {}
            if watches and stream in played:
                button["address"] = f"{reverse('footage_round', args=[played[stream]])}?check={row.code}"
            if stream not in row.looked and may("look_at_round", actor):
                address = address_of("look_at_round", row.property, row.code, round=stream)
                button |= {"button": address, "label": COMMANDS["look_at_round"].title}
            seen = verdicts.get(row.looked.get(stream, ""), "")
            lines.append({"code": stream.partition("/")[2], "text": seen, **button})
        if row.drawn_at is None:
            lines = [{"text": _("It is drawn once the next checkpoint of the log is signed.")}]
        return [{"title": _("The sample, in the order of the seed"), "lines": lines}]


@admin.register(log_models.ShiftReport)
class ShiftReportAdmin(FootageAdmin):
    """Reports of shifts that were signed. The report itself, with what came after, is the page of its interval."""

    list_display = ("named", "begins_short", "ends_short", "handed_by", "taken_by")
    list_filter = (standing(Q(taken_at=None)),)

    def offers(self, command: str, row: log_models.ShiftReport) -> bool:
        return row.taken_at is None

    def chosen(self, row: log_models.ShiftReport) -> dict[str, Any]:
        return {"digest": row.digest}

    def status(self, row: log_models.ShiftReport) -> str:
        return _("taken over") if row.taken_at else _("waits for who takes it over")

    def parts(self, request: HttpRequest, row: log_models.ShiftReport) -> list[dict[str, Any]]:
        zone = row.property.zone
        begins, ends = (f"{at.astimezone(zone):%Y-%m-%dT%H:%M}" for at in (row.begins_at, row.ends_at))
        asked = {"property": row.property.code, "begins_at": begins, "ends_at": ends}
        address = f"{reverse('admin:surveillance_incident_shift')}?{urlencode(asked)}"
        line = {
            "code": row.code,
            "text": _("As it was signed, with what was entered or changed after that"),
            "address": address,
        }
        return [{"title": _("Shift report"), "lines": [line]}]
