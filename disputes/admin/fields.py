"""Fields of the forms on cases: amounts as people write them, moments by the property's clocks, big choices.

Proved by ``tests/disputes/admin/doing/test_fields.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.core.money import MAX_MINOR, currency_name, format_number, minor_digits
from casino.core.text import Text

LONGEST_WORDS: Final = 10_000
LONGEST_AMOUNT: Final = 40
CODE: Final = r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}\Z"
"""A code of a person or place, as events hold it."""

_GROUPS: Final = re.compile(r"[0-9]+|[0-9]{1,3}(?P<mark>[ .,'])[0-9]{3}(?:(?P=mark)[0-9]{3})*")
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?P<mark>[.,])[0-9]{3}(?:(?P=mark)[0-9]{3})*")
_MARKS: Final = re.compile(r"[.,]")
_BLANKS: Final = str.maketrans(dict.fromkeys("\t\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}", " "))


class NoAmount(ValueError):
    """It does not read as an amount of this currency."""


def read_amount(written: str, currency: str) -> int:
    """An amount as people write it, in the smallest unit: "500000", "500.000", "500,000", "500 000 VND". A mark before
    the last digits, no more than the currency has places, is the decimal mark. Where three places and a group of three
    look alike ("1.234 KWD"), only the decimal mark of the page's language is read as one, and the other is refused: one
    dinar and a thousand are too far apart to guess. Raises NoAmount."""
    plain = written.translate(_BLANKS).strip()
    for ending in (currency_name(currency, _language()), currency, currency.lower(), "₫", "đ"):
        plain = plain.removesuffix(ending).strip()
    digits = minor_digits(currency)
    rest = ""
    decimal = re.fullmatch(rf"(.*[0-9])([.,])([0-9]{{1,{digits}}})", plain) if digits else None
    if decimal is not None and _GROUPED.fullmatch(plain):
        if len(_MARKS.findall(plain)) > 1:
            decimal = None  # "1.234.567" groups: no decimal mark stands twice
        elif decimal[2] != _decimal_mark():
            raise NoAmount(written)
    if decimal is not None:
        plain, rest = decimal[1], decimal[3]
    if not _GROUPS.fullmatch(plain):
        raise NoAmount(written)
    return int(re.sub(r"[^0-9]", "", plain) + rest.ljust(digits, "0"))


def _language() -> str:
    return get_language() or "vi"


def _decimal_mark() -> str:
    """As :func:`write_amount` writes it."""
    return "." if _language().startswith("en") else ","


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
        name = currency_name(currency, _language())
        if name != currency:
            told = _("In %(currency)s.") % {"currency": name}
            self.help_text = f"{self.help_text} {told}".strip()

    def to_python(self, value: Any) -> Any:
        written = str(value or "").strip()
        if not written:
            return None
        try:
            amount = read_amount(written[:LONGEST_AMOUNT], self.currency)
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

    template_name = "disputes/do/cards.html"


class RowCards(Cards):
    """One of a few that take a line each."""

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        return {**super().get_context(name, value, attrs), "rows": True}


class CheckCards(forms.CheckboxSelectMultiple):
    """Several of a few that take a line each."""

    template_name = "disputes/do/cards.html"

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


def unsaid(field: Any) -> None:
    """A field that may stay empty only sometimes: its label does not say that it is optional."""
    field.unsaid = True


def select(**attributes: Any) -> forms.Select:
    """A drop-down of the house's looks."""
    return forms.Select(attrs={"class": "tp-input", **attributes})


def line(**attributes: Any) -> forms.TextInput:
    """A line to write in."""
    return forms.TextInput(attrs={"class": "tp-input", **attributes})
