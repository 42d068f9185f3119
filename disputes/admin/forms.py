"""What every form of a command on a case has in common, and the forms of the small commands.

A form is built from the case as the person saw it (``Bench``), so that what they chose from is what counts; whether the
case has moved meanwhile is for the desk to say. ``commands`` answers the domain's own commands, which set the limits.
The forms with remedies, evidence and rounds stand in modules of their own; :data:`disputes.admin.acting.FORMS` lists
all. Proved by ``tests/disputes/admin/doing/test_forms.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final
from uuid import uuid4

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.core.errors import Problem
from casino.core.text import Text
from disputes import words
from disputes.admin.bench import Bench, colleagues
from disputes.admin.fields import (
    AmountField,
    Cards,
    CardsField,
    CodeField,
    MomentField,
    RowCards,
    WordsField,
    line,
    said,
    select,
)
from disputes.case.commands import COMMANDS, Command
from disputes.case.state import Stage
from games.admin.fact_fields import reason_words

PLACE: Final = re.compile(r" - at `\$\.?([a-z0-9_]*)")


class CaseForm(forms.Form):
    """``two_steps``: what it comes to is shown before it is recorded. ``places`` says under which field a problem about
    a part of the command belongs, where the names differ."""

    code: ClassVar[str]
    button: ClassVar[Text | None] = None
    """What stands on the button, where the name of the step does not serve."""
    two_steps: ClassVar[bool] = False
    template: ClassVar[str] = "disputes/do/fields.html"
    places: ClassVar[Mapping[str, str]] = {}

    seen_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    command_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, bench: Bench, *args: Any, **kwargs: Any) -> None:
        kwargs["label_suffix"] = ""
        kwargs["initial"] = {
            "seen_version": bench.case.version,
            "command_id": uuid4(),
            **(kwargs.get("initial") or {}),
        }
        super().__init__(*args, **kwargs)
        self.bench = bench
        self.offer()
        for field in self.fields.values():
            if isinstance(field, MomentField):
                field.zone = bench.zone
            elif isinstance(field, AmountField):
                field.currency = bench.currency
            elif isinstance(field, CardsField):
                field.speak()

    def offer(self) -> None:
        """Fill in what depends on the case: choices, first values."""

    def choose(self, name: str, choices: Any) -> None:
        """The choices of a field; a single one is chosen already."""
        field: Any = self.fields[name]
        field.choices = choices
        if len(choices) == 1 and not isinstance(field, forms.MultipleChoiceField):
            self.initial.setdefault(name, choices[0][0])

    def values(self) -> dict[str, Any]:
        """What the command says, from the fields of the same names; what was left empty is not said."""
        return {
            name: self.cleaned_data[name]
            for name in COMMANDS[self.code].__struct_fields__
            if self.cleaned_data.get(name) not in (None, "", [])
        }

    def commands(self) -> list[Command]:
        """The commands that the form gives, mostly one. Raises Unfit where a value passes a limit of the command."""
        return [self.as_command(self.values())]

    def as_command(self, values: dict[str, Any]) -> Command:
        try:
            return msgspec.convert(values, COMMANDS[self.code])
        except msgspec.ValidationError as error:
            raise Unfit(str(error)) from None

    def blame(self, problem: Problem) -> None:
        """Say a problem at the field it is about, or for the whole form."""
        self.add_error(self.place(problem.field), said(problem.text))

    def blame_unfit(self, unfit: Unfit) -> None:
        self.add_error(self.place(unfit.place), _("This does not fit: %(why)s.") % {"why": unfit.why})

    def place(self, path: str | None) -> str | None:
        """The visible field for a part of the command (``remedy.lines.0``), by the longest name known."""
        parts = (path or "").split(".")
        for length in range(len(parts), 0, -1):
            name = ".".join(parts[:length])
            name = self.places.get(name, name)
            if name in self.fields and not self.fields[name].widget.is_hidden:
                return name
        return None


class Unfit(Exception):
    """A value that the command's type does not take: where, and why in the person's language."""

    def __init__(self, said_by_type: str) -> None:
        found = PLACE.search(said_by_type)
        self.place = found.group(1) if found else None
        self.why = said(reason_words(said_by_type.partition(" - at ")[0]))
        super().__init__(said_by_type)


class PlainForm(CaseForm):
    """Nothing to fill in: the page says what it comes to, and asks."""


class TakeOverForm(PlainForm):
    code = "take_over"


class NotifySurveillanceForm(PlainForm):
    code = "notify_surveillance"


class AcknowledgeForm(PlainForm):
    code = "acknowledge_notice"


class CloseWithoutComplaintForm(PlainForm):
    code = "close_without_complaint"
    two_steps = True


class CloseComplaintForm(PlainForm):
    code = "close_complaint"
    two_steps = True


class ConfirmForm(PlainForm):
    code = "confirm"
    two_steps = True


# --- Who is part of it, and who sees to it ----------------------------------------------------------------------------


class OutsiderForm(CaseForm):
    """A player or witness. Name and contact go to the vault."""

    part: ClassVar[str]
    template = "disputes/do/outsider.html"

    name = forms.CharField(label=gettext_lazy("Name"), max_length=200, widget=line(autocomplete="off"))
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

    def values(self) -> dict[str, Any]:
        given = {name: self.cleaned_data[name] for name in ("name", "contact", "reference")}
        return {self.part: {name: value for name, value in given.items() if value}}

    def place(self, path: str | None) -> str | None:
        return super().place((path or "").removeprefix(f"{self.part}."))


class AddPlayerForm(OutsiderForm):
    code, part = "add_player", "player"


class AddWitnessForm(OutsiderForm):
    code, part = "add_witness", "witness"


class AddStaffForm(CaseForm):
    code = "add_staff"
    staff = CodeField(
        label=gettext_lazy("Staff code"),
        help_text=gettext_lazy("Dealers of the rounds are parties already."),
    )


class AssignForm(CaseForm):
    code = "assign"
    staff = forms.ChoiceField(
        label=gettext_lazy("To"),
        widget=select(),
        help_text=gettext_lazy("Everybody who may see to the case at this stage and table."),
    )
    note = WordsField(label=gettext_lazy("Note"), rows=3, required=False)

    def offer(self) -> None:
        found = [(code, name) for code, name in colleagues(self.bench) if code != self.bench.case.assigned_to]
        self.choose("staff", [("", "–"), *found])


class AmountForm(CaseForm):
    code = "change_amount"
    amount_minor = AmountField(
        label=gettext_lazy("Amount in dispute"), low=0, required=False, help_text=gettext_lazy("Empty: not known.")
    )
    reason = WordsField(label=gettext_lazy("Reason"), rows=3, required=False)

    def offer(self) -> None:
        if self.bench.case.amount_minor is not None:
            self.initial.setdefault("amount_minor", self.bench.case.amount_minor)

    def values(self) -> dict[str, Any]:
        return {**super().values(), "amount_minor": self.cleaned_data["amount_minor"]}


# --- What people say --------------------------------------------------------------------------------------------------


class StatementForm(CaseForm):
    code = "take_statement"
    party = forms.ChoiceField(label=gettext_lazy("Whose statement"), widget=select())
    said = WordsField(
        label=gettext_lazy("Statement"), rows=8, help_text=gettext_lazy("Word for word, in the party's own language.")
    )

    def offer(self) -> None:
        self.choose("party", self.bench.parties())


class NoteForm(CaseForm):
    code = "add_note"
    note = WordsField(label=gettext_lazy("Note"), rows=5)


class ReasonForm(CaseForm):
    """Only why."""

    reason = WordsField(label=gettext_lazy("Reason"))


class RefuseConfirmationForm(ReasonForm):
    code = "refuse_confirmation"
    button = Text("Trả lại để quyết định lại", "Send it back")


class ReopenForm(ReasonForm):
    code = "reopen"
    two_steps = True

    def offer(self) -> None:
        self.fields["reason"].label = _("What the new evidence is")


class SayNoTimeForm(ReasonForm):
    code = "say_no_time"
    button = Text("Ghi lý do", "Record the reason")


class PassOnForm(CaseForm):
    code = "pass_on"
    why = CardsField(label=gettext_lazy("Why"), words=words.REASONS_TO_PASS.items())
    reason = WordsField(label=gettext_lazy("More about it"), rows=3, required=False)


class HelpForm(CaseForm):
    code = "record_help"
    what = WordsField(label=gettext_lazy("What help was given"))


class FileComplaintForm(CaseForm):
    code = "file_complaint"
    said = WordsField(
        label=gettext_lazy("The complaint"), rows=8, help_text=gettext_lazy("As the player has written or said it.")
    )


class WithdrawForm(CaseForm):
    code = "withdraw"
    button = Text("Khép lại, người chơi rút", "Close it, withdrawn")
    two_steps = True
    said = WordsField(label=gettext_lazy("What the player says"), rows=3, required=False)


class AnswerField(CardsField):
    """Yes or no, as large as it matters."""

    def clean(self, value: Any) -> Any:
        return super().clean(value) == "yes"


class AgreedForm(CaseForm):
    """The player's answer."""

    button = Text("Ghi câu trả lời", "Record the answer")
    two_steps = True
    agreed = AnswerField(label=gettext_lazy("The player"))
    said = WordsField(label=gettext_lazy("What the player says"), rows=3, required=False)

    def offer(self) -> None:
        self.choose("agreed", [("yes", _("Agrees")), ("no", _("Does not agree"))])

    def values(self) -> dict[str, Any]:
        return {**super().values(), "agreed": self.cleaned_data["agreed"]}


