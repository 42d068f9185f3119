"""Opening a case (8.1): one page for a phone, in under a minute. Table, round and bets, what the player says, who.

From a finding everything is filled in. Looking for other rounds, another table or a further line for a person sends the
form back as it was typed; no name ever stands in an address. Proved by
``tests/disputes/admin/doing/test_opening.py`` and ``tests/journeys``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final
from uuid import uuid4

import msgspec
from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.accounts import drafts
from casino.clock import now as clock
from casino.commands.fields import CODE, AmountField, CodeField, WordsField, line, said, wrong_fields
from casino.commands.forms import Unfit
from casino.core.errors import Problem
from casino.ledger.models import Property
from disputes.admin.picking import (
    LOOK,
    TABLE_NOW,
    Interval,
    PickingForm,
    between,
    found_rounds,
    offered,
    only_looks,
    read_about,
    standing_in,
    tables_of,
)
from disputes.case import facts as f
from disputes.case.allowed import check_role
from disputes.case.bet_owner import Owners
from disputes.case.commands import OpenCase
from disputes.case.context import Actor
from disputes.case.procedure import PROCEDURE
from disputes.case.state import Case
from disputes.execution import service
from disputes.rows.actor import actor_of
from disputes.rows.house import terms
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from games import words as game_words
from games.admin.on_duty import named
from games.rows.models import Finding
from games.words import shared

MOST_PEOPLE: Final = 13
NUMBER: Final = re.compile(r"[0-9]{1,18}")


ROUNDS_PART: Final = "id_rounds_field"
PARTS: Final = {"players": "id_players", "witnesses": "id_witnesses"}
"""Where on the page a look leads back to: where the button was that asked for it."""
WHO: Final = ("name", "contact", "reference", "described")
"""What may be said of who somebody is."""


def described() -> forms.CharField:
    """How a guest is known who gives no name."""
    return forms.CharField(
        label=gettext_lazy("Without a name: how known"),
        max_length=500,
        required=False,
        widget=line(autocomplete="off"),
        help_text=gettext_lazy("Seat, colour of the chips, looks."),
    )


def nobody(data: Mapping[str, Any]) -> bool:
    """Whether something was said of somebody, and nothing that tells who it is."""
    return bool(data.get("contact")) and not any(data.get(each) for each in ("name", "reference", "described"))


class PersonForm(forms.Form):
    """A further player or witness; an empty line is none."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=200, required=False, widget=line(autocomplete="off"))
    contact = forms.CharField(
        label=gettext_lazy("Contact"), max_length=500, required=False, widget=line(autocomplete="off")
    )
    reference = CodeField(label=gettext_lazy("Reference at the table"), required=False, listed="references")
    described = described()

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if nobody(data):
            self.add_error("name", _("Say who it is: a name, a reference, or how they are known."))
        return data

    @property
    def person(self) -> dict[str, str] | None:
        return {key: value for key, value in self.cleaned_data.items() if value} or None


People: Final = forms.formset_factory(PersonForm, extra=1, max_num=MOST_PEOPLE, absolute_max=MOST_PEOPLE)


