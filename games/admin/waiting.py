"""What waits for a person's own word: the inbox, and a page on which it is confirmed, refused or denied, or withdrawn.

Everybody who sees rounds sees what waits; the buttons are for whoever may answer, at the table where they act. Proved
by ``tests/admin/test_waiting.py``.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final
from uuid import UUID, uuid4

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.access import reads
from casino.access.postings import duty_of
from casino.access.roles import staff_code
from casino.clock import now as clock
from casino.console.panels import Context, Panel
from casino.console.theme import DropdownFilter, RecordAdmin
from casino.core.errors import Problem
from casino.core.messages import Catalogue
from casino.core.money import format_minor
from casino.core.posts import POST_NAMES, Post, posts_from, role_words
from casino.core.reasons import CAUSES
from casino.core.text import Text
from casino.database.together import Asking
from casino.ledger.application import get_ledger
from casino.ledger.models import houses
from casino.site.requests import WithRequest
from casino.templatetags.tableproof import moment
from games import words
from games.admin import queue
from games.catalogue import all_books
from games.commands import answering, approvals, erasing_reasons, reasons, repeated
from games.engine import statements
from games.engine.document import RuleBook
from games.engine.facts import Person
from games.facts.approval_facts import Asked
from games.pages import timeline
from games.rows import at_the_top, on_duty, rulebooks
from games.rows.models import Finding, Round, Waiting, WaitingKind, WaitingState
from games.rows.tables_known import at_tables
from games.rows.waiting import ANSWERABLE, OF_FACTS, for_post, may_answer
from games.words.clauses import book_of, document_words
from games.words.shared import GAMES

_WORDS: Final = Catalogue(__file__)

MINE: WithRequest[QuerySet[Waiting]] = WithRequest("waiting_mine")
NEWEST = 6
"""What is about a fact that stands in the record already."""


def person_at(request: HttpRequest, row: Waiting) -> Person | None:
    """Who reads, where they act at the table of a row."""
    if not request.user.is_authenticated:
        return None
    return on_duty.person_at(request.user, row.property.code, row.table or None, clock())


def mine(request: HttpRequest) -> QuerySet[Waiting]:
    """What waits for this very person, the newest first."""
    return MINE.once(request, lambda: _mine(request))


def _mine(request: HttpRequest) -> QuerySet[Waiting]:
    if not request.user.is_authenticated:
        return Waiting.objects.none()
    rows, wanted, now = Waiting.objects.select_related("property"), Q(pk__in=()), clock()
    for owner in houses():
        duty = duty_of(request.user, now, property_code=owner.code)
        if duty is not None:
            theirs = None if duty.everywhere else at_tables(owner.pk, duty.tables, duty.pits)
            wanted |= for_post(owner.pk, theirs, staff_code(request.user), duty.post)
    return rows.filter(wanted)


class StateFilter(DropdownFilter):
    """What waits for the person, unless something else is asked for."""

    title = gettext_lazy("inbox")
    parameter_name = "inbox"
    all_option = None

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("mine", _("Waiting for me")), *WaitingState.choices, ("all", _("All"))]

    def value(self) -> str:
        return super().value() or "mine"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Waiting]) -> QuerySet[Waiting]:
        if self.value() == "mine":
            return queryset.filter(pk__in=mine(request).order_by().values("pk"))
        return queryset if self.value() == "all" else queryset.filter(state=self.value())


@admin.register(Waiting)
class WaitingAdmin(RecordAdmin):
    list_display = ("what", "where", "who", "amount", "shown_state", "since")
    list_display_links = ("what",)
    list_filter = (StateFilter,)
    search_fields = ("stream", "person")
    ordering = ("-position",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Waiting]:
        rows: QuerySet[Waiting] = super().get_queryset(request).select_related("property")
        return rows

    @admin.display(description=gettext_lazy("What"), ordering="kind")
    def what(self, row: Waiting) -> str:
        return str(WaitingKind(row.kind).label)

    @admin.display(description=gettext_lazy("Where"), ordering="stream")
    def where(self, row: Waiting) -> SafeString:
        return format_html('<span class="tp-code">{}</span>', place_of(row))

    @admin.display(description=gettext_lazy("Person"), ordering="person")
    def who(self, row: Waiting) -> str:
        return row.person

    @admin.display(description=gettext_lazy("Amount"), ordering="amount_minor")
    def amount(self, row: Waiting) -> str:
        if not row.amount_minor:
            return "–"
        return format_minor(row.amount_minor, currency_of(row), get_language() or "vi")

    @admin.display(description=gettext_lazy("State"), ordering="state")
    def shown_state(self, row: Waiting) -> SafeString:
        return format_html('<span class="tp-tag">{}</span>', WaitingState(row.state).label)

    @admin.display(description=gettext_lazy("Since"), ordering="position")
    def since(self, row: Waiting) -> SafeString:
        return moment(row.asked_at, row.property.zone)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = self._row(request, object_id)
        errors: list[str] = []
        status = 200
        if request.method == "POST":
            try:
                return _said(request, row)
            except Problem as problem:
                if queue.by_script(request):
                    return queue.refused(problem)
                errors, status = [problem.in_language(get_language() or "vi")], problem.status
        return TemplateResponse(request, "games/waiting/page.html", _context(request, row, errors), status=status)

    def desk_item_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The same as the desk shows it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = self._row(request, object_id)
        return TemplateResponse(request, "games/waiting/desk_item.html", _context(request, row, []))

    def get_urls(self) -> list[URLPattern]:
        item = self.admin_site.admin_view(self.desk_item_view)
        return [path("<str:object_id>/desk/", item, name="games_waiting_desk"), *super().get_urls()]

    def _row(self, request: HttpRequest, object_id: str) -> Waiting:
        try:
            row = self.get_queryset(request).filter(pk=UUID(object_id)).first()
        except ValueError:
            row = None
        if row is None:
            raise Http404
        return row


def _said(request: HttpRequest, row: Waiting) -> HttpResponse:
    """Carry out what the person says. Who may, the commands ask; who acts at the table, this does."""
    now, said_so = clock(), request.POST.get("say") or ""
    person = on_duty.required_at(request.user, row.property.code, row.table or None, now)
    try:
        command_id = UUID(request.POST.get("command_id", ""))
    except ValueError:
        raise PermissionDenied from None
    command = answering.read(row, said_so)
    if command is None:
        raise PermissionDenied
    answering.answer(row, command, by=person, user=request.user, command_id=command_id, now=now)
    told = {
        "confirm": _("It is confirmed."),
        "refuse": _("It is not confirmed; that stands in the record."),
        "withdraw": _("It is withdrawn."),
        "confirm_all": _("All that was asked for at once is confirmed."),
        "refuse_all": _("Nothing of what was asked for at once is confirmed; that stands in the record."),
    }
    if queue.by_script(request):
        return queue.said(told[said_so])
    messages.success(request, told[said_so])
    return queue.back(request, reverse("admin:games_waiting_change", args=[row.pk]))


def _context(request: HttpRequest, row: Waiting, errors: list[str]) -> dict[str, Any]:
    person = person_at(request, row)
    language = get_language() or "vi"
    of_fact = row.kind in OF_FACTS
    mine_to_answer = person is not None and may_answer(row, person.staff, person.post)
    context = {
        **admin.site.each_context(request),
        "title": str(WaitingKind(row.kind).label),
        "opts": Waiting._meta,
        "row": row,
        "zone": row.property.zone,
        "currency": currency_of(row),
        "place": place_of(row),
        "where": address_of(row),
        "person": f"{role_words(row.post).in_language(language)} {row.person}",
        "lowest": _who_answers(row, language),
        "reported": row.kind == WaitingKind.REPORT,
        "ruling": row.kind == WaitingKind.RULING,
        "statement": row.kind == WaitingKind.STATEMENT,
        "outside": None if of_fact else at_the_top.told_outside(row),
        "may_confirm": mine_to_answer,
        "may_withdraw": (
            not of_fact and row.state == WaitingState.WAITING and person is not None and person.staff == row.person
        ),
        "command_id": uuid4(),
        "errors": errors,
    }
    if not of_fact or erasing_reasons.held(get_ledger(row.property.code).stream(row.stream)):
        reads.reason(request, row.property, row.stream)
    return context | (_of_fact(row, language) if of_fact else _of_ask(row, language))


def _who_answers(row: Waiting, language: str) -> str:
    if row.kind == WaitingKind.REPORT:
        return _("%(person)s, or a post above") % {"person": row.person}
    if row.kind == WaitingKind.STATEMENT:
        film = POST_NAMES[statements.LOOKS_AT_FILM].in_language(language)
        return _("%(second)s; or %(film)s, that looked at the film") % {
            "second": another_person(Post(row.lowest), language),
            "film": film,
        }
    return another_person(Post(row.lowest), language)


def another_person(lowest: Post, language: str) -> str:
    """The second person of something: nobody is above a post beside the ladder, nor above the highest."""
    post = POST_NAMES[lowest].in_language(language)
    alone = posts_from(lowest) == {lowest}
    return (_("another person, %(post)s") if alone else _("another person, %(post)s or above")) % {"post": post}


def _of_fact(row: Waiting, language: str) -> dict[str, Any]:
    recorded = get_ledger(row.property.code).stream(row.stream)
    shown = timeline.rows(reasons.opened(row.property.code, recorded, language), None, _game(row), currency_of(row))
    version = next(event.version for event in recorded if event.position == row.position)
    fact = next(each for each in shown if each.version == version)
    return {"label": fact.label, "sentence": fact.sentence, "sender": fact.actor, "moment": fact.moment}


def _of_ask(row: Waiting, language: str) -> dict[str, Any]:
    property_code = row.property.code
    ask = approvals.find(property_code, row.stream, row.pk)
    kept, cause = ask.asked.sealed_reason, ask.asked.cause
    context: dict[str, Any] = {
        "reason": "" if kept is None else reasons.texts(property_code, [kept], language)[kept.ref],
        "cause": None if cause is None else CAUSES[cause],
        "again": repeated.told(row.property, ask.event),
    }
    if ask.asked.document is not None:
        context["label"] = document_words(_brought(ask.asked) or rulebooks.by_id(property_code, ask.asked.document))
        context["sentence"] = _rules_sentence(ask.asked, row)
        context["approval"] = ask.asked.approval
        context["choices"] = rulebooks.choices_asked(ask.asked)
    elif ask.asked.target is not None:
        recorded = get_ledger(property_code).stream(row.stream)
        original = next(event for event in recorded if event.id == ask.asked.target)
        context["label"] = words.event_label(original.type)
        context["sentence"] = words.event_sentence(original.type, original.data, currency_of(row))
        found = _round(row)
        book = book_of(found.document) if found is not None else None
        context["differences"] = timeline.differences(
            ask.asked.before, ask.asked.after, _game(row), currency_of(row), book
        )
    else:
        context |= _together(row)
        finding = _finding(row)
        if finding is not None:
            context["label"] = words.finding(finding.code).title
            context["sentence"] = words.finding(finding.code).meaning
    return context


def _together(row: Waiting) -> dict[str, Any]:
    """What was asked for at once with this and still waits: what each is about, and what they come to together."""
    if row.batch is None or row.state != WaitingState.WAITING:
        return {}
    rows = Waiting.objects.select_related("property").filter(
        property_id=row.property_id, batch=row.batch, state=WaitingState.WAITING
    )
    alike = list(rows.order_by("position"))
    if len(alike) < 2:
        return {}
    sums: Counter[str] = Counter()
    for each in alike:
        sums[currency_of(each)] += abs(each.amount_minor or 0)
    language = get_language() or "vi"
    return {
        "alike": [(each, place_of(each), address_of(each)) for each in alike],
        "together": "; ".join(format_minor(amount, currency, language) for currency, amount in sums.items()),
    }


def _brought(asked: Asked) -> RuleBook | None:
    """The document that a request names, as the program brings it."""
    return next((book for book in all_books() if book.id == asked.document), None)


ONCE_CONFIRMED = _WORDS.text("once_confirmed")


def _rules_sentence(asked: Asked, row: Waiting) -> Text:
    at = asked.effective_from
    moment = ONCE_CONFIRMED if at is None else at.astimezone(row.property.zone).strftime("%d/%m/%Y %H:%M")
    return _WORDS.text(
        "from-moment-sha-256-of",
        moment=moment,
        sha256=asked.sha256,
    )


def _round(row: Waiting) -> Round | None:
    stream = f"round/{row.stream.partition('/')[2]}"
    return Round.objects.filter(property=row.property, stream=stream).first()


def _finding(row: Waiting) -> Finding | None:
    return Finding.objects.filter(property=row.property, stream=row.stream, identity=row.identity).first()


def _game(row: Waiting) -> str:
    found = _round(row)
    return found.game if found is not None else ""


def currency_of(row: Waiting) -> str:
    """The currency of the round that it is about, else of the property."""
    found = _round(row)
    return (found.currency if found is not None else "") or row.property.currency


def place_of(row: Waiting) -> str:
    """Table and round, the device, or the game whose rules it is about."""
    if row.kind == WaitingKind.PUT_IN_FORCE:
        return GAMES[row.stream.partition("/")[2]].in_language(get_language() or "vi")
    return row.stream.partition("/")[2].replace("/", " · ")


def address_of(row: Waiting) -> str:
    """The page of the finding or round that it is about."""
    finding = _finding(row) if row.identity else None
    if finding is not None:
        return reverse("admin:games_finding_change", args=[finding.pk])
    if row.kind == WaitingKind.PUT_IN_FORCE:
        return f"{reverse('admin:games_rules')}?property={row.property.code}"
    found = _round(row)
    if found is None:
        return reverse("admin:games_round_changelist")
    return reverse("admin:games_round_change", args=[found.pk])


def listed(rows: list[Waiting]) -> list[tuple[Waiting, str, str, Any]]:
    """Rows as the panels list them."""
    return [(row, str(WaitingKind(row.kind).label), place_of(row), row.property.zone) for row in rows]


def _panel(request: HttpRequest, _subject: None) -> Asking[Context]:
    rows = mine(request)[:NEWEST]
    yield (rows,)
    return {"rows": listed(list(rows))} if rows else None


def _of_round(request: HttpRequest, page: Any) -> Asking[Context]:
    row = page.row
    rest = row.stream.partition("/")[2]
    rows = Waiting.objects.select_related("property").filter(
        property_id=row.property_id, stream__in=(row.stream, f"audit/{rest}")
    )
    if page.at is not None:
        return None
    open_rows = rows.filter(state__in=ANSWERABLE)
    yield (open_rows,)
    return {"rows": listed(list(open_rows))} if open_rows else None


def _of_finding(request: HttpRequest, row: Finding) -> Asking[Context]:
    rows = Waiting.objects.select_related("property").filter(
        property_id=row.property_id, stream=row.stream, identity=row.identity, state=WaitingState.WAITING
    )
    yield (rows,)
    return {"rows": listed(list(rows))} if rows else None


PANELS: Final = tuple(
    Panel(
        page,
        "waiting",
        5,
        gettext_lazy("Waits for a person's own word"),
        "games/waiting/panel.html",
        build,
        "games.view_waiting",
    )
    for page, build in (("dashboard", _panel), ("round", _of_round), ("finding", _of_finding))
)
