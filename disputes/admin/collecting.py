"""8.2 to 8.4 on one page: what a decision waits for, always in view, and the form of each step where it belongs.

Every form here is the form of a command as on its own page, and goes the same way (``acting.Doing``); what is wrong is
said in its place, and what was recorded brings the person back to where they were. Surveillance answers here too.
Weighty acts are not among them, so nobody is asked again who they are. Proved by
``tests/disputes/admin/test_collecting.py``.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from casino.clock import now as clock_now
from casino.core.errors import Problem
from casino.core.messages import Catalogue
from casino.core.text import Text
from disputes.admin.bench import Bench
from disputes.admin.command_pages import Doing
from disputes.admin.evidence_forms import in_force_then
from disputes.admin.forms import CaseForm, form_of
from disputes.case.allowed import STAGE_NAMES
from disputes.case.bases import GIVEN_BY, NEVER_NONE, filled
from disputes.case.clocks import clocks
from disputes.case.permitted import offers
from disputes.case.procedure import ITEMS, PROCEDURE, clause_of
from disputes.case.ready import ready
from disputes.case.state import Stage
from disputes.pages import bases, clock
from disputes.pages.actions import Actions, NeedView, actions, ruling_address
from disputes.reads import log
from disputes.reads.models import ReadKind
from games.rows.models import Round

_WORDS: Final = Catalogue(__file__)

COMMANDS: Final = (
    "notify_surveillance",
    "acknowledge_notice",
    "promise_time",
    "say_no_time",
    "take_statement",
    "add_evidence",
    "withdraw_evidence",
    "mark_none",
    "ask_footage",
    "answer_footage",
    "record_unanswered",
)
"""What is done on the page: everything that collects."""
OF_THE_HOUSE: Final = ("published", "procedures", "controls")
"""8.4.2 to 8.4.4: bases that are documents of the house."""
STAGES: Final = (Stage.AT_TABLE, Stage.PIT_MANAGER, Stage.SENIOR_MANAGEMENT)


class InPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A form in its place. ``opened``: it came back with something to mend, or is what comes next here."""

    code: str
    place: str
    form: CaseForm
    title: Text
    button: Text
    opened: bool


