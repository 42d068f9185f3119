"""Acting on a case: one page a command. First the form, for what is heavy then what it comes to, then the record.

The page is built from what the command declares (``disputes.case.step``); who may do what is the domain's to say, and
its answer is shown in its words. A person who comes second is told what happened meanwhile and goes on with what they
had typed. A form carries an id, so that a second click is known to be the same command. Proved by
``tests/disputes/admin/doing/test_forms.py`` and ``tests/journeys``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _

from casino.accounts import drafts
from casino.clock import now as clock
from casino.commands.fields import said
from casino.commands.forms import Unfit
from casino.core.errors import Problem
from casino.core.events import Fact
from disputes.admin import bet_owner, evidence_forms, matter_forms, previewing, remedy_forms  # noqa: F401 - forms
from disputes.admin.bench import Bench
from disputes.admin.forms import CaseForm, form_of
from disputes.admin.handing_over import hand_over_view
from disputes.admin.opening import open_view
from disputes.admin.picking import only_looks
from disputes.admin.shown import Lost, at_rounds, coming, lost, meanwhile
from disputes.case import at_the_top
from disputes.case.allowed import STAGE_NAMES
from disputes.case.commands import Command, ErasePerson
from disputes.case.context import sealing_nothing
from disputes.case.decide import decide
from disputes.case.erasing import would_go
from disputes.case.errors import STALE
from disputes.case.procedure import PROCEDURE
from disputes.case.remedies import open_rulings
from disputes.case.state import Stage
from disputes.execution import service
from disputes.pages import given_again
from disputes.pages.actions import actions, ruling_address
from disputes.pages.decisions import decisions, offers
from games.admin import queue
from games.admin.on_duty import named
from games.rows.models import Round

COMING: Final = "coming"
"""In the address: show what it comes to."""

BEGUN_WITH: Final = ("item", "kind", "request", "round", "evidence", "party", "finding", "person")
"""What an address may choose in a form: codes, never words."""


def urls(admin: Any) -> list[URLPattern]:
    """The addresses of opening a case and of every command, for the admin of cases."""

    def do(request: HttpRequest, object_id: str, code: str) -> HttpResponse:
        return Doing(admin, request, object_id, code).answer()

    def opening(request: HttpRequest) -> HttpResponse:
        return open_view(admin, request)

    def handing_over(request: HttpRequest) -> HttpResponse:
        return hand_over_view(admin, request)

    wrap = admin.admin_site.admin_view
    return [
        path("open/", wrap(opening), name="disputes_case_open"),
        path("hand-over/", wrap(handing_over), name="disputes_case_hand_over"),
        path("<str:object_id>/do/<slug:code>/", wrap(do), name="disputes_case_do"),
    ]


class Doing:
    """One request to the page of a command."""

    def __init__(self, admin: Any, request: HttpRequest, object_id: str, code: str) -> None:
        self.admin = admin
        self.request = request
        self.row = admin.row(request, object_id)
        try:
            self.form_type = form_of(code)
        except KeyError:
            raise Http404 from None
        self.code = code
        self.step = PROCEDURE[code]
        self.now = clock()
        self.seen = 0

    def answer(self) -> HttpResponse:
        try:
            self.bench = Bench(self.row, self.request.user, self.now)
        except Problem as problem:
            return self.refused(problem)
        self.seen = self.bench.current.version
        if self.request.method == "POST":
            return self.post(self.request.POST)
        before = drafts.kept(self.request)
        return self.get() if before is None else self.restored(before)

    # The page as it is first opened

    def get(self) -> HttpResponse:
        problem = self.bench.refusal(self.code)
        if problem is not None:
            return self.refused(problem)
        waits = self.missing()
        if waits is not None:
            return self.page({"waits": waits}, template="disputes/do/missing.html")
        paper = self.paper_of_confirming()
        if paper is not None:
            return paper
        first = {name: value for name, value in self.request.GET.items() if name in BEGUN_WITH}
        form = self.form_type(self.bench, initial=first)
        context: dict[str, Any] = {"form": form}
        status = 200
        if form.two_steps and not form.visible_fields():
            status = self.rehearse_at_once(form, context)
        return self.page(context, status=status)

    def rehearse_at_once(self, form: CaseForm, context: dict[str, Any]) -> int:
        """Where there is nothing to fill in, the first page shows already what it comes to."""
        command = form.as_command({})
        try:
            context["coming"] = coming(self.bench, self.rehearse(command, uuid4(), attempted=False))
            context["letter"] = previewing.shown(self, command)
        except Problem as problem:
            context["trouble"] = problem.text
            return problem.status
        context["confirm"] = mark([command])
        return 200

    def missing(self) -> Any:
        """What a decision still waits for, with the buttons of this person; None where it can be made."""
        bench = self.bench
        if not self.step.waits and not (self.code == "propose_remedy" and self.reserved()):
            return None
        found = actions(bench.current, bench.actor, bench.context, self.row.pk, self.ruling_address)
        return None if self.step.waits and found.ready else found

    def reserved(self) -> bool:
        """Whether section 7 leaves something of the matter to a post that has not ruled: no offer can be made then."""
        try:
            return bool(open_rulings(self.bench.current, (), self.bench.context))
        except Problem:  # a disputed round that is not there any more: said when the offer is sent
            return False

    def ruling_address(self, stream: str) -> str:
        row = Round.objects.filter(property=self.bench.owner, stream=stream).first()
        return "" if row is None else ruling_address(row.pk, self.row.pk)

    # What comes back

    def as_typed(self, given: QueryDict) -> CaseForm:
        """The form with what was typed, on the case as the person saw it."""
        seen = given.get("seen_version", "")
        if seen.isascii() and seen.isdigit():
            self.seen = min(int(seen[:9]), self.bench.current.version)
            self.bench.look_back(self.seen)
        return self.form_type(self.bench, given, self.request.FILES)

    def restored(self, given: QueryDict) -> HttpResponse:
        """What had been typed, on the page again: after a look, what it comes to, or an expired session."""
        problem = self.bench.refusal(self.code)
        if problem is not None:
            return self.refused(problem)
        form = self.as_typed(given)
        if self.code == "issue_paper" and only_looks(given):
            return self.paper_to_issue(form, given)
        if COMING not in self.request.GET or not form.is_valid():
            return self.page({"form": form, "kept": COMING not in self.request.GET and not only_looks(given)})
        try:
            [command] = form.commands()
            paper = previewing.as_pdf(self, command)
            if paper is not None:
                return paper
            facts, stake = self.rehearse(command, uuid4(), attempted=False), self.at_stake(command)
        except Unfit as unfit:
            form.blame_unfit(unfit)
            return self.page({"form": form})
        except Problem as found:
            return self.hindered(form, found, given)
        context = {"coming": coming(self.bench, facts), "lost": stake, "confirm": shown_as([command], stake)}
        return self.page({"form": form, "letter": previewing.shown(self, command), **context})

    # The letter before it is one

    def paper_of_confirming(self) -> HttpResponse | None:
        """The letter as PDF where there is nothing to fill in."""
        if previewing.PDF not in self.request.GET or self.code != "confirm":
            return None
        try:
            return previewing.as_pdf(self, self.form_type(self.bench).as_command({}))
        except Problem as problem:
            return self.refused(problem)

    def paper_to_issue(self, form: CaseForm, given: QueryDict) -> HttpResponse:
        """The paper that the form says, looked at before it is issued."""
        if not form.is_valid():
            return self.page({"form": form})
        try:
            [command] = form.commands()
            return previewing.as_pdf(self, command) or self.page(
                {"form": form, "letter": previewing.shown(self, command), "looked": True}
            )
        except Unfit as unfit:
            form.blame_unfit(unfit)
            return self.page({"form": form})
        except Problem as found:
            return self.hindered(form, found, given)

    def post(self, given: QueryDict) -> HttpResponse:
        form = self.as_typed(given)
        if only_looks(given):
            return drafts.look_again(self.request) or self.page({"form": form})
        if not form.is_valid():
            return self.unfit(form)
        try:
            commands = form.commands()
        except Unfit as unfit:
            form.blame_unfit(unfit)
            return self.unfit(form)
        return self.carry_out(form, commands)

    def unfit(self, form: CaseForm) -> HttpResponse:
        """Not filled in rightly. Whoever may not do it at all is told that instead, and the attempt recorded."""
        problem = self.bench.refusal(self.code)
        if problem is None:
            return self.page({"form": form}, status=422)
        service.refuse(
            self.bench.owner.code,
            self.row.number,
            self.code,
            problem,
            actor=self.bench.actor,
            command_id=uuid4(),
            stage=self.bench.current.stage.value,
            now=self.now,
        )
        return self.refused(problem)

    def carry_out(self, form: CaseForm, commands: list[Command]) -> HttpResponse:
        command_id: UUID = form.cleaned_data["command_id"]
        try:
            if form.two_steps and not self.confirmed(commands):
                facts, stake = self.rehearse(commands[0], command_id), self.at_stake(commands[0])
                again = drafts.look_again(self.request, more={COMING: "1"})
                if again is not None:
                    return again
                context = {"coming": coming(self.bench, facts), "lost": stake, "confirm": shown_as(commands, stake)}
                return self.page({"form": form, "letter": previewing.shown(self, commands[0]), **context})
            seen = form.cleaned_data["seen_version"]
            for place, command in enumerate(commands):
                done = service.execute(
                    self.bench.owner.code,
                    self.row.number,
                    command,
                    actor=self.bench.actor,
                    seen_version=seen,
                    command_id=command_id if place == 0 else uuid5(command_id, str(place)),
                    now=self.now,
                )
                seen = done.version
        except Problem as problem:
            return queue.refused(problem) if queue.by_script(self.request) else self.hindered(form, problem)
        recorded = _("Recorded: %(what)s.") % {"what": said(self.step.title)}
        if self.bench.case.stage is Stage.CLOSING:
            self.row.refresh_from_db(fields=["closed_at"])
            recorded += " " + _("That was the last step: the case is closed.") if self.row.closed_at else ""
        if queue.by_script(self.request):
            return queue.said(recorded)
        messages.success(self.request, recorded)
        return HttpResponseRedirect(self.back())

    def back(self) -> str:
        """Where the person goes on once it is recorded."""
        return reverse("admin:disputes_case_change", args=[self.row.pk])

    def rehearse(self, command: Command, command_id: UUID, *, attempted: bool = True) -> list[Fact]:
        return service.rehearse(
            self.bench.owner.code,
            self.row.number,
            command,
            actor=self.bench.actor,
            seen_version=self.seen,
            command_id=command_id,
            now=self.now,
            attempted=attempted,
        )

    def confirmed(self, commands: list[Command]) -> bool:
        """Whether the person was shown this command, and of an erasure just what it takes as things stand now: a note
        written meanwhile in another case of the matter is told before it is lost."""
        given = self.request.POST.get("confirmed", "")
        if given.partition(".")[0] != mark(commands):
            return False
        stake = self.at_stake(commands[0])
        return stake is None or given == shown_as(commands, stake)

    def at_stake(self, command: Command) -> Lost | None:
        """What an erasure takes. None for other commands, and where something speaks against it: the service says what,
        or that it was carried out already."""
        if not isinstance(command, ErasePerson):
            return None
        try:
            decide(self.bench.current, command, sealing_nothing(self.bench.context))
        except Problem:
            return None
        return lost(self.bench, would_go(self.bench.current, command.person, sealing_nothing(self.bench.context)))

    # What does not go

    def hindered(self, form: CaseForm, problem: Problem, given: QueryDict | None = None) -> HttpResponse:
        """Somebody was quicker, it is not this person's to do, or something about it does not fit."""
        if problem.code in STALE:
            return self.changed(problem, self.request.POST if given is None else given)
        if self.bench.refusal(self.code) is not None:
            return self.refused(problem)
        form.blame(problem)
        return self.page({"form": form}, status=problem.status if problem.status in (403, 409, 410) else 422)

    def changed(self, problem: Problem, typed: QueryDict) -> HttpResponse:
        """Say what is new, and offer to go on with what was typed: the same form, on the case as it stands."""
        refusal = self.bench.refusal(self.code)
        if refusal is not None:
            return self.refused(refusal)
        self.bench.catch_up()
        given: QueryDict = typed.copy()
        given["seen_version"] = str(self.bench.case.version)
        given["command_id"] = str(uuid4())
        form = self.form_type(self.bench, given, self.request.FILES)
        context: dict[str, Any] = {"form": form, "trouble": problem.text, "stale": True}
        if problem.code == "case_round_changed":
            context["meanwhile"] = at_rounds(self.bench)
        return self.page(context, status=409)

    def refused(self, problem: Problem) -> HttpResponse:
        """Not possible for this person or at this stage: in words, with the way back."""
        return self.page({"trouble": problem.text}, status=problem.status, template="disputes/do/refused.html")

    def page(
        self, context: dict[str, Any], *, status: int = 200, template: str = "disputes/do/page.html"
    ) -> HttpResponse:
        step = self.step
        base = {
            **self.admin.admin_site.each_context(self.request),
            "title": said(step.title),
            "opts": self.admin.opts,
            "original": self.row,
            "row": self.row,
            "step": step,
            "button": step.button or step.title,
            "zone": self.row.property.zone,
            "now": self.now,
        }
        bench = getattr(self, "bench", None)
        if bench is not None:
            base |= self.about(bench)
        return TemplateResponse(self.request, template, {**base, **context}, status=status)

    def about(self, bench: Bench) -> dict[str, Any]:
        """What every page of a command says of its case."""
        person = bench.actor.person
        found = {
            "bench": bench,
            "currency": bench.currency,
            "stage": STAGE_NAMES[bench.current.stage],
            "clauses": bench.clauses(self.step.clause),
            "person": named(person) if person is not None else bench.actor.role,
            "meanwhile": meanwhile(bench, self.seen),
            "top": at_the_top.told(self.code, bench.current, bench.context),
            "again": given_again.told(bench.owner, self.code, bench.events),
        }
        if self.step.shows in ("decision", "complaint"):
            made = decisions(bench.current, bench.said, bench.owner.code)
            if self.step.shows == "complaint":
                filed = bench.current.complaint
                found["complaint"] = None if filed is None else (filed, bench.said.of(filed.fact.said))
                made = [each for each in made if not each.on_complaint and each.state == "in_force"]
            found["decision"] = made[-1] if made else None
        elif self.step.shows == "offer":
            made_offers = offers(bench.current, bench.said, bench.owner.code)
            found["offer"] = made_offers[-1] if made_offers else None
        return found


def shown_as(commands: list[Command], stake: Lost | None) -> str:
    """What the person was shown, with what is at stake."""
    return mark(commands) if stake is None else f"{mark(commands)}.{mark([stake])}"


def mark(shown: Sequence[msgspec.Struct]) -> str:
    """What the person was shown, in short: what is confirmed must be that and nothing else."""
    said_so = msgspec.json.encode([[type(each).__name__, each] for each in shown], order="sorted")
    return hashlib.sha256(said_so).hexdigest()[:32]
