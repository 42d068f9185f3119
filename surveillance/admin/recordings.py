"""Recordings on the pages: the list, one with its chain of custody, what can be done with it, bringing films in, work.

Proved by ``tests/surveillance/files/test_pages.py`` and, in a browser, ``tests/surveillance/files/test_pages.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.defaultfilters import filesizeformat
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.text import Text
from casino.ledger.application import get_ledger
from casino.ledger.grams import holding, searched
from casino.ledger.models import Property
from games.engine.facts import Person
from surveillance.admin.command_pages import address_of
from surveillance.admin.lists import FootageAdmin, at, by
from surveillance.files import checking, event_words, exports, leaving, links, showing
from surveillance.files.forms import ActForm, CheckForm, GiveForm, StretchForm
from surveillance.files.models import FootageCopy, FootageJob, JobState
from surveillance.files.on_duty import SURVEILLANCE, person_of
from surveillance.files.partly import Stretches, shows
from surveillance.record import facts as f
from surveillance.rows import models
from surveillance.rows.visibility import Seeing

TITLES: Final = {
    "export": gettext_lazy("Export a stretch, sealed"),
    "give": gettext_lazy("Give a masked copy"),
    "download": gettext_lazy("Download the original"),
    "check": gettext_lazy("Check the bytes again"),
}
FORMS: Final[dict[str, type[Any]]] = {
    "export": StretchForm,
    "give": GiveForm,
    "download": ActForm,
    "check": CheckForm,
}
OF_BYTES: Final = ("download", "check")
"""What is done with the bytes of an exhibit too."""
OF_FILM: Final = (
    *("width", "height", "duration_ms", "frames", "key_frames", "audio", "seals", "seals_count", "signing_packets"),
)
"""What is known of a film alone."""
MOST_CAMERAS: Final = 1_000
"""Cameras of a search, at most."""


@admin.register(models.Recording)
class RecordingAdmin(FootageAdmin):
    list_display = ("named", "picture", "of_camera", "starts", "length", "sealed", "term", "state")
    list_display_links = ("named",)
    list_filter = (by("how"),)
    search_fields = ("code", "name", "sha256", "camera__code")
    list_select_related = ("property", "camera")
    list_before_template = "surveillance/files/before.html"

    def visible(self, seeing: Seeing) -> Q:
        return seeing.listed()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        for word in search_term.split():
            cameras = models.Camera.objects.filter(code__icontains=word)
            named = holding(word, *searched(models.Recording))
            queryset = queryset.filter(named | Q(camera__in=list(cameras.values_list("pk", flat=True)[:MOST_CAMERAS])))
        return queryset, False

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        acts = [
            path(f"<int:pk>/{name}/", wrap(self._act_view(name)), name=f"surveillance_recording_{name}")
            for name in FORMS
        ]
        return [
            path("upload/", wrap(self.upload_view), name="surveillance_recording_upload"),
            path("by-code/<str:code>", wrap(self.by_code_view), name="surveillance_recording_by_code"),
            path("made/<int:pk>/", wrap(self.made_view), name="surveillance_recording_made"),
            path("<int:pk>/frame/", wrap(self.frame_view), name="surveillance_recording_frame"),
            *acts,
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        altered = checking.altered().filter(Seeing.of(request).listed())
        context = {
            "may_upload": request.user.has_perm("surveillance.add_footageupload"),
            "may_fetch": any(may_fetch(request, owner) for owner in Seeing.of(request).cases.properties),
            "altered": list(altered[:20]),
        }
        return super().changelist_view(request, {**(extra_context or {}), **context})

    # What a row says

    @admin.display(description=gettext_lazy("Picture"))
    def picture(self, row: models.Recording) -> SafeString:
        """Only somebody who may watch is given the address to it; the address asks anew."""
        made = row.deleted_at is None and FootageCopy.objects.filter(
            property_id=row.property_id, recording=row.code, what="thumbnail"
        )
        if not made:
            return format_html('<span class="tp-dim">{}</span>', "–")
        address = reverse("files:thumbnail", args=[row.code]) + f"?property={row.property.code}"
        return format_html('<img class="tp-thumb" src="{}" alt="" loading="lazy" width="96" height="54">', address)

    @admin.display(description=gettext_lazy("Camera"), ordering="camera__code")
    def of_camera(self, row: models.Recording) -> SafeString:
        if row.camera is None:
            return format_html('<span class="tp-tag">{}</span>', _("not known yet"))
        return format_html('<span class="tp-code">{}</span>', row.camera.code)

    starts = at("shown_from", gettext_lazy("Begins (recorder's clock)"))

    @admin.display(description=gettext_lazy("Length"), ordering="duration_ms")
    def length(self, row: models.Recording) -> str:
        if row.unplayable is not None:
            return "–"
        return event_words.place(row.duration_ms).partition(".")[0]

    @admin.display(description=gettext_lazy("Seals on arrival"), ordering="seals_count")
    def sealed(self, row: models.Recording) -> str:
        return event_words.seals([each["state"] for each in row.seals]).in_language(get_language() or "vi")

    @admin.display(description=gettext_lazy("Kept until"), ordering="keep_until")
    def term(self, row: models.Recording) -> SafeString:
        """The day, with its year: terms are half a year and more."""
        if row.held:
            return format_html('<span class="tp-tag">{}</span>', _("held"))
        day = row.keep_until.astimezone(row.property.zone)
        return format_html('<time datetime="{}">{}</time>', row.keep_until.isoformat(), f"{day:%d/%m/%Y}")

    @admin.display(description=gettext_lazy("State"))
    def state(self, row: models.Recording) -> SafeString:
        return format_html('<span class="tp-tag">{}</span>', self.status(row))

    def status(self, row: models.Recording) -> str:
        if row.deleted_at is not None:
            return _("deleted")
        if row.checked_ok is False:
            return _("bytes changed")
        if row.unplayable is not None:
            return _("cannot be played")
        return _("checked") if row.checked_ok else _("kept")

    # One recording

    def hidden(self, row: models.Recording) -> tuple[str, ...]:
        return super().hidden(row) if row.unplayable is None else (*super().hidden(row), *OF_FILM)

    def offers(self, command: str, row: models.Recording) -> bool:
        # What a picture shows is taken beside the picture: the page of it stands among the acts.
        return row.deleted_at is None and command != "take_picture_clock"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        shown = super().change_view(request, object_id, form_url, extra_context)
        if isinstance(shown, TemplateResponse):
            context: dict[str, Any] = shown.context_data  # type: ignore[assignment]
            row: models.Recording = context["row"]
            theirs = Seeing.of(request).may_watch(row)
            watch = theirs and row.unplayable is None
            stretches = Seeing.of(request).stretches(row) if watch else None
            context |= {
                "may_watch": watch,
                "unplayable": row.unplayable
                and Text(row.unplayable["vi"], row.unplayable["en"]).in_language(get_language() or "vi"),
                "custody": _custody(row, context["history"]),
                "addresses": showing.addresses(row, stretches=stretches) if watch else {},
                "previews": _previews(row, stretches) if watch else [],
                "jobs": [_job(job) for job in showing.jobs_of(row)],
                "acts": _acts(row) if theirs and of_surveillance(request, row) else [],
                "sealed": self.sealed(row),
            }
            # To keep something asks for nothing but a click.
            mine = address_of("lock_recording", row.property, row.code)
            lock = [each for each in context["buttons"] if each["address"] == mine]
            context["buttons"] = [each for each in context["buttons"] if each not in lock]
            context["lock"] = {**lock[0], "command_id": uuid4()} if lock else None
            shown.template_name = "surveillance/files/recording.html"
        return shown

    def by_code_view(self, request: HttpRequest, code: str) -> HttpResponse:
        """The page of a recording of this code, of any house that the person sees."""
        row = self.get_queryset(request).filter(code=code).order_by("id").first()
        if row is None:
            raise Http404
        return HttpResponseRedirect(reverse("admin:surveillance_recording_change", args=[row.pk]))

    def made_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Save what an export or a copy came to: by a link that expires."""
        job = get_object_or_404(FootageJob.objects.select_related("property"), pk=pk, state=JobState.DONE)
        row = self.get_queryset(request).filter(property=job.property, code=job.about).first()
        if row is None or job.kind not in ("export", "give"):
            raise Http404
        if not Seeing.of(request).may_watch(row) or not of_surveillance(request, row):
            raise PermissionDenied
        address, _until = links.address(
            house=job.property.code, recording=job.about, what=leaving.what_of(job), request=request, now=clock()
        )
        return HttpResponseRedirect(address)

    def upload_view(self, request: HttpRequest) -> HttpResponse:
        """Bring films in."""
        if not request.user.has_perm("surveillance.add_footageupload"):
            raise PermissionDenied
        houses = [owner for owner in Seeing.of(request).cases.properties if may_fetch(request, owner)]
        cameras = models.Camera.objects.filter(property__in=houses, retired=False).select_related("property")
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Bring footage in"),
            "houses": houses,
            "cameras": cameras.order_by("property__code", "code"),
            "chunk": settings.FOOTAGE_CHUNK_BYTES,
            "most": filesizeformat(settings.FOOTAGE_MAX_BYTES),
            "zone": _offset(houses[0].zone) if houses else "+00:00",
            "recordings": reverse("admin:surveillance_recording_by_code", args=["x"])[:-1],
        }
        return TemplateResponse(request, "surveillance/files/upload.html", context)

    def frame_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The frame at ``at_ms``, on which areas are drawn. It counts as looked at."""
        films = self.get_queryset(request).select_related("property").filter(deleted_at=None, unplayable__isnull=True)
        row = films.filter(pk=pk).first()
        if row is None:
            raise Http404
        if not Seeing.of(request).may_watch(row) or not of_surveillance(request, row):
            raise PermissionDenied
        try:
            at_ms = min(max(0, int(request.GET.get("at_ms", "0"))), row.duration_ms)
            png = showing.frame(row, at_ms, by=person_of(request.user, row.property.code, clock()), now=clock())
        except (Problem, ValueError):
            raise Http404 from None
        return HttpResponse(png, content_type="image/png", headers={"Cache-Control": "private, max-age=60"})

    def _act_view(self, name: str) -> Callable[[HttpRequest, int], HttpResponseBase]:
        def view(request: HttpRequest, pk: int) -> HttpResponseBase:
            return self.act_view(request, pk, name)

        return view

    def act_view(self, request: HttpRequest, pk: int, name: str) -> HttpResponseBase:
        """One act: its form, and what comes back from it."""
        row = self.get_queryset(request).select_related("property", "camera").filter(pk=pk).first()
        if row is None:
            raise Http404
        if not Seeing.of(request).may_watch(row) or not of_surveillance(request, row):
            raise PermissionDenied
        if row.unplayable is not None and name not in OF_BYTES:
            raise Http404
        form = FORMS[name](request.POST or None)
        page = reverse("admin:surveillance_recording_change", args=[row.pk])
        status = 200
        if request.method == "POST":
            status = 422
            if form.is_valid():
                try:
                    return HttpResponseRedirect(_carried_out(request, row, name, form.cleaned_data, page, clock()))
                except Problem as problem:
                    form.add_error(None, problem.in_language(get_language() or "vi"))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": TITLES[name],
            "row": row,
            "form": form,
            "length": event_words.place(row.duration_ms),
            "back": page,
        }
        return TemplateResponse(request, "surveillance/files/act.html", context, status=status)


def _carried_out(
    request: HttpRequest, row: models.Recording, name: str, asked: dict[str, Any], page: str, now: datetime
) -> str:
    """Do it; where the person goes next."""
    by = person_of(request.user, row.property.code, now)
    said: dict[str, Any] = {"owner": row.property, "code": row.code, "by": by, "now": now}
    if name == "check":
        checking.ask(**said)
    elif name == "download":
        leaving.download(row, why=asked["reason"], by=by, command_id=asked["command_id"], now=now)
        address, _until = links.address(
            house=row.property.code, recording=row.code, what="original", request=request, now=now
        )
        return address
    else:
        said |= {
            "stretch": exports.Stretch(from_ms=asked["from_ms"], to_ms=asked["to_ms"]),
            "case": leaving.case_of(row.property, asked["case"]),
            "command": str(asked["command_id"]),
        }
        if name == "export":
            exports.ask_export(**said, why=asked["reason"])
        else:
            exports.ask_copy(**said, areas=asked["areas"], given_to=asked["given_to"])
    messages.success(request, _("It is being worked on; the page shows how far it is."))
    return page + "#work"


def of_surveillance(request: HttpRequest, row: models.Recording | FootageJob) -> bool:
    """Whether this person works with the bytes of footage there: Surveillance and senior management."""
    return may_fetch(request, row.property)


def may_fetch(request: HttpRequest, owner: Property) -> bool:
    """The same of a house."""
    try:
        by: Person = person_of(request.user, owner.code, clock())
    except Problem:
        return False
    return by.post in (SURVEILLANCE, "senior_management")


def _acts(row: models.Recording) -> list[dict[str, Any]]:
    clock_page = {"title": _("Clock in the picture"), "address": reverse("footage_picture_clock", args=[row.pk])}
    film = row.unplayable is None
    return [
        *([clock_page] if film and row.deleted_at is None else []),
        *(
            {"title": TITLES[name], "address": reverse(f"admin:surveillance_recording_{name}", args=[row.pk])}
            for name in FORMS
            if film or name in OF_BYTES
        ),
    ]


def _custody(row: models.Recording, history: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The chain of custody: each event with what it says."""
    events = get_ledger(row.property.code).stream(row.stream)
    arrived = next((event.data for event in events if isinstance(event.data, f.RecordingArrived)), None)
    return [
        {**told, "lines": event_words.told(event.data, arrived, row.property.zone)}
        for told, event in zip(history, events, strict=False)
    ]


def _previews(row: models.Recording, stretches: Stretches | None) -> list[dict[str, Any]]:
    base = reverse("files:strip", args=[row.code]) + f"?property={row.property.code}&number="
    places = showing.previews_of(row)
    return [
        {"address": f"{base}{number}", "at": event_words.place(each["at_ms"]).partition(".")[0]}
        for number, each in enumerate(places)
        if number % max(1, len(places) // 20) == 0 and shows(stretches, each["at_ms"])
    ]


def _job(row: FootageJob) -> dict[str, Any]:
    vi = (get_language() or "vi").startswith("vi")
    return {
        "row": row,
        "kind": row.get_kind_display(),
        "state": row.get_state_display(),
        "percent": row.percent,
        "said": row.said_vi if vi else row.said_en,
        "made": row.kind in ("export", "give") and row.state == JobState.DONE,
    }


def _offset(zone: Any) -> str:
    said = clock().astimezone(zone).strftime("%z")
    return f"{said[:3]}:{said[3:]}"


def altered(request: HttpRequest) -> QuerySet[models.Recording]:
    """The recordings that are no longer what arrived, for those who answer for them: of others' side bars it asks
    nothing."""
    return checking.altered().filter(Seeing.of(request).whole())
