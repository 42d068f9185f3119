"""Reports on the pages: the list, asking for one, its progress and what it proves, recurring ones, the sheet of
keys, and whom the house lets look on.

Proved by ``tests/surveillance/reports/test_pages.py``.
"""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID, uuid4

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.clock import now as clock
from casino.commands.execution import Done
from casino.console.theme import RecordAdmin
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.posts import role_words
from casino.ledger.models import Property
from casino.templatetags.tableproof import brief
from disputes.case.context import Actor
from disputes.rows.visibility import Seeing
from surveillance.admin.lists import at, by
from surveillance.bundle.selection import ABOUT, games_in_words, in_words
from surveillance.files import report_keys as keys
from surveillance.reports import choosing, clips, event_words, keeping, lookers, plans, scope, service, showing
from surveillance.reports.execution import execute
from surveillance.reports.facts import EVERY
from surveillance.reports.forms import TOKEN_KINDS, AskForm, PlanForm, ReasonForm, ScopeForm, TokenForm
from surveillance.reports.handing import handed
from surveillance.reports.history import history
from surveillance.reports.models import Looker, LookerToken, Report, ReportPlan, ReportState


def said(text: Any) -> str:
    return str(text.in_language(get_language() or "vi"))


def house_for(request: HttpRequest) -> tuple[Property, Actor]:
    """The property that the address names (the first, for none) and who asks there."""
    code = request.GET.get("property")
    rows = Property.objects.order_by("pk")
    owner = rows.filter(code=code).first() if code else rows.first()
    if owner is None:
        raise Http404
    actor = Seeing.of(request).actor(owner.code)
    if actor is None:
        raise PermissionDenied
    return owner, actor


def _give(owner: Property, about: str | None, command: Command, actor: Actor, command_id: UUID | None = None) -> Done:
    """Carry out a command of these pages; a button without a form has no id of its own."""
    return execute(owner, about, command, actor=actor, command_id=command_id or uuid4(), now=clock())


