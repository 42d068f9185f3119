"""Who acts on a page, and the parts of every form by which a person says something about a round.

Proved by ``tests/admin/test_desk_forms.py`` and ``tests/admin/test_findings.py``.
"""

from __future__ import annotations

from uuid import uuid4

import msgspec
from django import forms
from django.http import HttpRequest
from django.utils.translation import get_language, gettext_lazy

from casino.access.postings import duty_of
from casino.access.roles import staff_code
from casino.clock import now as clock
from casino.console.theme import Textarea
from casino.core.errors import Problem
from casino.core.reasons import CAUSES, OF_FINDINGS, Cause
from games.engine.facts import Person
from games.engine.sentences import person as called
from games.rows import acting


def acting_person(request: HttpRequest, property_code: str, table: str | None) -> Person | None:
    """The person of the house behind a request, in the post in which they act at this table (None: at no table); None
    for whoever does not."""
    if not request.user.is_authenticated:
        return None
    return acting.person_at(request.user, property_code, table, clock())


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


class ReasonField(forms.CharField):
    """Why, in words. Where it is not required, it is this or a cause (:class:`CauseField`)."""

    one_of_two = True


class CauseField(forms.ChoiceField):
    """Why, from a list: it is this or a reason in words."""

    one_of_two = True


def reason_field(*, required: bool = True) -> ReasonField:
    """Why: kept sealed."""
    return ReasonField(
        required=required,
        label=gettext_lazy("Reason"),
        min_length=1,
        max_length=500,
        widget=Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Kept sealed with your name."),
    )


def cause_field(causes: tuple[Cause, ...] = OF_FINDINGS) -> CauseField:
    """The cause to choose: below an amount it needs no words."""

    def offered() -> list[tuple[str, str]]:
        return [("", "–"), *((code, CAUSES[code].in_language(get_language() or "vi")) for code in causes)]

    return CauseField(
        label=gettext_lazy("Cause"),
        choices=offered,
        required=False,
        widget=forms.Select(attrs={"class": "tp-input"}),
        help_text=gettext_lazy("Up to an amount it is enough; above it, or for another reason, write a sentence."),
    )


class CommandForm(forms.Form):
    """What every command about a round says besides: the version the person was looking at, and an id by which a
    second click is known to be the same command."""

    seen_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    command_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def blame(self, problem: Problem) -> None:
        """Say a problem at the field it names, or for the whole form."""
        field = problem.field if problem.field in self.fields else None
        self.add_error(field, problem.in_language(get_language() or "vi"))


class AskedForm(CommandForm):
    """A command that a second person confirms in an own session."""

    reason = reason_field()
