"""The form by which the administrator asks that somebody be posted. Times are those of the property's clocks.

What is checked here is said at its field; the database holds the same bounds besides (``casino.access.models``). Proved
by ``tests/admin/test_postings_page.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django import forms
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.access import postings
from casino.access.models import LONGEST_ACTING, MOST_PLACES
from casino.access.people import full_name
from casino.access.roles import ACTING, RANKED, role_name
from casino.accounts.commands import AskPosting
from casino.clock import now as clock
from casino.commands.forms import CommandForm
from casino.console.theme import CheckboxSelectMultiple, Select, Textarea, TextInput
from casino.ledger.models import Property

LATE: Final = timedelta(hours=1)
"""How long ago a posting may have begun when it is entered."""


class WallClockField(forms.DateTimeField):
    """A date and time as the property's clocks show it. The value stands in UTC until the form knows the property."""

    def __init__(self, **options: Any) -> None:
        widget = TextInput(attrs={"type": "datetime-local"})
        super().__init__(widget=widget, input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"], **options)

    def to_python(self, value: Any) -> datetime | None:
        with timezone.override(UTC):
            return super().to_python(value)


class PersonField(forms.ModelChoiceField):
    """People by name, account and role."""

    def label_from_instance(self, user: User) -> str:
        held = {group.name for group in user.groups.all()}
        role = next((role_name(code, get_language() or "vi") for code in RANKED if code in held), "–")
        return f"{full_name(user)} · {user.username} · {role}"


def people() -> QuerySet[User]:
    """Those who can be posted at all: active, and nothing but dealer or what acts where a posting says."""
    others = [code for code in RANKED if code not in ("dealer", *postings.POSTED)]
    found: QuerySet[User] = User.objects.filter(is_active=True, is_superuser=False)
    return found.exclude(groups__name__in=others).prefetch_related("groups").order_by("last_name", "first_name", "pk")


class PostingForm(CommandForm):
    seen_version = None  # type: ignore[assignment]  # it waits for a second person, who looks anew
    user = PersonField(label=gettext_lazy("Person"), queryset=people(), widget=Select)
    post = forms.ChoiceField(label=gettext_lazy("Post"), widget=Select)
    property = forms.ModelChoiceField(
        label=gettext_lazy("Property"), queryset=Property.objects.order_by("code"), widget=Select
    )
    tables = forms.MultipleChoiceField(label=gettext_lazy("Tables"), required=False, widget=CheckboxSelectMultiple)
    pits = forms.MultipleChoiceField(
        label=gettext_lazy("Pits"),
        required=False,
        widget=CheckboxSelectMultiple,
        help_text=gettext_lazy("A pit is every table that stands in it, today and later."),
    )
    begins_at = WallClockField(
        label=gettext_lazy("Begin"),
        required=False,
        help_text=gettext_lazy("By the clocks of the property. Empty: as soon as it is confirmed."),
    )
    ends_at = WallClockField(
        label=gettext_lazy("End"),
        required=False,
        help_text=gettext_lazy("An acting post needs one, at most 31 days off; others may go on until they are ended."),
    )

    note = forms.CharField(
        label=gettext_lazy("Note"), max_length=500, required=False, widget=Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(AskPosting, *args, **kwargs)
        self.now = clock()
        language = get_language() or "vi"
        owners = list(Property.objects.order_by("code"))
        known = {owner.code: postings.places(owner.code) for owner in owners}
        self._codes = {
            code: ({place.table for place in places}, {place.pit for place in places if place.pit})
            for code, places in known.items()
        }
        every = [place for places in known.values() for place in places]
        if len(owners) == 1:
            self.fields["property"].initial = owners[0]
            self.fields["property"].widget = forms.HiddenInput()
        self._field("post").choices = [(code, role_name(code, language)) for code in postings.POSTED]
        self._field("tables").choices = sorted({p.table: f"{p.table} – {p.name or p.table}" for p in every}.items())
        pits = sorted({place.pit for place in every if place.pit})
        self._field("pits").choices = [(pit, pit) for pit in pits]
        if not pits:
            self.fields["pits"].widget = forms.MultipleHiddenInput()

    def _field(self, name: str) -> Any:
        return self.fields[name]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        self._check_post(data)
        owner = data.get("property")
        if owner is not None:
            self._check_places(data, owner)
            self._check_interval(data, owner)
        return data

    def values(self) -> dict[str, Any]:
        return super().values() | {"property": self.cleaned_data["property"].code}

    def _check_post(self, data: dict[str, Any]) -> None:
        user, post = data.get("user"), data.get("post")
        if user and post and not postings.may_be_posted([group.name for group in user.groups.all()], post):
            if post in ACTING:
                self.add_error("post", _("This person holds a higher post, or stands beside the posts."))
            else:
                self.add_error("post", _("The account does not hold this post. Give it the post first."))

    def _check_places(self, data: dict[str, Any], owner: Property) -> None:
        tables, pits = self._codes[owner.code]
        if not data.get("tables") and not data.get("pits") and not {"tables", "pits"} & set(self.errors):
            self.add_error("tables", _("Choose at least one table or pit."))
        for name, there in (("tables", tables), ("pits", pits)):
            chosen = data.get(name) or []
            if not set(chosen) <= there:
                self.add_error(name, _("This property does not have all of them."))
            elif len(chosen) > MOST_PLACES:
                self.add_error(name, _("These are too many: choose pits."))

    def _check_interval(self, data: dict[str, Any], owner: Property) -> None:
        for name in ("begins_at", "ends_at"):
            if data.get(name) is not None:
                data[name] = data[name].replace(tzinfo=owner.zone)
        if {"begins_at", "ends_at"} & set(self.errors):
            return
        begins = data.get("begins_at") or self.now
        ends = data.get("ends_at")
        if begins < self.now - LATE:
            self.add_error("begins_at", _("A posting cannot have begun more than an hour ago."))
        acting = data.get("post") in ACTING
        if ends is None:
            if acting:
                self.add_error("ends_at", _("An acting post needs an end."))
        elif ends <= max(begins, self.now):
            self.add_error("ends_at", _("The end must come after the begin, and after now."))
        elif acting and ends - begins > LONGEST_ACTING:
            self.add_error("ends_at", _("An acting post lasts 31 days at most."))