class AnswerAtTableForm(AgreedForm):
    code = "answer_at_table"


class RecordAnswerForm(AgreedForm):
    code = "record_answer"

    def offer(self) -> None:
        super().offer()
        if self.bench.case.stage is not Stage.ANSWER:
            self.choose("agreed", [("yes", _("Now agrees"))])


# --- Telling the player -----------------------------------------------------------------------------------------------


class Told(CaseForm):
    """In which language and how somebody was told."""

    language = CardsField(label=gettext_lazy("Language"), words=words.LANGUAGES.items(), initial="vi")
    manner = CardsField(label=gettext_lazy("How"), words=words.MANNERS.items(), initial="in_person")


class InformForm(Told):
    code = "inform_of_right"
    told_at = MomentField(label=gettext_lazy("When"))
    field_order = ("told_at", "language", "manner")

    def offer(self) -> None:
        self.initial.setdefault("told_at", self.bench.now)


class PaperForm(CaseForm):
    code = "issue_paper"
    kind = forms.ChoiceField(label=gettext_lazy("Paper"), widget=Cards())
    language = CardsField(label=gettext_lazy("Language"), words=words.LANGUAGES.items(), initial="vi")
    party = forms.ChoiceField(label=gettext_lazy("For"), widget=select(), required=False)

    def offer(self) -> None:
        self.choose("party", self.bench.parties("player"))
        self.choose("kind", [(kind, said(words.PAPERS[kind])) for kind in possible_papers(self.bench)])


