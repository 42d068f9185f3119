"""The forms of the library: a document with its first version, a further version, withdrawing one.

Each carries an id by which a second click is known to be the same command. What the domain refuses is said at its
field. Proved by ``tests/disputes/library/test_pages.py``.
"""

from __future__ import annotations

from typing import Any, Final
from uuid import uuid4

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.console.theme import FileInput
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.text import Text
from casino.ledger.models import Property
from disputes.library.documents import NewVersion
from disputes.library.event_words import CLAUSES, KINDS
from disputes.library.service import CODE, AddDocument, AddVersion, Upload, WithdrawVersion
from games.admin.on_duty import reason_field
from games.words import shared

MISTAKE: Final = "mistake"
ENDED: Final = "ended"

_FIELDS: Final = {"document": "code", "name": "file"}
"""Fields of the domain's problems that the forms call otherwise."""


def said(text: Text) -> str:
    return text.in_language(get_language() or "vi")


def _text(label: Any, longest: int, *, required: bool = True, help_text: Any = "", rows: int = 0) -> forms.CharField:
    attributes: dict[str, Any] = {"class": "tp-input", "autocomplete": "off"}
    widget = forms.Textarea({**attributes, "rows": rows}) if rows else forms.TextInput(attributes)
    return forms.CharField(label=label, max_length=longest, required=required, help_text=help_text, widget=widget)


def _day(label: Any, *, required: bool = True, help_text: Any = "") -> forms.DateField:
    widget = forms.DateInput({"class": "tp-input", "type": "date"}, format="%Y-%m-%d")
    return forms.DateField(
        label=label, required=required, help_text=help_text, widget=widget, input_formats=["%Y-%m-%d"]
    )


class LibraryForm(forms.Form):
    """What every command says besides."""

    command_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def blame(self, problem: Problem) -> None:
        """Say a problem at the field it names, or for the whole form."""
        name = _FIELDS.get(problem.field or "", problem.field)
        self.add_error(name if name in self.fields else None, problem.in_language(get_language() or "vi"))


class VersionForm(LibraryForm):
    """A version: its label, its days, and where it can be read."""

    version = forms.RegexField(
        r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}\Z",
        label=gettext_lazy("Label of the version"),
        help_text=gettext_lazy("As decisions will cite it: 2026-01, 3.2. Letters, digits and . _ : -"),
        widget=forms.TextInput({"class": "tp-input", "autocomplete": "off"}),
    )
    number = _text(gettext_lazy("Number printed on it"), 100, required=False)
    valid_from = _day(gettext_lazy("In force from"))
    valid_to = _day(
        gettext_lazy("Last day"),
        required=False,
        help_text=gettext_lazy("Empty: until another version follows."),
    )
    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        widget=FileInput({"class": "tp-input"}),
        help_text=gettext_lazy("Checked by its content. Kept unencrypted, with its hash: no document about players."),
    )
    citation = _text(
        gettext_lazy("Where it can be read"),
        1000,
        required=False,
        rows=2,
        help_text=gettext_lazy("For a law its gazette, for a binder its shelf. A file, this, or a link is needed."),
    )
    link = forms.URLField(
        label=gettext_lazy("Link"),
        required=False,
        max_length=2000,
        assume_scheme="https",
        widget=forms.URLInput({"class": "tp-input", "autocomplete": "off"}),
    )
    seen_version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def clean_file(self) -> Any:
        given = self.cleaned_data["file"]
        if given is not None and given.size > settings.ATTACHMENT_MAX_BYTES:
            problem = Problem("attachment_too_large", "file", size=given.size, limit=settings.ATTACHMENT_MAX_BYTES)
            raise forms.ValidationError(problem.in_language(get_language() or "vi"))
        return given

    @property
    def asked(self) -> NewVersion:
        data = self.cleaned_data
        return NewVersion(
            version=data["version"],
            valid_from=data["valid_from"],
            valid_to=data["valid_to"],
            number=data["number"],
            citation=data["citation"],
            link=data["link"],
        )

    @property
    def upload(self) -> Upload | None:
        """Read from its beginning, as often as it is asked for."""
        given = self.cleaned_data["file"]
        if given is None:
            return None
        given.seek(0)
        return Upload(name=given.name, data=given.read())

    def command(self) -> Command:
        return AddVersion(new=self.asked, file=self.upload)


class DocumentForm(VersionForm):
    """A document with its first version."""

    property = forms.ModelChoiceField(
        label=gettext_lazy("Property"),
        queryset=Property.objects.order_by("code"),
        to_field_name="code",
        widget=forms.Select({"class": "tp-input"}),
    )
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), widget=forms.Select({"class": "tp-input"}))
    code = forms.RegexField(
        rf"^{CODE.pattern}\Z",
        label=gettext_lazy("Code of the document"),
        help_text=gettext_lazy("Short and for good, as SOP-ROULETTE. Letters, digits and . _ -"),
        widget=forms.TextInput({"class": "tp-input", "autocomplete": "off"}),
    )
    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        required=False,
        widget=forms.Select({"class": "tp-input"}),
        help_text=gettext_lazy("Only where it concerns one game alone."),
    )
    title_vi = _text(gettext_lazy("Title (Vietnamese)"), 300)
    title_en = _text(gettext_lazy("Title (English)"), 300)
    field_order = ("property", "kind", "code", "title_vi", "title_en", "game")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["seen_version"]
        kinds = [(code, f"{said(name)} ({CLAUSES[code]})") for code, name in KINDS.items()]
        self._field("kind").choices = kinds
        self._field("game").choices = [("", "–"), *((code, said(name)) for code, name in shared.GAMES.items())]
        owners = list(Property.objects.order_by("code"))
        if len(owners) == 1:
            self.fields["property"].initial = owners[0].code
            self.fields["property"].widget = forms.HiddenInput()

    def _field(self, name: str) -> Any:
        return self.fields[name]

    def command(self) -> Command:
        data = self.cleaned_data
        return AddDocument(
            kind=data["kind"],
            title_vi=data["title_vi"],
            title_en=data["title_en"],
            game=data["game"] or None,
            new=self.asked,
            file=self.upload,
        )


class WithdrawForm(LibraryForm):
    """Whether the version stood here by mistake, or applied up to a day; and why."""

    how = forms.ChoiceField(
        label=gettext_lazy("Did it ever apply?"),
        choices=[
            (ENDED, gettext_lazy("It applied, up to a last day")),
            (MISTAKE, gettext_lazy("It was entered by mistake and never applied")),
        ],
        initial=ENDED,
        widget=forms.Select({"class": "tp-input"}),
    )
    in_force_to = _day(gettext_lazy("Last day"), required=False, help_text=gettext_lazy("Not for a mistake."))
    reason = reason_field()
    seen_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("how") == ENDED and not data.get("in_force_to") and "in_force_to" not in self.errors:
            self.add_error("in_force_to", _("Say the last day."))
        if data.get("how") == MISTAKE:
            data["in_force_to"] = None
        return data

    def command(self, version: str) -> Command:
        data = self.cleaned_data
        return WithdrawVersion(version=version, reason=data["reason"], in_force_to=data["in_force_to"])