class OpenForm(PickingForm):
    """Everything of :class:`OpenCase`."""

    command_id = forms.UUIDField(widget=forms.HiddenInput)
    table = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
    claim = WordsField(
        label=gettext_lazy("What the player says"),
        rows=3,
        help_text=gettext_lazy("In the player's own words, as “I bet … and …”. It stands so in the letters."),
    )
    amount_minor = AmountField(label=gettext_lazy("Amount in dispute"), low=0, required=False)
    name = forms.CharField(
        label=gettext_lazy("Player's name"), max_length=200, required=False, widget=line(autocomplete="off")
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact"), max_length=500, required=False, widget=line(autocomplete="off")
    )
    reference = CodeField(label=gettext_lazy("Reference at the table"), required=False, listed="references")
    described = described()
    everybody = forms.BooleanField(
        label=gettext_lazy("Every player of these rounds is a party"),
        required=False,
        help_text=gettext_lazy("Of a round with ticked bets only their players; each by the reference of the table."),
    )
    staff = forms.CharField(
        label=gettext_lazy("Staff codes"),
        max_length=1000,
        required=False,
        widget=line(autocomplete="off", autocapitalize="off"),
        help_text=gettext_lazy("With blanks between them. The dealers of the rounds are parties by themselves."),
    )

    def __init__(self, *args: Any, currency: str, from_finding: bool, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "label_suffix": ""})
        self.from_finding = from_finding
        amount: Any = self.fields["amount_minor"]
        amount.use(currency)
        claim = self.fields["claim"]
        if from_finding:
            claim.required = False
            claim.help_text = _("In the player's own words. Leave it empty where no player has complained.")

    @property
    def wrong(self) -> list[tuple[str, str, str]]:
        """What does not fit, for the head of the page."""
        return wrong_fields(self)

    def clean_staff(self) -> list[str]:
        codes: list[str] = self.cleaned_data["staff"].replace(",", " ").split()
        for code in codes:
            if not re.match(CODE, code):
                raise forms.ValidationError(_("“%(code)s” is no staff code.") % {"code": code[:64]})
        return codes

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        said = any(data.get(each) for each in WHO)
        if nobody(data) or not (said or data.get("everybody") or self.from_finding):
            self.add_error("name", _("Say who it is: a name, a reference, or how they are known."))
        self.require_rounds()
        return data