def possible_papers(bench: Bench) -> list[str]:
    """The papers of which what they say has happened."""
    case = bench.case
    in_force = [made for made in case.decisions if made.in_force and made.refused is None]
    disagreed = any(not kept.fact.agreed for kept in case.answers)
    found = {
        "acknowledgement": case.promise is not None,
        "decision": any(not made.on_complaint for made in in_force),
        "right_to_complain": disagreed,
        "complaint_form": disagreed,
        "complaint_decision": any(made.on_complaint for made in in_force),
    }
    return [kind for kind, possible in found.items() if possible]


# --- Ends -------------------------------------------------------------------------------------------------------------


class EraseForm(CaseForm):
    """The person's code is typed once more: nothing brings the key back."""

    code = "erase_person"
    two_steps = True
    template = "disputes/do/erase.html"
    person = forms.ChoiceField(label=gettext_lazy("Whose data"), widget=RowCards())
    legal_ground = forms.CharField(
        label=gettext_lazy("Legal ground"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "class": "tp-input"}),
        help_text=gettext_lazy("It stays in the record for good: write no player's name."),
    )
    typed = forms.CharField(
        label=gettext_lazy("The person's code, typed"),
        max_length=64,
        widget=line(autocomplete="off"),
        help_text=gettext_lazy("As it stands beside the name above, PS-…"),
    )

    def offer(self) -> None:
        case = self.bench.case
        own = case.opened.own if case.opened is not None else ""
        people = {p.person: self.bench.name_of(p) for p in case.parties.values() if p.person is not None}
        everything = _("Every text of this case")
        shown = [(ref, f"{people.get(ref, everything)} · {ref}") for ref in case.persons]
        self.choose("person", sorted(shown, key=lambda pair: pair[0] == own))
        closed = case.closed
        self.retained = closed is not None and closed.retained_until > self.bench.now
        if not self.retained:
            del self.fields["legal_ground"]
        elif closed is not None:
            until = closed.retained_until.astimezone(self.bench.zone)
            self.fields["legal_ground"].required = True
            self.until = f"{until:%d/%m/%Y}"

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("typed") and data.get("person") and data["typed"].strip() != data["person"]:
            self.add_error("typed", _("This is not the code of the person chosen."))
        return data
