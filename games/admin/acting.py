"""Who acts on a page, and the parts of every form by which a person says something about a round.

Proved by ``tests/admin/test_desk_forms.py`` and ``tests/admin/test_findings.py``.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
from django import forms
from django.contrib.auth import get_user_model
from django.http import HttpRequest
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.core.errors import Problem
from casino.roles import post_of, staff_code
from casino.theme import Textarea
from games import words
from games.rounds.facts import Person
from games.rules.posts import Post, at_least
from games.words.say import post


def acting_person(request: HttpRequest) -> Person | None:
    """The person of the house behind a request, in the post in which they decide; None for whoever decides nothing."""
    return person_of(request.user) if request.user.is_authenticated else None


def person_of(user: Any) -> Person | None:
    """The person of an account, in its post."""
    held = post_of(user)
    return msgspec.convert({"post": held, "staff": staff_code(user)}, Person) if held else None


def named(person: Person) -> str:
    """Post and staff code, in the language of the page."""
    text = words.say("{post} {staff}", "{post} {staff}", post=post(person.post), staff=person.staff)
    return text.in_language(get_language() or "vi")


def reason_field() -> forms.CharField:
    """Why: kept for good."""
    return forms.CharField(
        label=gettext_lazy("Reason"),
        min_length=1,
        max_length=500,
        widget=Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Kept for good with your name. Write no player's name."),
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


class AuthorisedForm(CommandForm):
    """A command that a second person authorises. The post is the one that the other account holds: nobody can claim
    another."""

    authorised_by = forms.CharField(
        label=gettext_lazy("Authorised by"),
        max_length=150,
        widget=forms.TextInput(attrs={"class": "tp-input", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "Staff code of another person, as they sign in. Pit manager or above; the post is that of their account."
        ),
    )
    reason = reason_field()
    authoriser: Person | None = None

    def clean_authorised_by(self) -> str:
        name: str = self.cleaned_data["authorised_by"].strip()
        user = get_user_model().objects.filter(username=name, is_active=True).first()
        self.authoriser = person_of(user) if user else None
        if self.authoriser is None:
            raise forms.ValidationError(_("Nobody of the house with a post has this staff code."))
        if not at_least(Post(self.authoriser.post), Post.PIT_MANAGER):
            raise forms.ValidationError(_("Only a pit manager or above can authorise this."))
        return name