class Opening:
    """One request to the page."""

    def __init__(self, admin: Any, request: HttpRequest) -> None:
        self.admin = admin
        self.request = request
        self.now = clock()
        before = drafts.kept(request) if request.method == "GET" else None
        self.sent = request.method == "POST"
        self.posted = self.sent or before is not None
        self.given: QueryDict = request.POST if self.sent else before if before is not None else request.GET
        self.looks = before is not None or (self.sent and only_looks(self.given))
        self.kept = before is not None and not only_looks(before)
        self.finding = self._finding()
        self.owner = self._owner()

    def _finding(self) -> Finding | None:
        key = self.given.get("finding", "")
        if not key:
            return None
        found = Finding.objects.select_related("property", "round").filter(pk=key if NUMBER.fullmatch(key) else 0)
        if not found.exists():
            raise Http404
        return found.get()

    def _owner(self) -> Property:
        if self.finding is not None:
            return self.finding.property
        asked = self.given.get("property", "")
        owners = list(Property.objects.order_by("code"))
        found = next((owner for owner in owners if owner.code == asked), None)
        found = found or next((owner for owner in owners if self._acts_at(owner)), None) or next(iter(owners), None)
        if found is None:
            raise Http404
        return found

    def _acts_at(self, owner: Property) -> bool:
        """Whether this person acts at a table of a property: the one that the page begins with."""
        try:
            return bool(tables_of(owner, actor_of(self.request.user, owner.code, self.now)))
        except Problem:
            return False

    def answer(self) -> HttpResponse:
        try:
            self.actor: Actor = actor_of(self.request.user, self.owner.code, self.now)
        except Problem as problem:
            return self.refused(problem)
        try:
            check_role("open_case", Case("case/-"), self.actor)
        except Problem as problem:
            if self.posted:
                self._note(problem)
            return self.refused(problem)
        self.tables = tables_of(self.owner, self.actor)
        self.table = self._table()
        self.interval = interval = between(self.given, self.owner, self.table, self.now)
        if interval is not None:
            ticked = dict.fromkeys([*self.given.getlist("rounds"), *interval.keys])
            self.given = self.given.copy()
            self.given.setlist("rounds", list(ticked))
        self.about = read_about(self.given, self.owner, self.now)
        chosen = [*self.given.getlist("rounds"), *self.given.getlist("bets"), *self.given.getlist("round")]
        first = [self.finding.round] if self.finding is not None and self.finding.round is not None else []
        found, note = found_rounds(self.owner, self.table, self.about, self.now)
        self.picks = offered(self.owner, found, chosen, known=first)
        if note and interval is None:
            self.interval = Interval(note=note)
        self.form = self._form()
        self.players, self.witnesses = self._people("players"), self._people("witnesses")
        if self.sent and self.looks:
            part = PARTS.get(self.given.get(LOOK, ""), ROUNDS_PART)
            return drafts.look_again(self.request, at=part) or self.page()
        return self.post() if self.posted and not self.looks else self.page()

    def _note(self, problem: Problem) -> None:
        """Whoever may never open a case does not get as far as a command."""
        service.refuse(
            self.owner.code,
            None,
            "open_case",
            problem,
            actor=self.actor,
            command_id=uuid4(),
            stage=None,
            now=self.now,
        )

    def _table(self) -> str:
        """The table asked for, where it is theirs; else the only one. A finding brings its own."""
        asked = self.given.get(TABLE_NOW) or self.given.get("table") or ""
        if self.finding is not None and asked in ("", self.finding.table):
            return self.finding.table
        theirs = {row.code for row in self.tables}
        if asked in theirs:
            return asked
        return self.tables[0].code if len(self.tables) == 1 else ""

    def _form(self) -> OpenForm:
        row = next((row for row in self.tables if row.code == self.table), None)
        currency = (row.currency if row is not None else "") or self.owner.currency
        data = self.given.copy() if self.posted else None
        if data is not None:
            data["table"] = self.table
        form = OpenForm(data, initial=self._first(), currency=currency, from_finding=self.finding is not None)
        form.quiet, form.interval = self.looks, self.interval
        form.standing = standing_in(self.picks, CaseRow.objects.filter(Seeing.of(self.request).visible()))
        typed = self._typed()
        players = [f.Party(party=code, kind="player", reference=reference) for code, _name, reference in typed]
        form.offer_rounds(self.picks, Owners(players, {}), [(code, name) for code, name, _ref in typed], later=True)
        return form

    def _typed(self) -> list[tuple[str, str, str | None]]:
        """The players as they are typed so far, with the codes that they will have: (code, name, reference)."""
        given = self.given if self.posted else QueryDict()
        total = given.get("players-TOTAL_FORMS", "")
        lines = range(min(int(total[:3]), MOST_PEOPLE) if total.isdecimal() else 0)
        found: list[tuple[str, str, str | None]] = []
        for prefix in ("", *(f"players-{number}-" for number in lines)):
            name, reference, known = (
                given.get(f"{prefix}{each}", "").strip() for each in ("name", "reference", "described")
            )
            if called := name or reference or known:
                code = f"P{len(found) + 1}"
                found.append((code, f"{called} · {code}", reference or None))
        return found

    def _first(self) -> dict[str, Any]:
        """What the page begins with: the round asked for, or everything that a finding says."""
        keys = [key for key in self.given.getlist("round") if key in {pick.key for pick in self.picks}]
        first: dict[str, Any] = {
            "command_id": uuid4(),
            "table": self.table,
            "about_day": self.about.day,
            "about_time": self.about.time,
            "rounds": keys,
        }
        if self.finding is None:
            return first
        first["amount_minor"] = abs(self.finding.amount_minor) or None
        if self.finding.round is not None:
            own = [pick for pick in self.picks if pick.row.pk == self.finding.round.pk]
            first["rounds"] = [pick.key for pick in own]
            first["bets"] = [
                f"{pick.key}/{bet.bet}" for pick in own for bet in pick.bets if bet.bet == self.finding.subject
            ]
        else:
            first["unknown"] = True
        return first

    def _people(self, prefix: str) -> Any:
        if not self.posted:
            return People(prefix=prefix)
        data = self.given.copy()
        total = f"{prefix}-TOTAL_FORMS"
        known = data.get(total, "")
        if data.get(LOOK) == prefix and known.isdecimal():
            data[total] = str(min(int(known[:3]) + 1, MOST_PEOPLE))
        return People(data, prefix=prefix)

    # What comes back

    def post(self) -> HttpResponse:
        right = [self.form.is_valid(), self.players.is_valid(), self.witnesses.is_valid()]
        if not all(right):
            return self.page(422)
        try:
            done = service.open_case(
                self.owner.code,
                self.command(),
                actor=self.actor,
                command_id=self.form.cleaned_data["command_id"],
                now=self.now,
            )
        except Unfit as unfit:
            self.form.add_error(None, _("This does not fit: %(why)s.") % {"why": unfit.why})
            return self.page(422)
        except Problem as problem:
            self.form.add_error(self.place(problem.field), said(problem.text))
            return self.page(problem.status if problem.status in (403, 409) else 422)
        messages.success(self.request, _("Case %(number)s was opened.") % {"number": done.code})
        row = CaseRow.objects.get(property=self.owner, number=done.code)
        return HttpResponseRedirect(reverse("admin:disputes_case_change", args=[row.pk]))

    def command(self) -> OpenCase:
        data = self.form.cleaned_data
        first = {key: data[key] for key in WHO if data.get(key)}
        players = [first] if first else []
        players += [form.person for form in self.players if form.person]
        if data["everybody"]:
            players += self.everybody_else(players)
        said_so: dict[str, Any] = {
            "claim": data["claim"] or None,
            "players": players,
            "witnesses": [form.person for form in self.witnesses if form.person],
            "staff": data["staff"],
            "rounds": self.form.chosen(),
            "amount_minor": data["amount_minor"],
            "whose": self.form.whose(),
        }
        if self.table:
            said_so["table"] = self.table
        if data["unknown"] and self.about.moment is not None:
            said_so["happened_at"] = self.about.moment
        if self.finding is not None:
            said_so["findings"] = [{"stream": self.finding.stream, "identity": self.finding.identity}]
        try:
            return msgspec.convert(said_so, OpenCase)
        except msgspec.ValidationError as error:
            raise Unfit(str(error)) from None

    def everybody_else(self, named: list[dict[str, str]]) -> list[dict[str, str]]:
        """Whom the table knows of the bets ticked (of a round without one: of all its bets) and who is not typed: one
        matter has many parties, and no strangers. They have no name until they say it."""
        chosen = {(ref.table, ref.round): set(ref.bets) for ref in self.form.chosen()}
        known = {person.get("reference") for person in named}
        found = {
            reference
            for pick in self.picks
            if (ticked := chosen.get((pick.row.table, pick.row.code))) is not None
            for bet, reference in pick.players.items()
            if reference is not None and (not ticked or bet in ticked) and re.match(CODE, reference)
        }
        return [{"reference": reference} for reference in sorted(found - known)]

    PLACES: Final = {
        "rounds": "rounds",
        "whose": "rounds",
        "players": "name",
        "happened_at": "about_time",
        "amount_minor": "amount_minor",
    }

    def place(self, path: str | None) -> str | None:
        if (path or "").endswith(".reference"):
            return "reference"
        return self.PLACES.get((path or "").partition(".")[0])

    # Pages

    def page(self, status: int = 200) -> HttpResponse:
        context = {
            "form": self.form,
            "kept": self.kept,
            "properties": Property.objects.order_by("code"),
            "tables": [(row, said(game_words.term(shared.GAMES, row.game))) for row in self.tables],
            "table": self.table,
            "about": self.about,
            "players": self.players,
            "witnesses": self.witnesses,
            "players_open": self._unfolded(self.players),
            "witnesses_open": self._unfolded(self.witnesses),
            "finding": self.finding,
            "finding_words": game_words.finding(self.finding.code) if self.finding is not None else None,
            "references": sorted(
                {bet.place.player for pick in self.picks for bet in pick.bets if re.match(CODE, bet.place.player)}
            ),
            "terms": terms(self.owner.code, self.now),
            "person": named(self.actor.person) if self.actor.person is not None else self.actor.role,
        }
        return self.respond("disputes/do/open.html", context, status)

    def _unfolded(self, people: Any) -> bool:
        """Whether the lines of these people are open: something stands there, or a line was asked for."""
        typed = any(form[each].value() for form in people for each in WHO)
        return typed or self.given.get(LOOK) == people.prefix

    def refused(self, problem: Problem) -> HttpResponse:
        return self.respond("disputes/do/refused.html", {"trouble": problem.text}, problem.status)

    def respond(self, template: str, context: dict[str, Any], status: int) -> HttpResponse:
        base = {
            **self.admin.admin_site.each_context(self.request),
            "title": said(PROCEDURE["open_case"].title),
            "opts": self.admin.opts,
            "step": PROCEDURE["open_case"],
            "owner": self.owner,
            "zone": self.owner.zone,
            "looks": self.looks,
        }
        return TemplateResponse(self.request, template, {**base, **context}, status=status)


def open_view(admin: Any, request: HttpRequest) -> HttpResponse:
    """Open a case: for whoever sees cases, as far as the domain allows."""
    if not admin.has_view_permission(request):
        raise PermissionDenied
    return Opening(admin, request).answer()