@admin.register(Report)
class ReportAdmin(RecordAdmin):
    list_display = ("named", "of", "state_tag", "size", "asked", "who")
    list_display_links = ("named",)
    list_filter = (by("about"), by("state"))
    search_fields = ("code", "sha256", "requested_by")
    list_before_template = "surveillance/reports/before.html"
    ordering: ClassVar[Any] = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        rows: QuerySet[Report] = super().get_queryset(request).select_related("property")
        seeing = Seeing.of(request)
        found = Q(pk__in=())
        for owner in seeing.properties:
            found |= scope.visible(seeing.actor(owner.code), owner)
        return rows.filter(found)

    def get_urls(self) -> list[URLPattern]:
        wrap, name = self.admin_site.admin_view, "surveillance_report"
        return [
            path("ask/", wrap(self.kinds_view), name=f"{name}_kinds"),
            path("ask/<slug:about>/", wrap(self.ask_view), name=f"{name}_ask"),
            path("recurring/", wrap(self.plans_view), name=f"{name}_plans"),
            path("recurring/<int:pk>/end/", wrap(self.end_plan_view), name=f"{name}_end_plan"),
            path("keys/", wrap(self.keys_view), name=f"{name}_keys"),
            path("<int:pk>/cancel/", wrap(self.cancel_view), name=f"{name}_cancel"),
            path("<int:pk>/delete-files/", wrap(self.delete_files_view), name=f"{name}_delete_files"),
            path("<int:pk>/download/<slug:what>/", wrap(self.download_view), name=f"{name}_download"),
            *super().get_urls(),
        ]

    # The list

    @admin.display(description=gettext_lazy("Report"), ordering="id")
    def named(self, row: Report) -> SafeString:
        return format_html('<strong class="tp-code">{}</strong>', row.code)

    @admin.display(description=gettext_lazy("Of"))
    def of(self, row: Report) -> str:
        return said(showing.title(row))

    @admin.display(description=gettext_lazy("State"), ordering="state")
    def state_tag(self, row: Report) -> SafeString:
        return format_html('<span class="tp-tag">{}</span>', row.get_state_display())

    @admin.display(description=gettext_lazy("Rounds"), ordering="rounds_count")
    def size(self, row: Report) -> str:
        return "–" if row.rounds_count is None else f"{row.rounds_count:,}"

    asked = at("requested_at", gettext_lazy("Asked for at"), brief)

    @admin.display(description=gettext_lazy("By"))
    def who(self, row: Report) -> str:
        return f"{row.requested_by} · {said(role_words(row.requested_role))}"

    # Asking

    def kinds_view(self, request: HttpRequest) -> HttpResponse:
        """Of what? The ways of choosing."""
        self._may_ask(request)
        query = f"?property={request.GET['property']}" if "property" in request.GET else ""
        kinds = [(each, ABOUT[each], HINTS[each]) for each in ABOUT]
        return self._page(request, "kinds.html", {"title": _("Ask for a report"), "kinds": kinds, "query": query})

    def ask_view(self, request: HttpRequest, about: str) -> HttpResponse:
        """The form of one way of choosing; before anything is asked for it says how much that will be."""
        self._may_ask(request)
        if about not in ABOUT:
            raise Http404
        owner, actor = house_for(request)
        first = {key: value for key, value in request.GET.items() if key in AskForm.base_fields}
        form = AskForm(about, owner, Seeing.of(request), request.POST or None, initial=first)
        context: dict[str, Any] = {"title": said(ABOUT[about]), "hint": HINTS[about], "form": form, "owner": owner}
        status = 200
        if request.method == "POST":
            status = 422
            if form.is_valid():
                try:
                    chosen, at = service.prepared(owner, actor, form.selection())
                    if request.POST.get("go") == "ask":
                        command = service.AskReport(selection=form.selection())
                        done = _give(owner, None, command, actor, form.cleaned_data["command_id"])
                        row = Report.objects.get(property=owner, code=done.code)
                        return HttpResponseRedirect(reverse("admin:surveillance_report_change", args=[row.pk]))
                    context["holds"] = choosing.estimate(owner, chosen, at)
                    context["chosen"] = in_words(chosen, owner.zone)
                    status = 200
                except Problem as problem:
                    place = problem.field if problem.field in form.fields else None
                    form.add_error(place, said(problem.text))
        return self._page(request, "ask.html", context, status)

    # One report

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = self._row(request, object_id)
        now = clock()
        actor = Seeing.of(request).actor(row.property.code)
        ready = row.state == ReportState.FINISHED and not keeping.shut(row, now)
        row.refresh_from_db()
        context = {
            "title": row.code,
            "row": row,
            "zone": row.property.zone,
            "of": showing.title(row),
            "work": showing.progress(row, now),
            "printing": showing.printing(row) if ready else None,
            "files": [(kept, event_words.file_name(kept.what)) for kept in keeping.files(row)] if ready else [],
            "kept_from": None if actor is not None and clips.may_have(actor, row) else keeping.BUNDLE,
            **showing.proves(row),
            "history": history(row.property, row.stream),
            "may_cancel": row.state == ReportState.REQUESTED and actor is not None,
            "may_delete": row.state != ReportState.REQUESTED
            and row.state != ReportState.DELETED
            and request.user.has_perm("surveillance.delete_report"),
            "role": role_words(row.requested_role),
            "poll": reverse("reports:report", args=[row.code]) + f"?property={row.property.code}",
        }
        return self._page(request, "report.html", context)

    def cancel_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Stop the work: those who asked, and whoever may delete."""
        row = self._row(request, str(pk))
        actor = self._actor(request, row)
        if request.method == "POST":
            if actor.staff not in row.asked_by and not request.user.has_perm("surveillance.delete_report"):
                raise PermissionDenied
            self._tried(request, lambda: _give(row.property, row.code, service.CancelReport(), actor))
        return HttpResponseRedirect(reverse("admin:surveillance_report_change", args=[row.pk]))

    def delete_files_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Delete its files, with the reason."""
        row = self._row(request, str(pk))
        if not request.user.has_perm("surveillance.delete_report"):
            raise PermissionDenied
        form = ReasonForm(request.POST or None)
        page = reverse("admin:surveillance_report_change", args=[row.pk])
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data
            try:
                command = keeping.DeleteReport(reason=given["reason"])
                keeping.delete(
                    row, command, actor=self._actor(request, row), command_id=given["command_id"], now=clock()
                )
                return HttpResponseRedirect(page)
            except Problem as problem:
                form.add_error(None, said(problem.text))
        context = {"title": _("Delete the files of this report"), "row": row, "form": form, "back": page}
        return self._page(request, "reason.html", context, 422 if request.method == "POST" else 200)

    def download_view(self, request: HttpRequest, pk: int, what: str) -> HttpResponseBase:
        """A file leaves the house: recorded, then handed out."""
        row = self._row(request, str(pk))
        if request.method != "POST":
            return HttpResponseRedirect(reverse("admin:surveillance_report_change", args=[row.pk]))
        if not keeping.NAMED.fullmatch(what):
            raise Http404
        try:
            return handed(request, row, self._actor(request, row), what)
        except (Problem, FileNotFoundError) as problem:
            text = said(problem.text) if isinstance(problem, Problem) else said(Problem("reports_file_gone").text)
            messages.error(request, text)
            return HttpResponseRedirect(reverse("admin:surveillance_report_change", args=[row.pk]))

    # Recurring reports, keys

    def plans_view(self, request: HttpRequest) -> HttpResponse:
        """The recurring reports, and setting another up."""
        self._may_ask(request)
        owner, actor = house_for(request)
        form = PlanForm(owner, request.POST or None, initial={"begins": scope.day_of(owner, clock())})
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data
            try:
                places = {name: tuple(given[name]) for name in ("games", "tables")}
                command = plans.MakePlan(every=given["every"], begins=given["begins"], **places)
                _give(owner, None, command, actor, given["command_id"])
                return HttpResponseRedirect(f"{request.path}?property={owner.code}")
            except Problem as problem:
                form.add_error(None, said(problem.text))
        rows = ReportPlan.objects.filter(property=owner).select_related("property")
        listed = [(row, EVERY[row.every], games_in_words(row.games)) for row in rows]
        context = {"title": _("Recurring reports"), "form": form, "owner": owner, "plans": listed, "zone": owner.zone}
        context["starts"] = owner.days.at(clock()).starts
        return self._page(request, "plans.html", context, 422 if request.method == "POST" else 200)

    def end_plan_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """No more of one: whoever set it up, or may delete reports."""
        self._may_ask(request)
        row = get_object_or_404(ReportPlan.objects.select_related("property"), pk=pk)
        actor = Seeing.of(request).actor(row.property.code)
        if actor is None or (actor.staff != row.made_by and not request.user.has_perm("surveillance.delete_report")):
            raise PermissionDenied
        if request.method == "POST":
            self._tried(request, lambda: _give(row.property, row.code, plans.EndPlan(), actor))
        return HttpResponseRedirect(reverse("admin:surveillance_report_plans") + f"?property={row.property.code}")

    def keys_view(self, request: HttpRequest) -> HttpResponse:
        """The sheet of keys, to print and hand over."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        owner, _actor = house_for(request)
        try:
            sheet = keys.sheet(owner)
        except Problem as problem:
            messages.error(request, said(problem.text))
            sheet = {}
        context = {"title": _("Key sheet"), "owner": owner, "sheet": sheet, "at": clock(), "zone": owner.zone}
        return self._page(request, "keys.html", context)

    # What all of them need

    def _row(self, request: HttpRequest, object_id: str) -> Report:
        if not self.has_view_permission(request):
            raise PermissionDenied
        if not (object_id.isascii() and object_id.isdigit() and int(object_id) < 2**63):
            raise Http404
        return get_object_or_404(self.get_queryset(request), pk=object_id)

    def _actor(self, request: HttpRequest, row: Report) -> Actor:
        actor = Seeing.of(request).actor(row.property.code)
        if actor is None:
            raise PermissionDenied
        return actor

    def _may_ask(self, request: HttpRequest) -> None:
        if not request.user.has_perm("surveillance.add_report"):
            raise PermissionDenied

    def _tried(self, request: HttpRequest, act: Any) -> None:
        try:
            act()
        except Problem as problem:
            messages.error(request, said(problem.text))

    def _page(
        self, request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
    ) -> TemplateResponse:
        given = {**self.admin_site.each_context(request), "opts": self.opts, **context}
        return TemplateResponse(request, f"surveillance/reports/{template}", given, status=status)


HINTS = {
    "round": gettext_lazy("The smallest bundle: its events, each with a proof of its own."),
    "case": gettext_lazy("The case with its rounds, decisions and evidence, and the texts that you may read."),
    "table": gettext_lazy("Everything of one table that was recorded between two moments."),
    "shoe": gettext_lazy("The rounds dealt from one shoe."),
    "gaming_day": gettext_lazy("Everything of one gaming day."),
    "month": gettext_lazy("Everything of one month."),
    "player": gettext_lazy("The rounds in which a player reference has bets."),
    "game": gettext_lazy("Everything of some games, from one gaming day to another."),
    "finding": gettext_lazy("The rounds in which something of this type was found."),
    "clause": gettext_lazy("The rounds with a finding by this clause."),
}


@admin.register(Looker)
class LookerAdmin(RecordAdmin):
    """Whom the house lets look on, and what they looked at: for its management."""

    list_display = ("staff", "sees", "days", "looks", "last", "shut")
    list_before_template = "surveillance/reports/lookers_before.html"
    search_fields = ("staff",)
    ordering: ClassVar[Any] = ("staff",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Looker]:
        rows: QuerySet[Looker] = super().get_queryset(request).select_related("property")
        return rows

    def get_urls(self) -> list[URLPattern]:
        wrap, name = self.admin_site.admin_view, "surveillance_looker"
        return [
            path("scope/", wrap(self.scope_view), name=f"{name}_scope"),
            path("<int:pk>/token/", wrap(self.token_view), name=f"{name}_token"),
            path("<int:pk>/shut/", wrap(self.shut_view), name=f"{name}_shut"),
            path("<int:pk>/token/<str:token>/end/", wrap(self.end_token_view), name=f"{name}_end_token"),
            *super().get_urls(),
        ]

    @admin.display(description=gettext_lazy("Games"))
    def sees(self, row: Looker) -> str:
        return said(games_in_words(row.games)) if row.games else str(_("all"))

    @admin.display(description=gettext_lazy("Gaming days"))
    def days(self, row: Looker) -> str:
        return f"{row.from_day or '…'} – {row.to_day or '…'}"

    last = at("last_at", gettext_lazy("Last looked at"), brief)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self._row(request, object_id)
        rows = LookerToken.objects.filter(property=row.property, staff=row.staff).order_by("-made_at")
        context = {
            "title": row.staff,
            "row": row,
            "zone": row.property.zone,
            "games": games_in_words(row.games),
            "tokens": [(each, _reads(each)) for each in rows],
            "now": clock(),
            "history": history(row.property, row.stream),
        }
        return self._page(request, "looker.html", context)

    def scope_view(self, request: HttpRequest) -> HttpResponse:
        """Say what an account sees."""
        owner, actor = self._manages(request)
        first = {"staff": request.GET.get("staff", "")}
        form = ScopeForm(lookers.accounts(), request.POST or None, initial=first)
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data
            try:
                days = {name: given[name] for name in ("from_day", "to_day")}
                command = lookers.OpenTo(games=tuple(given["games"]), **days)
                _give(owner, given["staff"], command, actor, given["command_id"])
                return HttpResponseRedirect(reverse("admin:surveillance_looker_changelist"))
            except Problem as problem:
                form.add_error(None, said(problem.text))
        context = {"title": _("Let somebody look on"), "form": form, "owner": owner,
                   "back": reverse("admin:surveillance_looker_changelist")}  # fmt: skip
        return self._page(request, "reason.html", context, 422 if request.method == "POST" else 200)

    def token_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Make a token, and show it this once."""
        row = self._row(request, str(pk))
        owner, actor = self._manages(request, row)
        form = TokenForm(request.POST or None)
        page = reverse("admin:surveillance_looker_change", args=[row.pk])
        context: dict[str, Any] = {"title": _("Make a token"), "form": form, "owner": owner, "back": page, "row": row}
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data
            try:
                command = lookers.MakeToken(token=given["token"], days=given["days"], reads=form.reads())
                asked = {"actor": actor, "command_id": given["command_id"], "now": clock()}
                context["token"] = lookers.make_token(owner, row.staff, command, **asked)
            except Problem as problem:
                form.add_error(None, said(problem.text))
        wrong = request.method == "POST" and "token" not in context
        return self._page(request, "token.html", context, 422 if wrong else 200)

    def shut_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The account sees nothing here any more."""
        row = self._row(request, str(pk))
        owner, actor = self._manages(request, row)
        if request.method == "POST":
            _give(owner, row.staff, lookers.ShutOut(), actor)
        return HttpResponseRedirect(reverse("admin:surveillance_looker_change", args=[row.pk]))

    def end_token_view(self, request: HttpRequest, pk: int, token: str) -> HttpResponse:
        """A token opens nothing from now on."""
        row = self._row(request, str(pk))
        owner, actor = self._manages(request, row)
        if request.method == "POST":
            try:
                _give(owner, row.staff, lookers.EndToken(token=token), actor)
            except Problem as problem:
                messages.error(request, said(problem.text))
        return HttpResponseRedirect(reverse("admin:surveillance_looker_change", args=[row.pk]))

    def _row(self, request: HttpRequest, object_id: str) -> Looker:
        if not self.has_view_permission(request) or not object_id.isdigit():
            raise PermissionDenied
        return get_object_or_404(self.get_queryset(request), pk=object_id)

    def _manages(self, request: HttpRequest, row: Looker | None = None) -> tuple[Property, Actor]:
        if not request.user.has_perm("surveillance.change_looker"):
            raise PermissionDenied
        if row is None:
            return house_for(request)
        actor = Seeing.of(request).actor(row.property.code)
        if actor is None:
            raise PermissionDenied
        return row.property, actor

    def _page(
        self, request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
    ) -> TemplateResponse:
        given = {**self.admin_site.each_context(request), "opts": self.opts, **context}
        return TemplateResponse(request, f"surveillance/reports/{template}", given, status=status)


def _reads(token: LookerToken) -> str:
    """What a token reads, in a line."""
    parts = [str(TOKEN_KINDS[kind]) for kind in token.kinds if kind in TOKEN_KINDS]
    parts += [said(games_in_words(token.games))] if token.games else []
    if token.from_day or token.to_day:
        days = (token.from_day, token.to_day)
        parts.append(" – ".join("…" if day is None else date_format(day, "d/m/Y") for day in days))
    return " · ".join(parts)
