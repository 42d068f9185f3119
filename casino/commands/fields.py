"""Fields of the forms on cases: amounts as people write them, moments by the property's clocks, big choices.

Proved by ``tests/disputes/admin/doing/test_fields.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.core.money import MAX_MINOR, NoAmount, currency_name, format_number, minor_digits, read_amount
from casino.core.text import Text

LONGEST_WORDS: Final = 10_000
LONGEST_AMOUNT: Final = 40
CODE: Final = r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}\Z"
"""A code of a person or place, as events hold it."""


def _language() -> str:
    return get_language() or "vi"


def write_amount(amount_minor: int | None, currency: str) -> str:
    """An amount for a field: with the thousands apart, without the currency."""
    if amount_minor is None:
        return ""
    return format_number(amount_minor, currency, _language())


class AmountField(forms.Field):
    """An amount above zero (or from ``low``) of the currency that the form gives it; the value in the smallest unit."""

    currency = "VND"

    def __init__(self, *, low: int = 1, **options: Any) -> None:
        self.low = low
        attributes = {
            "class": "tp-input tp-input-amount",
            "inputmode": "decimal",
            "autocomplete": "off",
            "maxlength": LONGEST_AMOUNT,
        }
        super().__init__(widget=forms.TextInput(attrs=attributes), **options)

    def use(self, currency: str) -> None:
        """Take amounts of this currency; of one whose decimal places nobody knows, in its smallest unit, and say so."""
        self.currency = currency
        places = minor_digits(currency)
        self.widget.attrs["data-places"] = str(places)
        self.widget.attrs["inputmode"] = "decimal" if places else "numeric"
        name = currency_name(currency, _language())
        if name != currency:
            told = _("In %(currency)s.") % {"currency": name}
            self.help_text = f"{self.help_text} {told}".strip()

    def to_python(self, value: Any) -> Any:
        written = str(value or "").strip()
        if not written:
            return None
        try:
            amount = read_amount(written[:LONGEST_AMOUNT], self.currency, _language())
        except NoAmount:
            example = write_amount(500_000 * 10 ** minor_digits(self.currency), self.currency)
            raise ValidationError(_("Write an amount with digits, like %(example)s.") % {"example": example}) from None
        if not self.low <= amount <= MAX_MINOR:
            raise ValidationError(_("This amount is too small or too large."))
        return amount

    def prepare_value(self, value: Any) -> Any:
        return write_amount(value, self.currency) if isinstance(value, int) else value


class MomentField(forms.DateTimeField):
    """A date and time as the property's clocks show it; the form gives the time zone."""

    zone: ZoneInfo = ZoneInfo("UTC")

    def __init__(self, *, seconds: bool = False, **options: Any) -> None:
        self.seconds = seconds
        attributes: dict[str, Any] = {"type": "datetime-local", "class": "tp-input"}
        if seconds:
            attributes["step"] = "1"
        widget = forms.TextInput(attrs=attributes)
        super().__init__(widget=widget, input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"], **options)

    def to_python(self, value: Any) -> datetime | None:
        with timezone.override(UTC):
            found = super().to_python(value)
        try:
            return None if found is None else found.replace(tzinfo=self.zone).astimezone(UTC)
        except OverflowError:  # before the first or after the last moment that UTC has
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, datetime):
            return value.astimezone(self.zone).strftime("%Y-%m-%dT%H:%M:%S" if self.seconds else "%Y-%m-%dT%H:%M")
        return value


class WordsField(forms.CharField):
    """Free text, which will be kept sealed."""

    def __init__(self, *, rows: int = 4, **options: Any) -> None:
        options.setdefault("max_length", LONGEST_WORDS)
        widget = forms.Textarea(attrs={"rows": rows, "class": "tp-input"})
        super().__init__(widget=widget, **options)


class CodeField(forms.RegexField):
    """A code of a person of the house or of a player at the table; those of the page's list ``listed`` are offered
    while typing."""

    def __init__(self, *, listed: str = "", **options: Any) -> None:
        attributes = {"class": "tp-input", "autocomplete": "off", "autocapitalize": "off"}
        widget = forms.TextInput(attrs={**attributes, **({"list": listed} if listed else {})})
        messages = {"invalid": gettext_lazy("Letters, digits and . _ : - only, 64 characters at most.")}
        super().__init__(CODE, widget=widget, error_messages=messages, max_length=64, **options)


class Cards(forms.RadioSelect):
    """One of a few, each a large target."""

    template_name = "commands/cards.html"


class RowCards(Cards):
    """One of a few that take a line each."""

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        return {**super().get_context(name, value, attrs), "rows": True}


class CheckCards(forms.CheckboxSelectMultiple):
    """Several of a few that take a line each."""

    template_name = "commands/cards.html"

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        return {**super().get_context(name, value, attrs), "rows": True}


class CardsField(forms.ChoiceField):
    """One of a few codes with words in both languages."""

    def __init__(self, words: Iterable[tuple[str, Text]] = (), **options: Any) -> None:
        self._words = list(words)
        super().__init__(widget=Cards(), **options)

    def speak(self) -> None:
        """Put the choices into the language of the page (forms call it when they are made), unless the form offers
        others."""
        if self._words and not self.choices:
            self.choices = [(code, capital(text)) for code, text in self._words]


def said(text: Text) -> str:
    """A text in the language of the page."""
    return text.in_language(get_language() or "vi")


def capital(text: Text | str) -> str:
    """A text in the language of the page, beginning with a capital."""
    words = said(text) if isinstance(text, Text) else text
    return words[:1].upper() + words[1:]


def wrong_fields(form: forms.BaseForm) -> list[tuple[str, str, str]]:
    """What does not fit, field by field, for the head of the page: where it stands, its label, and the first error."""
    found = []
    for name in form.fields:
        field = form[name]
        if field.errors and not field.is_hidden:
            place = f"{field.auto_id}_field" if field.use_fieldset else field.id_for_label
            found.append((place, str(field.label), str(field.errors[0])))
    return found


def unsaid(field: Any) -> None:
    """A field that may stay empty only sometimes: its label does not say that it is optional."""
    field.unsaid = True


def select(**attributes: Any) -> forms.Select:
    """A drop-down of the house's looks."""
    return forms.Select(attrs={"class": "tp-input", **attributes})


def line(**attributes: Any) -> forms.TextInput:
    """A line to write in."""
    return forms.TextInput(attrs={"class": "tp-input", **attributes})
