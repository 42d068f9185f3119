"""The form of a command of Surveillance, made of what the command declares, with fields for what is no plain value.

A subject is chosen by the address that led to the form (from a round, a finding, a case), and shown. Proved by
``tests/surveillance/admin/test_pages.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy

from casino.commands.fields import Cards, CheckCards, MomentField, WordsField, capital, line
from casino.commands.forms import CommandForm, form_field, limit
from casino.core.commands import Field, fields_of
from casino.site.choices import spoken
from surveillance.admin.offering import stretch_of
from surveillance.files.forms import PlaceField
from surveillance.record.fields import SHOWS
from surveillance.record.step import Step

OF_SUBJECT: Final = ("kind", "stream", "event", "identity", "request")
"""What an address may say of a subject."""
OF_STRETCH: Final = ("recording", "from_ms", "to_ms", "camera", "begins_at", "ends_at", "note")
NEVER: Final = 2**31 - 1


class FootageForm(CommandForm):
    """The form of a command. ``subject`` is what it is about, from the address."""

    seen_version = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)

    def __init__(self, step: Step, zone: ZoneInfo, now: datetime, *args: Any, **kwargs: Any) -> None:
        super().__init__(step.struct, *args, **kwargs)
        self.names = step.struct.__struct_fields__
        plain = {asked.name: asked for asked in fields_of(step.struct)}
        for name in self.names:
            if name in plain and name != "shows":
                self.take(plain[name], now)
            elif name in _OTHERS:
                _OTHERS[name](self)
        self.speak(zone)

    def plain(self, asked: Field) -> forms.Field:
        return _plain(asked)

    def values(self) -> dict[str, Any]:
        """Also what several fields of the form say together."""
        together = {name: how(self) for name, how in _READ.items() if name in self.names}
        return {**super().values(), **{name: said for name, said in together.items() if said}}

    def offer_people(self, people: list[tuple[str, str]]) -> None:
        """Choose among the people of an entry."""
        field = forms.ChoiceField(label=self.fields["person"].label, choices=people, widget=Cards())
        self.fields["person"] = field

    def offer_film(self, stretches: list[tuple[str, str]], links: list[tuple[str, str]]) -> None:
        """Choose among what covers a request, and links that stand; what is typed below comes besides."""
        offered = {
            "offered": (stretches, gettext_lazy("Film that covers it")),
            "standing": (links, gettext_lazy("Links that stand")),
        }
        fields = {
            name: forms.MultipleChoiceField(label=label, choices=choices, required=False, widget=CheckCards())
            for name, (choices, label) in offered.items()
            if choices
        }
        for name in (*OF_STRETCH, "links"):
            self.fields[name].folded = bool(fields)  # type: ignore[attr-defined]
        self.fields = {**self.fields, **fields}
        self.order_fields(["seen_version", "command_id", "found", "cause", "answer", *fields])

    # Fields that are no plain ones

    def take_shows(self) -> None:
        field = forms.MultipleChoiceField(label=gettext_lazy("What it shows"), widget=CheckCards())
        field.choices = [(code, capital(text)) for code, text in SHOWS.items()]
        self.fields["shows"] = field

    def take_subject(self) -> None:
        for name in OF_SUBJECT:
            self.fields[f"subject_{name}"] = forms.CharField(required=False, max_length=300, widget=forms.HiddenInput)

    def take_stretch(self) -> None:
        """One stretch: of a recording, or of a camera."""
        optional: dict[str, Any] = {"required": False}
        self.fields["recording"] = _code(gettext_lazy("Recording"), listed="recordings", **optional)
        for name, label in (("from_ms", gettext_lazy("From, in the film")), ("to_ms", gettext_lazy("To, in the film"))):
            self.fields[name] = PlaceField(label=label, help_text=gettext_lazy("As 1:02.5."), **optional)
        self.fields["camera"] = _code(
            gettext_lazy("Or a camera"),
            listed="cameras",
            help_text=gettext_lazy("Where only the recorder has it: with begin and end."),
            **optional,
        )
        self.fields["begins_at"] = MomentField(label=gettext_lazy("From"), seconds=True, **optional)
        self.fields["ends_at"] = MomentField(label=gettext_lazy("To"), seconds=True, **optional)
        self.fields["note"] = WordsField(label=gettext_lazy("What it shows"), rows=3, **optional)

    def take_links(self) -> None:
        self.fields["links"] = forms.CharField(
            label=gettext_lazy("Links"),
            required=False,
            max_length=2_000,
            widget=line(autocomplete="off"),
            help_text=gettext_lazy("Codes of links that stand, with spaces between."),
        )

    def take_persons(self) -> None:
        self.fields["person_name"] = forms.CharField(
            label=gettext_lazy("Somebody from outside"), required=False, max_length=200, widget=line(autocomplete="off")
        )
        self.fields["person_contact"] = forms.CharField(
            label=gettext_lazy("Contact"), required=False, max_length=500, widget=line(autocomplete="off")
        )

    def take_forget(self) -> None:
        self.fields["forget_credentials"] = forms.BooleanField(
            label=gettext_lazy("Drop user and password"), required=False
        )

    def take_finding(self) -> None:
        for name in ("stream", "identity"):
            self.fields[name] = forms.CharField(max_length=300, widget=forms.HiddenInput)

    # What they come to

    def subject(self) -> dict[str, Any] | None:
        given = {name: self.cleaned_data[f"subject_{name}"] for name in OF_SUBJECT}
        return {name: value for name, value in given.items() if value} or None

    def stretch(self) -> dict[str, Any] | None:
        given = {name: self.cleaned_data[name] for name in OF_STRETCH}
        return {name: value for name, value in given.items() if value not in (None, "")} or None

    def stretches(self) -> list[dict[str, Any]]:
        """What was ticked, and what was typed."""
        ticked = [stretch_of(said) for said in self.cleaned_data.get("offered", ())]
        return [each for each in (*ticked, self.stretch()) if each is not None]

    def links(self) -> list[str]:
        return list(dict.fromkeys((*self.cleaned_data.get("standing", ()), *self.cleaned_data["links"].split())))

    def persons(self) -> list[dict[str, Any]]:
        name = self.cleaned_data["person_name"]
        return [{"name": name, "contact": self.cleaned_data["person_contact"]}] if name else []


_OTHERS: Final = {
    "shows": FootageForm.take_shows,
    "subject": FootageForm.take_subject,
    "stretch": FootageForm.take_stretch,
    "stretches": FootageForm.take_stretch,
    "links": FootageForm.take_links,
    "persons": FootageForm.take_persons,
    "forget_credentials": FootageForm.take_forget,
    "identity": FootageForm.take_finding,
}
"""Field of a command that is no plain one -> how the form takes it."""
_READ: Final[dict[str, Any]] = {
    "subject": FootageForm.subject,
    "stretch": FootageForm.stretch,
    "stretches": FootageForm.stretches,
    "links": FootageForm.links,
    "persons": FootageForm.persons,
}


def _plain(asked: Field) -> forms.Field:
    """A whole number is no amount here, and a password is not shown."""
    options: dict[str, Any] = {"label": spoken(asked.asked.label), "required": not asked.optional}
    if asked.asked.help is not None:
        options["help_text"] = spoken(asked.asked.help)
    if asked.type is int:
        low, high = limit(asked, "ge") or 0, limit(asked, "le") or NEVER
        return forms.IntegerField(min_value=low, max_value=high, widget=_number(), **options)
    if asked.name == "password":
        hidden = forms.PasswordInput({"class": "tp-input", "autocomplete": "new-password"})
        return forms.CharField(max_length=200, strip=False, widget=hidden, **options)
    if asked.type is datetime:
        return MomentField(seconds=True, **options)
    return form_field(asked)


def _number() -> forms.NumberInput:
    return forms.NumberInput({"class": "tp-input", "inputmode": "numeric"})


def _code(label: Any, *, listed: str, **options: Any) -> forms.Field:
    return forms.CharField(label=label, max_length=64, widget=line(autocomplete="off", list=listed), **options)
