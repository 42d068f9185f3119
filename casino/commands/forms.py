"""The form of a command of whichever room, made of what the command declares (``casino.core.commands``).

Its plain fields follow from their types; a room adds what is no plain one (a remedy, bets to tick, a person of an
entry). Whatever the form takes becomes the command's own struct, whose limits are those of the form. Proved by
``tests/disputes/admin/doing/test_a_new_command.py``, ``tests/surveillance/admin/test_a_new_command.py`` and
``tests/admin/test_a_new_command.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, ClassVar, Final, Literal, get_args, get_origin
from uuid import uuid4
from zoneinfo import ZoneInfo

import msgspec
from django import forms
from django.utils.translation import gettext as _

from casino.commands.fields import (
    CODE,
    LONGEST_WORDS,
    AmountField,
    CardsField,
    CodeField,
    MomentField,
    WordsField,
    line,
    said,
)
from casino.core.commands import NOW, Command, Field, fields_of
from casino.core.errors import Problem
from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.site.choices import spoken

_WORDS: Final = Catalogue(__file__)

PLACE: Final = re.compile(r" - at `\$\.?([a-z0-9_]*)")
_CODES: Final = CODE.removesuffix(r"\Z") + r"$(?!\n)"
"""A code as types write it, whom readers of JSON Schema have to understand as well."""
WidgetOf = Callable[[str], forms.Widget]
"""By what something of a list of the room (``Asked.choices``) is chosen."""


class CommandForm(forms.Form):
    """The form of a command: its fields that have words, the version that the person was looking at, and an id by which
    a second click is known to be the same command. ``places`` says under which field a problem about a part of the
    command belongs, where the names differ."""

    places: ClassVar[Mapping[str, str]] = {}

    seen_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    command_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, struct: type[Command], *args: Any, **kwargs: Any) -> None:
        kwargs["label_suffix"] = ""
        kwargs["initial"] = {"command_id": uuid4(), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        self.struct = struct

    def take(self, asked: Field, now: datetime) -> None:
        """Add a field that is a plain one."""
        self.fields[asked.name] = self.plain(asked)
        begins = asked.asked.begins
        if begins is not None:
            self.initial.setdefault(asked.name, now if begins == NOW else begins)

    def take_plain(self, now: datetime) -> None:
        """Add all of them that the form has not by itself."""
        for asked in fields_of(self.struct):
            if asked.name not in self.fields:
                self.take(asked, now)

    def plain(self, asked: Field) -> forms.Field:
        """The field of the form for one of the command; a room may have its own of a type."""
        return form_field(asked)

    def speak(self, zone: ZoneInfo, currency: str = "") -> None:
        """Let the fields use the clocks, the currency and the language of whoever reads."""
        for field in self.fields.values():
            if isinstance(field, MomentField):
                field.zone = zone
            elif isinstance(field, AmountField) and currency:
                field.use(currency)
            elif isinstance(field, CardsField):
                field.speak()

    def values(self) -> dict[str, Any]:
        """What the command says, from the fields of the same names; what was left empty is not said."""
        given = ((name, self.cleaned_data.get(name)) for name in self.struct.__struct_fields__)
        return {name: value for name, value in given if value not in (None, "", [], ())}

    def as_command(self, values: dict[str, Any] | None = None) -> Command:
        """The domain's own command. Raises Unfit where a value passes a limit of it."""
        try:
            return msgspec.convert(self.values() if values is None else values, self.struct)
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


# --- Plain fields -----------------------------------------------------------------------------------------------------


class AnswerField(CardsField):
    """Yes or no, as large as it matters."""

    def clean(self, value: Any) -> Any:
        answer = super().clean(value)
        return answer == "yes" if answer or self.required else None


def form_field(asked: Field, widget_of: WidgetOf | None = None) -> forms.Field:
    """The form's field. TypeError for a type that no plain field takes: its command needs a form of its own."""
    about = asked.asked
    options: dict[str, Any] = {"label": spoken(about.label), "required": not asked.optional}
    if about.help is not None:
        options["help_text"] = spoken(about.help)
    named = [] if about.words is None else list(about.words.items())
    if about.choices is not None and widget_of is not None:
        return forms.ChoiceField(widget=widget_of(about.choices), **options)
    if asked.type is bool and named:
        return AnswerField(named, **options)
    if get_origin(asked.type) is Literal and {code for code, _name in named} <= set(get_args(asked.type)):
        return CardsField(named, **options)
    if asked.type is datetime:
        return MomentField(**options)
    if asked.type is int:
        return AmountField(low=limit(asked, "ge") or 0, **options)
    if asked.type is str:
        return _text(asked, options)
    raise TypeError(f"{asked.name} takes a form of its own: {asked.type}")


def _text(asked: Field, options: dict[str, Any]) -> forms.Field:
    longest = limit(asked, "max_length")
    if limit(asked, "pattern") == _CODES:
        return CodeField(**options)
    if longest == LONGEST_WORDS:
        return WordsField(rows=asked.asked.rows, **options)
    return forms.CharField(max_length=longest, widget=line(autocomplete="off"), **options)


def limit(asked: Field, name: str) -> Any:
    """A limit of the field's type, or None."""
    return next((found for each in asked.limits if (found := getattr(each, name)) is not None), None)


# --- Why a value does not fit its type, in words ----------------------------------------------------------------------

_REASONS: Final = {
    "no-such-value": re.compile(r"Invalid enum value '(?P<value>.*)'"),
    "exactly-values": re.compile(r"Expected `array` of length (?P<n>\d+).*"),
    "bound-values": re.compile(r"Expected `array` of length (?P<low>>=|<=) ?(?P<n>\d+)"),
    "not-written-so": re.compile(r"Expected `str` matching regex .*"),
    "whole-number": re.compile(r"Expected `int` (?P<bound>[<>]=? ?-?\d+)"),
    "other-kind": re.compile(r"Expected `(?P<kind>\w+)`, got `(?P<got>\w+)`"),
    "missing": re.compile(r"Object missing required field `(?P<name>\w+)`"),
    "no-such-field": re.compile(r"Object contains unknown field `(?P<name>\w+)`"),
}


def reason_words(why: str) -> Text:
    """What a type says of data that does not fit it, in both languages; a sentence nobody foresaw stays as it is."""
    for id, pattern in _REASONS.items():
        found = pattern.fullmatch(why)
        if found:
            return _WORDS.text(id, **found.groupdict())
    return Text(why, why)
