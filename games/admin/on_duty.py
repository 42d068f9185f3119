"""Who acts on a page, and the parts of every form by which a person says something about a round.

Proved by ``tests/admin/test_desk_forms.py`` and ``tests/admin/test_findings.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django import forms
from django.http import HttpRequest
from django.utils.translation import get_language, gettext_lazy

from casino.access.postings import duty_of
from casino.access.roles import staff_code
from casino.clock import now as clock
from casino.commands.execution import Done
from casino.commands.forms import CommandForm, Unfit
from casino.console.theme import Textarea
from casino.core.commands import Command, Field, rules_of
from casino.core.errors import Problem
from casino.core.reasons import CAUSES, Rule
from games.commands.execution import execute
from games.engine.facts import Person
from games.engine.sentences import person as called
from games.rows import on_duty


def acting_person(request: HttpRequest, property_code: str, table: str | None) -> Person | None:
    """The person of the house behind a request, in the post in which they act at this table (None: at no table); None
    for whoever does not."""
    if not request.user.is_authenticated:
        return None
    return on_duty.person_at(request.user, property_code, table, clock())


def person_of_house(request: HttpRequest) -> Person | None:
    """The person behind a request in their post, wherever it acts: for what is no matter of a table."""
    user = request.user
    if not user.is_authenticated:
        return None
    duty = duty_of(user, clock())
    return None if duty is None else msgspec.convert({"post": duty.post, "staff": staff_code(user)}, Person)


def named(person: Person) -> str:
    """Post and staff code, in the language of the page."""
    return called(person).in_language(get_language() or "vi")


def reason_field(*, required: bool = True) -> forms.Field:
    """Why: kept sealed. Where it is not required, it is this or a cause."""
    return one_of_two(
        forms.CharField(
            required=required,
            label=gettext_lazy("Reason"),
            min_length=1,
            max_length=500,
            widget=Textarea(attrs={"rows": 4}),
            help_text=gettext_lazy("Kept sealed with your name."),
        )
    )


def cause_field(causes: Iterable[Any]) -> forms.Field:
    """The cause to choose: below an amount it needs no words."""

    def offered() -> list[tuple[str, str]]:
        return [("", "–"), *((code, CAUSES[code].in_language(get_language() or "vi")) for code in causes)]

    return one_of_two(
        forms.ChoiceField(
            label=gettext_lazy("Cause"),
            choices=offered,
            required=False,
            widget=forms.Select(attrs={"class": "tp-input"}),
            help_text=gettext_lazy("Up to an amount it is enough; above it, or for another reason, write a sentence."),
        )
    )


def one_of_two(field: forms.Field) -> forms.Field:
    """Where this field is not required, another is needed in its place: the label says so."""
    field.one_of_two = True  # type: ignore[attr-defined]
    return field


class TableForm(CommandForm):
    """The form of a command of this room: its declared fields, reasons and causes as all pages ask for them. Which
    version the person was looking at is asked where the page says so at first."""

    def __init__(self, struct: type[Command], *args: Any, **kwargs: Any) -> None:
        super().__init__(struct, *args, **kwargs)
        if "seen_version" not in self.initial:
            del self.fields["seen_version"]
        self.take_plain(clock())
        self.order_fields(self.field_order)

    def plain(self, asked: Field) -> forms.Field:
        rule = rules_of(self.struct).get(asked.name)
        if rule is not None:
            return reason_field(required=rule is not Rule.BY_AMOUNT)
        if asked.name == "cause":
            return cause_field(tuple(asked.asked.words or ()))
        return super().plain(asked)

    def give(self, about: Any, by: Person, **said: Any) -> Done:
        """Carry out the command that the form says, on what it is about; ``said`` is what no field of its name says.
        Raises Problem."""
        command = self.as_command({**self.values(), **said})
        given: dict[str, Any] = {name: self.cleaned_data.get(name) for name in ("seen_version", "command_id")}
        return execute(about, command, by=by, now=clock(), **given)

    def carry_out(self, about: Any, by: Person) -> int:
        """Give it, where the form is filled in; the status of the page, on which the form says why not (302: it was
        given)."""
        if not self.is_valid():
            return 422
        try:
            self.give(about, by)
        except Unfit as unfit:
            self.blame_unfit(unfit)
            return 422
        except Problem as problem:
            self.blame(problem)
            return 409 if problem.status == 409 else 422
        return 302
