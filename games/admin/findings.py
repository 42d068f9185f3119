"""The findings inbox, a finding's page, letting one rest, and saying that it was put right.

Proved by ``tests/admin/test_findings.py``.
"""

from __future__ import annotations

from typing import Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.views.main import ORDER_VAR
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from casino.access import inspectors, reads
from casino.clock import now as clock
from casino.console import panels
from casino.console.long_lists import AFTER, BEFORE, Page, in_houses
from casino.console.theme import ChangeList, Named, RecordAdmin
from casino.core.errors import Problem
from casino.core.money import format_minor
from casino.core.reasons import CAUSES, OF_FINDINGS
from casino.ledger.application import get_ledger
from casino.templatetags.tableproof import moment
from games import words
from games.admin import filters, finding_list, queue
from games.admin.desk import desk_view
from games.admin.filters import said
from games.admin.finding_batches import several_view
from games.admin.on_duty import TableForm, acting_person, named, person_of_house
from games.admin.queue import by_script
from games.admin.rounds import NUMBER
from games.admin.waiting import mine
from games.admin.worth import may_see, worth_view
from games.commands import approvals, dismissing, erasing_reasons, reasons, repeated, resting
from games.engine.facts import Person
from games.facts.findings import may_dismiss, may_put_right
from games.pages import timeline
from games.pages.round import load, stored_finding
from games.rows import at_the_top
from games.rows.models import Finding, FindingStatus
from games.rows.replay import NoSuchRound
from games.words import shared
from games.words.clauses import book_of

BESIDE = ("picture", "reading")
UNDER = ("bets", "timeline")
"""What of the round's page stands beside a finding on the desk, and under it."""
STANDING = (FindingStatus.OPEN, FindingStatus.IN_CASE)


class PutRightForm(TableForm):
    """By which clause, why, and how it was put right."""

    clause = forms.ChoiceField(
        label=gettext_lazy("Clause"),
        required=False,
        widget=forms.Select(attrs={"class": "tp-input"}),
        help_text=gettext_lazy("The clause by which it was put right."),
    )

    def __init__(self, row: Finding, *args: Any, **kwargs: Any) -> None:
        super().__init__(approvals.AskPutRight, *args, **kwargs)
        clause = self.fields["clause"]
        assert isinstance(clause, forms.ChoiceField)
        book = book_of(row.document)
        numbers = dict.fromkeys([*row.clauses, *(book.clauses if book else {})])
        clause.choices = [("", "–"), *((number, number) for number in numbers)]


class FindingsInbox(ChangeList):
    """Findings by their rounds, those with money first, as long as the list can be counted: the place of each is among
    all that are listed. A longer one is a record to be gone through, and the newest stand first."""

    def read_page(self, request: HttpRequest) -> Page:
        if self.count.is_estimate:
            page = super().read_page(request)
            for row in page.rows:
                row.of_round, row.place = 1, 1
            return page
        order = self.get_ordering(request, self.queryset) if ORDER_VAR in self.params else finding_list.ORDER
        rows = self.queryset.filter(in_houses(self.queryset))
        grouped: Any = finding_list.grouped(rows).order_by(*order)
        every = list(grouped.values_list("pk", "of_round", "place"))
        places = {str(key): number for number, (key, _of_round, _place) in enumerate(every)}
        begins = 0
        if AFTER in self.asked:
            begins = places.get(self.asked[AFTER], -1) + 1
        elif BEFORE in self.asked:
            begins = max(places.get(self.asked[BEFORE], 0) - self.list_per_page, 0)
        shown = every[begins:][: len(every) if self.show_all and self.can_show_all else self.list_per_page]
        read = self.root_queryset.in_bulk([key for key, _of_round, _place in shown])
        found = []
        for key, of_round, place in shown:
            if key in read:
                read[key].of_round, read[key].place = of_round, place
                found.append(read[key])
        return Page(found, before=begins > 0, after=begins + len(shown) < len(every))


