"""The form of a command on a case, made of what the command declares; and forms with a little more to them.

A form is built from the case as the person saw it (``Bench``), so that what they chose from is what counts; whether the
case has moved meanwhile is for the service to say. ``commands`` answers the domain's own commands, which set the
limits. The forms with remedies, evidence and rounds stand in modules of their own. Proved by
``tests/disputes/admin/doing/test_forms.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar, Final

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.commands.fields import AmountField, CodeField, RowCards, line, said, wrong_fields
from casino.commands.forms import CommandForm, form_field
from casino.console.theme import FileInput
from casino.core.commands import Field
from casino.core.seams import Seam
from disputes.admin.bench import Bench
from disputes.admin.choices import CHOICES
from disputes.case.commands import Command
from disputes.case.erasing import asked_for, last_term
from disputes.case.procedure import PROCEDURE
from disputes.case.stages import SENIOR
from disputes.case.state import Stage
from disputes.case.words import BEFORE_THE_TERM, GROUNDS, LAWS
from games.commands.reasons import texts as reason_texts

OWN: Final[Seam[str, type[CaseForm]]] = Seam(
    "The forms of commands whose fields are not all plain ones.", beside="the form"
)


class CaseForm(CommandForm):
    """The form of a command on a case: its plain fields, those that choose something of the case, and what a form of
    its own adds."""

    code: ClassVar[str]
    template: ClassVar[str] = "disputes/do/fields.html"

    def __init__(self, bench: Bench, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"seen_version": bench.case.version, **(kwargs.get("initial") or {})}
        super().__init__(PROCEDURE[self.code].struct, *args, **kwargs)
        self.bench = bench
        self.take_plain(bench.now)
        self.order_fields(self.field_order)
        self.offer()
        self.speak(bench.zone, bench.currency)

    def take(self, asked: Field, now: datetime) -> None:
        super().take(asked, now)
        if asked.asked.choices is not None:
            self.choose(asked.name, CHOICES[asked.asked.choices][0](self.bench))

    def plain(self, asked: Field) -> forms.Field:
        return form_field(asked, lambda name: CHOICES[name][1]())

    @property
    def wrong(self) -> list[tuple[str, str, str]]:
        """What does not fit, for the head of the page."""
        return wrong_fields(self)

    @property
    def two_steps(self) -> bool:
        """Whether what it comes to is shown before it is recorded."""
        return PROCEDURE[self.code].rehearsed

    def offer(self) -> None:
        """Fill in what depends on the case: choices, first values."""

    def choose(self, name: str, choices: Any) -> None:
        """The choices of a field; a single one is chosen already."""
        field: Any = self.fields[name]
        field.choices = choices
        if len(choices) == 1 and not isinstance(field, forms.MultipleChoiceField):
            self.initial.setdefault(name, choices[0][0])

    def commands(self) -> list[Command]:
        """The commands that the form gives, mostly one. Raises Unfit where a value passes a limit of the command."""
        return [self.as_command(self.values())]


def form_of(code: str) -> type[CaseForm]:
    """The form of a command: its own, or just its fields. KeyError for what is no command on a case."""
    if code == "open_case":
        raise KeyError(code)
    return type(f"{PROCEDURE[code].struct.__name__}Form", (OWN.get(code, CaseForm),), {"code": code})


# --- Who is part of it, and who sees to it ----------------------------------------------------------------------------


class OutsiderForm(CaseForm):
    """A player or witness. Name and contact go to the vault."""

    part: ClassVar[str]
    template = "disputes/do/outsider.html"

    name = forms.CharField(label=gettext_lazy("Name"), max_length=200, required=False, widget=line(autocomplete="off"))
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        max_length=500,
        required=False,
        widget=line(autocomplete="off"),
        help_text=gettext_lazy("Telephone, e-mail or room."),
    )
    reference = CodeField(
        label=gettext_lazy("Reference at the table"),
        required=False,
        help_text=gettext_lazy("What the table calls the player, as P-1. No name."),
    )
    described = forms.CharField(
        label=gettext_lazy("Without a name: how known"),
        max_length=500,
        required=False,
        widget=line(autocomplete="off"),
        help_text=gettext_lazy("Seat, colour of the chips, looks."),
    )

    def values(self) -> dict[str, Any]:
        given = {name: self.cleaned_data[name] for name in ("name", "contact", "reference", "described")}
        return {self.part: {name: value for name, value in given.items() if value}}

    def place(self, path: str | None) -> str | None:
        return super().place((path or "").removeprefix(f"{self.part}."))


@OWN.register("add_witness")
class AddWitnessForm(OutsiderForm):
    part = "witness"


@OWN.register("change_amount")
class AmountForm(CaseForm):
    amount_minor = AmountField(
        label=gettext_lazy("Amount in dispute"), low=0, required=False, help_text=gettext_lazy("Empty: not known.")
    )

    def offer(self) -> None:
        if self.bench.case.amount_minor is not None:
            self.initial.setdefault("amount_minor", self.bench.case.amount_minor)

    def values(self) -> dict[str, Any]:
        return {**super().values(), "amount_minor": self.cleaned_data["amount_minor"]}


@OWN.register("record_answer")
class RecordAnswerForm(CaseForm):
    """Whoever did not agree can only agree later."""

    def offer(self) -> None:
        if self.bench.case.stage is not Stage.ANSWER:
            self.choose("agreed", [("yes", _("Now agrees"))])


@OWN.register("keep_signed_copy")
class KeepSignedCopyForm(CaseForm):
    """The scan of a paper that came back signed."""

    places: ClassVar[Mapping[str, str]] = {"name": "file"}

    file = forms.FileField(label=gettext_lazy("File"), widget=FileInput(attrs={"class": "tp-input"}))

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file = data.get("file")
        if file is not None and file.size > settings.ATTACHMENT_MAX_BYTES:
            self.add_error("file", _("The file is larger than what is taken."))
        return data

    def values(self) -> dict[str, Any]:
        file = self.cleaned_data["file"]
        return {**super().values(), "file": {"name": file.name, "data": file.read()}}


# --- Ends -------------------------------------------------------------------------------------------------------------


@OWN.register("erase_person")
class EraseForm(CaseForm):
    """The person's code is typed once more: nothing brings the key back."""

    template = "disputes/do/erase.html"
    person = forms.ChoiceField(label=gettext_lazy("Whose data"), widget=RowCards())
    law = forms.ChoiceField(label=gettext_lazy("Ground of the law"), required=False, widget=RowCards())
    legal_ground = forms.CharField(
        label=gettext_lazy("Legal ground"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "class": "tp-input"}),
        help_text=gettext_lazy(
            "Explained in a sentence. It is kept sealed, and longer than their data: write no player's name."
        ),
    )
    typed = forms.CharField(
        label=gettext_lazy("The person's code, typed"),
        max_length=64,
        widget=line(autocomplete="off"),
        help_text=gettext_lazy("As it stands beside the name above, PS-…"),
    )

    def offer(self) -> None:
        case = self.bench.case
        people = {p.person: self.bench.name_of(p) for p in case.parties.values() if p.person is not None}
        everything = _("Every text of this case and everybody in it")
        shown = [(ref, f"{people.get(ref, everything)} · {ref}") for ref in case.persons]
        self.choose("person", sorted(shown, key=lambda pair: pair[0] == case.own))
        self.retained, self.longer = self._term(case.closed.retained_until if case.closed else None), ""
        # Whoever stands in another record too, whose term still runs, can be erased on a legal ground as well.
        self.longer = "" if self.retained else self._term(last_term(case, self.bench.context))
        laws = [(code, said(text)) for code, text in LAWS.items() if code in BEFORE_THE_TERM]
        self.choose("law", laws)
        self.waiting = self._waiting(people, everything)
        asks = self.bench.actor.role in SENIOR
        if not asks or not (self.retained or self.longer):
            del self.fields["law"], self.fields["legal_ground"]

    def _waiting(self, people: Mapping[str, str], everything: str) -> list[dict[str, str]]:
        """Erasures that wait for a second person: of whom, asked by whom, on which ground, in which words."""
        bench = self.bench
        waits = [(ref, asked_for(bench.case, ref, bench.now)) for ref in bench.case.persons]
        found = [(ref, asked) for ref, asked in waits if asked is not None]
        grounds = [asked.sealed_ground for _ref, asked in found if asked.sealed_ground is not None]
        opened = reason_texts(bench.owner.code, grounds, get_language() or "vi")
        return [
            {
                "person": people.get(ref, everything),
                "by": asked.asked_by.staff,
                "law": said(LAWS[asked.law]) if asked.law is not None else said(GROUNDS["term_ended"]),
                "words": opened[asked.sealed_ground.ref] if asked.sealed_ground is not None else "",
            }
            for ref, asked in found
        ]

    def _term(self, until: datetime | None) -> str:
        """The day on which a term ends that still runs, else nothing."""
        runs = until is not None and until > self.bench.now
        return f"{until.astimezone(self.bench.zone):%d/%m/%Y}" if until is not None and runs else ""

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("typed") and data.get("person") and data["typed"].strip() != data["person"]:
            self.add_error("typed", _("This is not the code of the person chosen."))
        return data
