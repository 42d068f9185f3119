"""Work on footage on the pages: what waits, runs and failed; having a stretch fetched; beginning again what failed.

Proved by ``tests/surveillance/files/test_work_pages.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.clock import now as clock
from casino.console.theme import RecordAdmin
from casino.core.errors import Problem
from casino.core.text import Text
from casino.templatetags.tableproof import brief
from surveillance.admin.lists import at, by
from surveillance.admin.recordings import may_fetch, of_surveillance
from surveillance.files import fetching, given_up, jobs
from surveillance.files.forms import FetchForm
from surveillance.files.models import FootageJob, FootageUpload, JobKind, JobState
from surveillance.files.on_duty import person_of
from surveillance.rows.models import Camera, Recording
from surveillance.rows.visibility import Seeing

LIST = "admin:surveillance_footagejob_changelist"


@admin.register(FootageJob)
class FootageJobAdmin(RecordAdmin):
    """Work on footage: what waits, runs, failed."""

    list_display = ("kind", "what", "standing", "asked_by", "asked_short", "why", "again")
    list_display_links = ("kind",)
    search_fields = ("about", "staff")
    list_filter = (by("state"), by("kind"))
    ordering: ClassVar[Any] = ("-id",)
    list_before_template = "surveillance/files/work_before.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[FootageJob]:
        rows: QuerySet[FootageJob] = super().get_queryset(request).select_related("property")
        return rows.filter(property__in=Seeing.of(request).cases.properties)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("fetch/", wrap(self.fetch_view), name="surveillance_footagejob_fetch"),
            path("again/", wrap(self.all_again_view), name="surveillance_footagejob_all_again"),
            path("<int:pk>/again/", wrap(self.again_view), name="surveillance_footagejob_again"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        fetches = any(may_fetch(request, owner) for owner in Seeing.of(request).cases.properties)
        context = {"title": _("Work on footage"), "may_fetch": fetches, "given_up": len(self._given_up(request))}
        return super().changelist_view(request, {**(extra_context or {}), **context})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A job has no page of its own: it leads to the recording that it works on, where there is one."""
        row = self.get_queryset(request).filter(pk=object_id).first() if object_id.isdigit() else None
        film = row and Recording.objects.filter(property=row.property, code=row.about).first()
        where = reverse("admin:surveillance_recording_change", args=[film.pk]) + "#work" if film else reverse(LIST)
        return HttpResponseRedirect(where)

    # What a row says

    @admin.display(description=gettext_lazy("About"), ordering="about")
    def what(self, row: FootageJob) -> SafeString:
        if row.kind == JobKind.ARRIVE:
            upload = FootageUpload.objects.filter(pk=row.about).values_list("name", flat=True).first()
            return format_html("{}", upload or "–")
        if row.kind == JobKind.FETCH:
            zone = row.property.zone
            ends = (datetime.fromisoformat(row.asked[name]).astimezone(zone) for name in ("begins_at", "ends_at"))
            begins, until = (f"{at:%d/%m %H:%M:%S}" for at in ends)
            return format_html('<span class="tp-code">{}</span> {} – {}', row.about, begins, until)
        if row.kind in (JobKind.REPORT, JobKind.REPORT_PAPERS):
            return format_html('<span class="tp-code">{}</span>', row.about)
        address = reverse("admin:surveillance_recording_by_code", args=[row.about])
        return format_html('<a class="tp-code" href="{}">{}</a>', address, row.about)

    @admin.display(description=gettext_lazy("State"), ordering="state")
    def standing(self, row: FootageJob) -> SafeString:
        if row.state == JobState.RUNNING:
            return format_html('<progress max="100" value="{}">{} %</progress>', row.percent, row.percent)
        wrong = " tp-wrong" if row.state == JobState.FAILED else ""
        return format_html('<span class="tp-tag{}">{}</span>', wrong, row.get_state_display())

    @admin.display(description=gettext_lazy("By"), ordering="staff")
    def asked_by(self, row: FootageJob) -> str:
        return row.staff or str(_("by rule"))

    asked_short = at("asked_at", gettext_lazy("Asked"), brief)

    @admin.display(description=gettext_lazy("Why"))
    def why(self, row: FootageJob) -> str:
        return _said(row)

    @admin.display(description="")
    def again(self, row: FootageJob) -> SafeString:
        """The button belongs to the form above the list."""
        if row.state != JobState.FAILED:
            return format_html("{}", "")
        address = reverse("admin:surveillance_footagejob_again", args=[row.pk])
        template = '<button type="submit" class="tp-button" form="work-again" formaction="{}">{}</button>'
        return format_html(template, address, _("Try again"))

    # What is done

    def again_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Begin a job again that failed; back to where it was asked."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        row = get_object_or_404(self.get_queryset(request), pk=pk)
        if not of_surveillance(request, row):
            raise PermissionDenied
        jobs.again(row, now=clock())
        messages.success(request, _("It is begun again."))
        film = Recording.objects.filter(property=row.property, code=row.about).first()
        if film is not None and request.POST.get("from") == "recording":
            return HttpResponseRedirect(reverse("admin:surveillance_recording_change", args=[film.pk]) + "#work")
        return HttpResponseRedirect(reverse(LIST))

    def all_again_view(self, request: HttpRequest) -> HttpResponse:
        """Begin everything again that was given up, and that is theirs to begin."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        found = self._given_up(request)
        if not found:
            raise PermissionDenied
        number = given_up.begin_again(found, now=clock())
        messages.success(request, _("%(number)s are begun again.") % {"number": number})
        return HttpResponseRedirect(reverse(LIST))

    def _given_up(self, request: HttpRequest) -> list[FootageJob]:
        rows = given_up.rows().filter(pk__in=self.get_queryset(request)).select_related("property")
        return [row for row in rows if of_surveillance(request, row)]

    def fetch_view(self, request: HttpRequest) -> HttpResponse:
        """Have a stretch fetched from a recorder."""
        houses = [owner for owner in Seeing.of(request).cases.properties if may_fetch(request, owner)]
        if not houses:
            raise PermissionDenied
        owner = next((each for each in houses if each.code == request.GET.get("property")), houses[0])
        first: dict[str, Any] = {"camera": request.GET.get("camera", "")}
        for name in ("begins_at", "ends_at"):
            try:
                first[name] = datetime.fromisoformat(request.GET.get(name, ""))
            except ValueError:
                continue
        form = FetchForm(owner, request.POST or None, initial=first)
        status = 200
        if request.method == "POST":
            status = 422
            if form.is_valid():
                asked = form.cleaned_data
                camera = Camera.objects.select_related("recorder").get(property=owner, code=asked["camera"])
                try:
                    fetching.ask(
                        owner=owner,
                        camera=camera,
                        begins_at=asked["begins_at"],
                        ends_at=asked["ends_at"],
                        by=person_of(request.user, owner.code, clock()),
                        now=clock(),
                    )
                except Problem as problem:
                    field = problem.field if problem.field in form.fields else None
                    form.add_error(field, problem.in_language(get_language() or "vi"))
                else:
                    messages.success(request, _("The recorder is asked; the list shows how far it is."))
                    return HttpResponseRedirect(reverse(LIST))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Fetch from a recorder"),
            "owner": owner,
            "form": form,
            "back": reverse(LIST),
        }
        return TemplateResponse(request, "surveillance/files/fetch.html", context, status=status)


def _said(row: FootageJob) -> str:
    return Text(row.said_vi, row.said_en).in_language(get_language() or "vi")