@admin.register(Finding)
class FindingAdmin(RecordAdmin):
    list_display = ("what", "where", "amount", "clause", "state", "since")
    list_display_links = ("what",)
    list_filter = (
        filters.FindingStatusFilter,
        filters.SeverityFilter,
        filters.FindingCodeFilter,
        filters.TableFilter,
        filters.DayFilter,
        filters.ClauseFilter,
    )
    search_fields = ("code",)
    search_help_text = gettext_lazy("What was found, round, table, bet, clause or case")
    list_before_template = "games/finding/counts.html"
    amounts: ClassVar[dict[str, str]] = {"amount": "amount_minor"}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Finding]:
        rows: QuerySet[Finding] = super().get_queryset(request).select_related("property", "round")
        return rows.filter(inspectors.rows(request.user, "finding"))

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return FindingsInbox

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Finding], search_term: str
    ) -> tuple[QuerySet[Finding], bool]:
        return finding_list.found(queryset, search_term), False

    def get_urls(self) -> list[URLPattern]:
        dismiss = self.admin_site.admin_view(self.dismiss_view)
        correct = self.admin_site.admin_view(self.correct_view)
        return [
            path("desk/", self.admin_site.admin_view(desk_view), name="games_finding_desk_page"),
            path("<str:object_id>/desk/", self.admin_site.admin_view(self.desk_item_view), name="games_finding_desk"),
            path("several/", self.admin_site.admin_view(several_view), name="games_finding_several"),
            path("worth/", self.admin_site.admin_view(worth_view), name="games_finding_worth"),
            path("<str:object_id>/dismiss/", dismiss, name="games_finding_dismiss"),
            path("<str:object_id>/correct/", correct, name="games_finding_correct"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        counts = dict(
            Finding.objects.filter(inspectors.rows(request.user, "finding"), status__in=STANDING)
            .order_by()
            .values_list("severity")
            .annotate(n=Count("pk"))
            .values_list("severity", "n")
        )
        shown = [(code, said(text), counts.get(code, 0)) for code, text in shared.SEVERITIES.items()]
        return super().changelist_view(
            request,
            {
                **(extra_context or {}),
                "severities": shown,
                "worth": may_see(request),
                "several": self._several(request),
                "desk": (person := person_of_house(request)) is not None and may_dismiss(person.post),
                "for_me": mine(request).count(),
            },
        )

    @staticmethod
    def _several(request: HttpRequest) -> str:
        """Where several of the kind that is listed are let rest at once; empty where no kind was chosen."""
        asked = {name: request.GET[name] for name in ("code", "table") if request.GET.get(name)}
        return f"{reverse('admin:games_finding_several')}?{urlencode(asked)}" if "code" in asked else ""

    @admin.display(description=gettext_lazy("Finding"), ordering="code")
    def what(self, row: Finding) -> SafeString:
        return format_html(
            '<span class="tp-tag tp-severity-{}">{}</span> {}',
            row.severity,
            said(words.term(shared.SEVERITIES, row.severity)),
            said(words.finding(row.code).title),
        )

    @admin.display(description=gettext_lazy("Where"), ordering="stream")
    def where(self, row: Finding) -> SafeString:
        place = str(row.round) if row.round else row.device or row.table or str(row.gaming_day)
        about = row.subject if row.device else said(words.subject(row.subject))
        if not finding_list.first_of_round(row):
            return format_html('<span class="tp-of-round">{}</span> <span class="tp-dim">{}</span>', place, about)
        if row.round is not None:
            place = format_html('<a href="{}">{}</a>', reverse("admin:games_round_change", args=[row.round.pk]), place)
        return format_html('<strong>{}</strong> <span class="tp-dim">{}</span>{}', place, about, self._together(row))

    def _together(self, row: Any) -> SafeString:
        """How many of the findings that are listed this round has, where it has more than one."""
        if row.of_round < 2:
            return SafeString("")
        return format_html(
            ' <span class="tp-tag">{}</span>',
            ngettext("%(n)s finding", "%(n)s findings", row.of_round) % {"n": row.of_round},
        )

    @admin.display(description=gettext_lazy("Amount"), ordering="amount_minor")
    def amount(self, row: Finding) -> SafeString:
        if not row.amount_minor:
            return format_html('<span class="tp-dim">{}</span>', "–")
        return format_html('<strong class="tp-amount tp-wrong">{}</strong>', self._money(row))

    def _money(self, row: Finding) -> str:
        sign = "+" if row.amount_minor > 0 else ""
        return sign + format_minor(row.amount_minor, row.currency, get_language() or "vi")

    @admin.display(description=gettext_lazy("Clauses"))
    def clause(self, row: Finding) -> str:
        return ", ".join(row.clauses) or "–"

    @admin.display(description=gettext_lazy("Status"), ordering="status")
    def state(self, row: Finding) -> SafeString:
        return format_html(
            '<span class="tp-tag tp-status-{}">{}</span>',
            row.status,
            said(words.term(shared.FINDING_STATUS, row.status)),
        )

    @admin.display(description=gettext_lazy("Since"), ordering="opened_position")
    def since(self, row: Finding) -> SafeString:
        return moment(row.opened_at, row.property.zone)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = self._row(request, object_id)
        context = {**self._context(request, row), "panels": panels.shown("finding", request, row)}
        return TemplateResponse(request, "games/finding/page.html", context)

    def desk_item_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The finding as the desk shows it, with the replay and the forms of what can be said of it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = self._row(request, object_id)
        context = self._context(request, row)
        person, page = context["person"], context["page"]
        context |= {
            "panels": panels.shown("finding", request, row),
            "replay": panels.shown("round", request, page, BESIDE + UNDER) if page is not None else [],
            "beside": BESIDE,
            "causes": [(number, code, CAUSES[code]) for number, code in enumerate(OF_FINDINGS, start=1)],
            "put_right": PutRightForm(row, initial={"seen_version": context["version"]}, label_suffix=""),
            "needs_two": context["may_dismiss"] and resting.needs_two(clock(), person, row),
            "top": context["may_dismiss"] and at_the_top.told(row, person, clock()),
        }
        return TemplateResponse(request, "games/finding/desk_item.html", context)

    def dismiss_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for the reason, say what follows, and record it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = self._row(request, object_id)
        person = self._person(request, row)
        if person is None or not may_dismiss(person.post):
            raise PermissionDenied
        form = TableForm(dismissing.DismissFinding, request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                done = form.give(row, person)
            except Problem as problem:
                form.add_error(None, problem.in_language(get_language() or "vi"))
            else:
                alone = _("The finding was dismissed; the reason stands in the record.")
                two = _("The dismissal is asked for. The finding stays open until a second person confirms.")
                messages.success(request, alone if dismissing.is_done(done) else two)
                return HttpResponseRedirect(reverse("admin:games_finding_change", args=[row.pk]))
        context = {
            **self._context(request, row),
            "form": form,
            "person": named(person),
            "needs_two": resting.needs_two(clock(), person, row),
            "top": at_the_top.told(row, person, clock()),
        }
        return TemplateResponse(request, "games/finding/dismiss.html", context, status=422 if form.errors else 200)

    def correct_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask who authorises and how it was put right, say what follows, and record it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = self._row(request, object_id)
        person = self._person(request, row)
        if person is None or not may_put_right(person.post):
            raise PermissionDenied
        context, sent = self._context(request, row), by_script(request)
        form = PutRightForm(row, request.POST or None, initial={"seen_version": context["version"]}, label_suffix="")
        status = 200
        if request.method == "POST":
            status = 422
            if form.is_valid():
                try:
                    form.give(row, person)
                except Problem as problem:
                    if sent:
                        return queue.refused(problem)
                    form.blame(problem)
                    status = 409 if problem.status == 409 else 422
                else:
                    text = _("It is asked for. The finding stays open until a second person confirms.")
                    if sent:
                        return queue.said(text)
                    messages.success(request, text)
                    return queue.back(request, reverse("admin:games_finding_change", args=[row.pk]))
            elif sent:
                return queue.invalid(form)
        context |= {"form": form, "person": named(person), "top": at_the_top.told(row, person, clock())}
        return TemplateResponse(request, "games/finding/correct.html", context, status=status)

    def _person(self, request: HttpRequest, row: Finding) -> Person | None:
        """Who reads, where they act at the table of the finding."""
        return acting_person(request, row.property.code, row.table or None)

    def _row(self, request: HttpRequest, object_id: str) -> Finding:
        if not NUMBER.fullmatch(object_id):
            raise Http404
        return get_object_or_404(self.get_queryset(request), pk=object_id)

    def _context(self, request: HttpRequest, row: Finding) -> dict[str, Any]:
        person = self._person(request, row)
        currency = row.currency
        life = get_ledger(row.property.code).stream(row.stream)
        mine = [event for event in life if getattr(event.data, "identity", None) == row.identity]
        rests_on, page = self._facts(row)
        reasoned = erasing_reasons.held(mine)
        same = Finding.objects.filter(pk=row.pk)
        free = row.status == FindingStatus.OPEN and not same.filter(finding_list.asked_for(same)).exists()
        if reasoned:
            reads.reason(request, row.property, row.stream)
        if page is not None and page.reasoned:
            reads.reason(request, row.property, f"round/{row.stream.partition('/')[2]}")
        return {
            **self.admin_site.each_context(request),
            "title": said(words.finding(row.code).title),
            "opts": self.opts,
            "original": Named(row, said(words.finding(row.code).title)),
            "row": row,
            "finding": stored_finding(row),
            "currency": currency,
            "zone": row.property.zone,
            "life": timeline.rows(
                reasons.opened(row.property.code, mine, get_language() or "vi"), None, row.game, currency
            ),
            "reasoned": reasoned,
            "again": next(filter(None, (repeated.told(row.property, event) for event in reversed(mine))), None),
            "rests_on": rests_on,
            "bet": next((bet for bet in page.bets if bet.bet == row.subject), None) if page else None,
            "page": page,
            "version": life[-1].version,
            "outside": at_the_top.answered(row),
            "person": person,
            "may_dismiss": person is not None and free and may_dismiss(person.post),
            "may_put_right": person is not None and free and may_put_right(person.post),
        }

    def _facts(self, row: Finding) -> tuple[list[timeline.FactRow], Any]:
        """The facts that a finding of a round rests on, and the round's page; nothing for a device."""
        if row.round is None:
            return [], None
        row.round.property = row.property
        try:
            page = load(row.round, language=get_language() or "vi")
        except NoSuchRound:
            return [], None
        return [fact for fact in page.facts if fact.version in row.versions], page
