"""A fact as a form: one field of the form for each field of its type, read back into data that the type accepts.

Fixed values are chosen, and so are clauses and kinds of bet, from the document of the round; numbers and texts are
typed, cards and other lists written with blanks between them, persons given as post and staff code; anything else is
JSON. What does not fit is said at its field, in the person's language. Proved by ``tests/admin/test_fact_fields.py``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from django import forms
from django.utils.translation import gettext as _
from msgspec import inspect

from casino.commands.fields import said
from casino.commands.forms import reason_words
from casino.console.theme import Textarea
from casino.core.events import Fact, plain
from games.engine.document import RuleBook
from games.engine.facts import BET_KIND_WRITTEN, CLAUSE_WRITTEN, Person
from games.words import fields as names

PLACE: Final = re.compile(r"\$\.([a-z0-9_]+)")
NOBODY_READ: Final = "?"
LONGEST: Final = 4000


class Slot(msgspec.Struct, frozen=True):
    """How a field of a type is asked for. Kinds: text, number, flag, choice, clause, bet, list, person, json."""

    name: str
    kind: str
    required: bool
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    of_numbers: bool = False


def slots(fact: type[Fact]) -> list[Slot]:
    """The fields of a type of fact, in their order."""
    info = inspect.type_info(fact)
    assert isinstance(info, inspect.StructType)
    return [_slot(field) for field in info.fields]


def _slot(field: inspect.Field) -> Slot:
    kind, optional = _plain(field.type)
    required = field.required and not optional
    if isinstance(kind, inspect.IntType):
        return Slot(field.name, "number", required, kind.ge, kind.le)
    if isinstance(kind, inspect.BoolType):
        return Slot(field.name, "flag", required)
    if isinstance(kind, inspect.LiteralType):
        return Slot(field.name, "choice", required, choices=tuple(str(value) for value in kind.values))
    if isinstance(kind, inspect.StrType) and kind.pattern == CLAUSE_WRITTEN:
        return Slot(field.name, "clause", required)
    if isinstance(kind, inspect.StrType) and kind.pattern == BET_KIND_WRITTEN:
        return Slot(field.name, "bet", required)
    if isinstance(kind, inspect.StrType | inspect.DateTimeType | inspect.UUIDType):
        return Slot(field.name, "text", required)
    if isinstance(kind, inspect.StructType) and kind.cls is Person:
        return Slot(field.name, "person", required)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return _list(field.name, required, [kind.item_type])
    if isinstance(kind, inspect.TupleType):
        return _list(field.name, required, list(kind.item_types))
    return Slot(field.name, "json", required)


def _list(name: str, required: bool, items: list[inspect.Type]) -> Slot:
    plain = [_plain(item)[0] for item in items]
    if all(isinstance(item, inspect.IntType) for item in plain):
        return Slot(name, "list", required, of_numbers=True)
    if all(isinstance(item, inspect.StrType | inspect.LiteralType) for item in plain):
        return Slot(name, "list", required)
    return Slot(name, "json", required)


def _plain(found: inspect.Type) -> tuple[inspect.Type, bool]:
    """A type without what is written about it, and whether it may be null."""
    while isinstance(found, inspect.Metadata):
        found = found.type
    if isinstance(found, inspect.UnionType):
        rest = [each for each in found.types if not isinstance(each, inspect.NoneType)]
        if len(rest) == 1:
            return _plain(rest[0])[0], len(rest) < len(found.types)
    return found, False


class FactForm(forms.Form):
    """The data of a fact. ``composed`` is it as the type writes it; the form is valid only where it fits. Clauses are
    those of ``book``, the document of the round; without one they are typed."""

    def __init__(
        self, fact: type[Fact], held: Mapping[str, Any] | None, book: RuleBook | None, *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fact = fact
        self.book = book
        self.slots = slots(fact)
        self.composed: dict[str, Any] = {}
        for slot in self.slots:
            self._add(slot, (held or {}).get(slot.name))

    def _add(self, slot: Slot, value: Any) -> None:
        label = said(names.field(slot.name))
        label = label[:1].upper() + label[1:]
        if slot.kind == "person":
            who = value or {}
            both = f"{label} – "
            self.fields[f"{slot.name}-post"] = self._choice(
                both + said(names.POST_PART), _posts(), who.get("post"), slot.required
            )
            self.fields[f"{slot.name}-staff"] = self._text(
                both + said(names.STAFF_PART), who.get("staff"), slot.required
            )
            return
        if slot.kind == "number":
            self.fields[slot.name] = forms.IntegerField(
                label=label,
                required=slot.required,
                initial=value,
                min_value=slot.low,
                max_value=slot.high,
                widget=forms.NumberInput(attrs={"class": "tp-input", "inputmode": "numeric"}),
            )
        elif slot.kind in ("choice", "flag"):
            chosen = str(value).lower() if isinstance(value, bool) else value
            values = [("true", _("yes")), ("false", _("no"))] if slot.kind == "flag" else _fixed(slot.choices)
            self.fields[slot.name] = self._choice(label, values, chosen, slot.required)
        elif slot.kind == "clause" and self.book is not None:
            self.fields[slot.name] = self._choice(label, _clauses(self.book, value), value, slot.required)
        elif slot.kind == "bet" and self.book is not None:
            self.fields[slot.name] = self._choice(label, _bets(self.book, value), value, slot.required)
        elif slot.kind == "json":
            written = "" if value is None else json.dumps(value, ensure_ascii=False, indent=1)
            field = self._text(label, written, slot.required)
            field.widget = Textarea(attrs={"rows": 3, "class": "tp-input"})
            field.help_text = _("JSON")
            self.fields[slot.name] = field
        else:
            self.fields[slot.name] = self._text(label, _written(slot, value), slot.required)

    def _text(self, label: str, initial: Any, required: bool) -> forms.CharField:
        widget = forms.TextInput(attrs={"class": "tp-input", "autocomplete": "off"})
        return forms.CharField(label=label, initial=initial, required=required, max_length=LONGEST, widget=widget)

    def _choice(self, label: str, values: list[tuple[str, str]], initial: Any, required: bool) -> forms.ChoiceField:
        widget = forms.Select(attrs={"class": "tp-input"})
        return forms.ChoiceField(
            label=label, choices=[("", "–"), *values], initial=initial, required=required, widget=widget
        )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        composed = {}
        for slot in self.slots:
            value = self._read(slot, data)
            if value is not None:
                composed[slot.name] = value
        if self.errors:
            return data
        try:
            fact = msgspec.convert(composed, self.fact)
        except msgspec.ValidationError as error:
            self._blame(str(error))
        else:
            self.composed = plain(fact)
        return data

    def _read(self, slot: Slot, data: Mapping[str, Any]) -> Any:
        if slot.kind == "person":
            post, staff = data.get(f"{slot.name}-post"), data.get(f"{slot.name}-staff")
            if bool(post) != bool(staff):
                missing = "staff" if post else "post"
                if f"{slot.name}-{missing}" not in self.errors:
                    self.add_error(f"{slot.name}-{missing}", _("Post and staff code belong together."))
            return {"post": post, "staff": staff} if post and staff else None
        value = data.get(slot.name)
        if value in (None, ""):
            return None
        if slot.kind == "flag":
            return value == "true"
        if slot.kind == "list":
            return self._items(slot, str(value))
        if slot.kind == "json":
            return self._decoded(slot, str(value))
        return value

    def _items(self, slot: Slot, text: str) -> list[Any] | None:
        items = re.split(r"[\s,;]+", text.strip(" ,;"))
        if not slot.of_numbers:
            return [None if item == NOBODY_READ else item for item in items]
        try:
            return [int(item) for item in items]
        except ValueError:
            self.add_error(slot.name, _("Write whole numbers with blanks between them."))
            return None

    def _decoded(self, slot: Slot, text: str) -> Any:
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            where = {"line": error.lineno, "column": error.colno}
            self.add_error(slot.name, _("This is not JSON: line %(line)s, column %(column)s.") % where)
        except RecursionError:
            self.add_error(slot.name, _("This is nested too deeply."))
        return None

    def _blame(self, why: str) -> None:
        """Say at the field what the type found wrong there."""
        found = PLACE.search(why)
        name = found.group(1) if found else ""
        field = next((key for key in (name, f"{name}-staff") if key in self.fields), None)
        reason = why.partition(" - at ")[0]
        self.add_error(field, _("This does not fit: %(why)s.") % {"why": said(reason_words(reason))})

    @property
    def differs(self) -> bool:
        """Whether anything was typed that is not as it stood."""
        return self.has_changed()


def _posts() -> list[tuple[str, str]]:
    return _fixed(tuple(names.POSTS))


def _fixed(codes: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(code, said(names.fixed(code))) for code in codes]


def _clauses(book: RuleBook, held: str | None) -> list[tuple[str, str]]:
    """The clauses of a document, and what the fact names where the document has no such clause."""
    offered = [(number, f"{number} – {short(said(clause.text))}") for number, clause in book.clauses.items()]
    return offered if not held or held in book.clauses else [(held, held), *offered]


def _bets(book: RuleBook, held: str | None) -> list[tuple[str, str]]:
    """The kinds of bet of a document that no fact of its own records, and what the fact names where that is another."""
    offered = [(row["code"], said(book.bet_names[row["code"]])) for row in book.bets if "recorded_as" not in row]
    return offered if not held or held in dict(offered) else [(held, held), *offered]


def short(text: str, longest: int = 90) -> str:
    """A statement short enough for a list to choose from."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def _written(slot: Slot, value: Any) -> str:
    if value is None:
        return ""
    if slot.kind == "list":
        return " ".join(NOBODY_READ if item is None else str(item) for item in value)
    return str(value)