class Passed(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the gate asks for: whether it is done, and where on the page it stands."""

    clause: str
    name: Text
    done: bool
    anchor: str


class _Sent(Doing):
    """One command sent from the page. What its own page would say is kept for this one."""

    said: dict[str, Any] | None = None
    place = ""

    def page(self, context: dict[str, Any], *, status: int = 200, template: str = "") -> HttpResponse:
        self.said = {**context, **({"meanwhile": self.about(self.bench)["meanwhile"]} if self.seen else {})}
        return HttpResponse(status=status)

    def back(self) -> str:
        return f"{reverse('admin:disputes_case_collect', args=[self.row.pk])}#{self.place}"


class Collecting:
    """One request to the page."""

    def __init__(self, admin: Any, request: HttpRequest, object_id: str) -> None:
        self.admin = admin
        self.request = request
        self.object_id = object_id
        self.row = admin.row(request, object_id)
        self.now = clock_now()
        self.returned: CaseForm | None = None

    def answer(self) -> HttpResponse:
        if self.request.method == "POST":
            return self.post()
        return self.page({})

    def post(self) -> HttpResponse:
        code, place = self.request.POST.get("command", ""), self.request.POST.get("place", "")
        if code not in COMMANDS:
            raise Http404
        sent = _Sent(self.admin, self.request, self.object_id, code)
        sent.place = place if place.replace("-", "").replace("_", "").isalnum() else ""
        answer = sent.answer()
        if sent.said is None:
            return answer
        context = sent.said
        form = context.pop("form", None)
        if isinstance(form, CaseForm):
            form.auto_id = f"{code}_{place}_%s"
            self.returned = form
            self.returned_place = place
            context["wrong_form"] = form
        return self.page(context, status=answer.status_code)

    def page(self, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        try:
            self.bench = Bench(self.row, self.request.user, self.now)
        except Problem:
            raise Http404 from None
        bench, case = self.bench, self.bench.current
        if case.stage not in STAGES:
            return HttpResponseRedirect(reverse("admin:disputes_case_change", args=[self.row.pk]))
        log.note(self.request, self.row.property, ReadKind.CASE, self.row.number)
        waits = actions(case, bench.actor, bench.context, self.row.pk, self.ruling_at)
        base = {
            **self.admin.admin_site.each_context(self.request),
            "title": _("Collect the evidence"),
            "opts": self.admin.opts,
            "original": self.row,
            "row": self.row,
            "zone": bench.zone,
            "page": bench,
            "bench": bench,
            "now": self.now,
            "collecting": True,
            "stage": STAGE_NAMES[case.stage],
            "gate": self.gate(waits),
            "ready": waits.ready,
            "waits": waits,
            "besides": [view for view in waits.missing if view.need.blocks and _elsewhere(view)],
            "clocks": [clock.view(c.code, c.due_at, self.now, c.subject, game=c.game) for c in clocks(case)],
            "person": bench.actor.staff,
            "steps": self.steps(),
            "items": self.items(),
        }
        return TemplateResponse(self.request, "disputes/do/collect.html", {**base, **context}, status=status)

    def ruling_at(self, stream: str) -> str:
        row = Round.objects.filter(property=self.bench.owner, stream=stream).first()
        return "" if row is None else ruling_address(row.pk, self.row.pk)

    # The gate

    def gate(self, waits: Actions) -> list[Passed]:
        """Everything that a decision waits for, done or not, in the order of section 8."""
        case, bench = self.bench.current, self.bench
        open_items = {each.item for each in bench.open_items()}
        footage_waits = any(footage.waits for footage in case.footage.values())
        found = [
            Passed(clause="8.2", name=said_of("notify"), done=case.notified is not None, anchor="step-notify"),
            Passed(clause="8.3", name=said_of("time"), done=case.promise is not None, anchor="step-time"),
        ]
        for item, (_clause, name) in ITEMS.items():
            done = item not in open_items and not (item == "footage" and footage_waits)
            clause = clause_of(item, case.game)
            found.append(Passed(clause=clause, name=name, done=done, anchor=f"item-{item}"))
        for view in waits.missing:
            if view.need.blocks and _elsewhere(view):
                found.append(Passed(clause=view.need.clause, name=view.need.text, done=False, anchor="besides"))
        return found

    # The forms in their places

    def steps(self) -> list[tuple[str, str, Text, list[InPlace]]]:
        """8.2 and 8.3: (anchor, clause, name, forms)."""
        promised = self.bench.current.promise is not None
        return [
            ("step-notify", "8.2", said_of("notify"), self.offered("step-notify", "notify_surveillance")
             + self.offered("step-notify", "acknowledge_notice")),
            ("step-time", "8.3", said_of("time"), self.offered("step-time", "promise_time", opened=not promised)
             + self.offered("step-time", "say_no_time")),
        ]  # fmt: skip

    def items(self) -> list[tuple[bases.ItemView, list[InPlace], list[tuple[str, str]]]]:
        """Each basis of 8.4 with what is known of it, what this person can do there, and the documents of the house
        that were in force and one tap cites."""
        bench = self.bench
        views = bases.check_list(bench.current, bench.context, bench.said, bench.owner.code, self.row.pk)
        return [(view, forms := self.at_item(view.item), self.citable(view.item, forms)) for view in views]

    def citable(self, item: Any, forms: list[InPlace]) -> list[tuple[str, str]]:
        """(value, title) of the house's documents for this game that were in force then and are not cited yet."""
        if item not in OF_THE_HOUSE or all(form.code != "add_evidence" for form in forms):
            return []
        cited = {f"{fact.document}@{fact.version}" for fact in self.bench.current.standing_evidence(item)}
        return [pair for pair in in_force_then(self.bench, item) if pair[0] not in cited]

    def at_item(self, item: Any) -> list[InPlace]:
        place, bench = f"item-{item}", self.bench
        found: list[InPlace] = []
        if item == "statements":
            found += self.offered(place, "take_statement")
        if item == "footage":
            found += self.at_footage(place)
        role = bench.actor.role
        if item != "rules" and role in GIVEN_BY.get(item, (role,)):
            found += self.offered(place, "add_evidence", {"item": item})
        if item not in NEVER_NONE and not filled(bench.current, item, bench.context):
            found += self.offered(place, "mark_none", {"item": item})
        standing = bench.current.standing_evidence(item)
        if standing:
            found += self.offered(place, "withdraw_evidence", {"evidence": standing[-1].evidence}, only=item)
        return found

    def at_footage(self, place: str) -> list[InPlace]:
        waiting = [request for request, footage in self.bench.current.footage.items() if footage.answer is None]
        found: list[InPlace] = []
        for request in waiting:
            found += self.offered(f"{place}-{request}", "answer_footage", {"request": request}, opened=True)
            found += self.offered(f"{place}-{request}", "record_unanswered", {"request": request})
        return found + self.offered(place, "ask_footage", opened=not self.bench.current.footage)

    def offered(
        self, place: str, code: str, first: dict[str, Any] | None = None, *, opened: bool = False, only: str = ""
    ) -> list[InPlace]:
        """The form of a step, where this person may take it now."""
        bench, step = self.bench, PROCEDURE[code]
        case = bench.current
        if not offers(code, case, bench.context) or not ready(code, case, bench.context):
            return []
        returned = self.returned is not None and self.returned.code == code and self.returned_place == place
        form = self.returned if returned else None
        if form is None:
            form = form_of(code)(bench, initial=first, auto_id=f"{code}_{place}_%s")
            if only:
                form.choose(
                    "evidence",
                    [pair for pair in choices_of(form, "evidence") if any(
                        fact.evidence == pair[0] for fact in case.standing_evidence(only)
                    )],
                )  # fmt: skip
        button = step.button or step.title
        return [InPlace(code=code, place=place, form=form, title=step.title, button=button, opened=opened or returned)]


def _elsewhere(view: NeedView) -> bool:
    """Whether something is not settled on this page: a ruling at a round, or whose a bet is."""
    return view.need.ruling or any(command == "attribute_bets" for command, _first in view.need.commands)


def choices_of(form: CaseForm, name: str) -> list[tuple[str, str]]:
    field: Any = form.fields[name]
    return list(field.choices)


def said_of(step: str) -> Text:
    """The names of 8.2 and 8.3 on this page."""
    return {
        "notify": _WORDS.text("surveillance-is-notified"),
        "time": _WORDS.text("the-player-is-told-how"),
    }[step]


def collect_view(admin: Any, request: HttpRequest, object_id: str) -> HttpResponse:
    """The page."""
    return Collecting(admin, request, object_id).answer()
