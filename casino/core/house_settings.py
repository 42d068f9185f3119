"""What a property sets for itself, declared once: names, words, units, types, defaults, and who may set each.

Pure data. The record says what is in force from when (``casino.house``); the environment gives first values only. A
reader names a setting by its code here. Proved by ``tests/house/test_declared.py``: each is documented and read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, get_args
from zoneinfo import available_timezones

import msgspec

from casino.core.currencies import PLACES, check_currency
from casino.core.errors import ERRORS, Problem
from casino.core.messages import Catalogue
from casino.core.posts import Post
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)

Value = dict[str, int] | int | str
ActingPays = Literal["owed", "limit", "nothing"]
Kind = Literal["amounts", "number", "text", "choice", "zone", "currency", "streams"]

ERRORS.register_all(
    {
        "setting_unknown": 404,
        "setting_value": 422,
    }
)

MINUTES: Final = _WORDS.text("minutes")
HOURS: Final = _WORDS.text("hours")
DAYS: Final = _WORDS.text("days")
YEARS: Final = _WORDS.text("years")
MONEY: Final = _WORDS.text("money")
NONE: Final = Text("", "")


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """One thing a property sets. Amounts are by currency, in its smallest unit; a currency that is not named has the
    amount 0. ``lowest`` is the post that may set it, or any above; ``second``: another such person confirms.
    ``variable`` is the environment variable of its first value, empty for what the property's row begins with."""

    name: str
    title: Text
    about: Text
    kind: Kind
    default: Value
    unit: Text = NONE
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    lowest: Post = Post.DIRECTOR_OF_TABLE_GAMES
    second: bool = True
    variable: str = ""


def _amounts(name: str, title: Text, about: Text, vnd: int) -> Setting:
    return Setting(
        name=name, title=title, about=about, kind="amounts", default={"VND": vnd}, unit=MONEY, variable=name.upper()
    )


def _span(name: str, unit: Text, default: int, title: Text, about: Text, *, second: bool = True) -> Setting:
    return Setting(
        name=name,
        title=title,
        about=about,
        kind="number",
        default=default,
        unit=unit,
        least=1,
        most=100_000,
        second=second,
        variable=name.upper(),
    )


_MONEY: Final = (
    _amounts(
        "dispute_table_limit",
        _WORDS.text("money--dispute_table_limit"),
        _WORDS.text("money--dispute_table_limit--an-offer-above-this-is"),
        5_000_000,
    ),
    _amounts(
        "dispute_confirm_above",
        _WORDS.text("money--dispute_confirm_above"),
        _WORDS.text("money--dispute_confirm_above--a-decision-above-this-is"),
        10_000_000,
    ),
    _amounts(
        "dismissal_alone",
        _WORDS.text("money--dismissal_alone"),
        _WORDS.text("money--dismissal_alone--a-finding-with-an-amount"),
        1_000_000,
    ),
    _amounts(
        "beyond_alone",
        _WORDS.text("money--beyond_alone"),
        _WORDS.text("money--beyond_alone--money-beyond-what-the-rules"),
        500_000,
    ),
    _amounts(
        "reason_sentence_above",
        _WORDS.text("money--reason_sentence_above"),
        _WORDS.text("money--reason_sentence_above--up-to-this-a-chosen"),
        500_000,
    ),
    _amounts(
        "handover_other_above",
        _WORDS.text("money--handover_other_above"),
        _WORDS.text("money--handover_other_above--above-this-another-person-than"),
        1_000_000,
    ),
    _amounts(
        "notify_sum_above",
        _WORDS.text("money--notify_sum_above"),
        _WORDS.text("money--notify_sum_above--of-sums-paid-alone-at"),
        20_000_000,
    ),
    Setting(
        name="acting_pays_alone",
        title=_WORDS.text("money--title"),
        about=_WORDS.text("money--about"),
        kind="choice",
        default="owed",
        choices=get_args(ActingPays),
        variable="ACTING_PAYS_ALONE",
    ),
    _span(
        "alone_hours",
        HOURS,
        24,
        _WORDS.text("money--alone_hours"),
        _WORDS.text("money--alone_hours--what-a-person-did-alone"),
    ),
)

_TERMS: Final = (
    _span(
        "dispute_at_table_minutes",
        MINUTES,
        30,
        _WORDS.text("terms--dispute_at_table_minutes"),
        _WORDS.text("terms--dispute_at_table_minutes--how-long-a-complaint-may"),
    ),
    _span(
        "dispute_first_word_minutes",
        MINUTES,
        60,
        _WORDS.text("terms--dispute_first_word_minutes"),
        _WORDS.text("terms--dispute_first_word_minutes--how-long-until-the-player"),
    ),
    _span(
        "dispute_look_again_hours",
        HOURS,
        24,
        _WORDS.text("terms--dispute_look_again_hours"),
        _WORDS.text("terms--dispute_look_again_hours--where-no-time-can-be"),
    ),
    _span(
        "dispute_acknowledge_minutes",
        MINUTES,
        30,
        _WORDS.text("terms--dispute_acknowledge_minutes"),
        _WORDS.text("terms--dispute_acknowledge_minutes--how-long-a-notice-may"),
    ),
    _span(
        "dispute_footage_hours",
        HOURS,
        24,
        _WORDS.text("terms--dispute_footage_hours"),
        _WORDS.text("terms--dispute_footage_hours--how-long-a-request-for"),
    ),
    _span(
        "dispute_confirmation_hours",
        HOURS,
        24,
        _WORDS.text("terms--dispute_confirmation_hours"),
        _WORDS.text("terms--dispute_confirmation_hours--how-long-the-confirmation-of"),
    ),
    _span(
        "dispute_answer_days",
        DAYS,
        7,
        _WORDS.text("terms--dispute_answer_days"),
        _WORDS.text("terms--dispute_answer_days--how-long-the-players-answer"),
    ),
    _span(
        "dispute_inform_hours",
        HOURS,
        24,
        _WORDS.text("terms--dispute_inform_hours"),
        _WORDS.text("terms--dispute_inform_hours--how-long-informing-of-the"),
    ),
    _span(
        "dispute_complaint_days",
        DAYS,
        30,
        _WORDS.text("terms--dispute_complaint_days"),
        _WORDS.text("terms--dispute_complaint_days--the-term-for-filing-from"),
    ),
    _span(
        "dispute_senior_days",
        DAYS,
        10,
        _WORDS.text("terms--dispute_senior_days"),
        _WORDS.text("terms--dispute_senior_days--how-long-senior-management-may"),
    ),
    _span(
        "dispute_closing_days",
        DAYS,
        3,
        _WORDS.text("terms--dispute_closing_days"),
        _WORDS.text("terms--dispute_closing_days--how-long-the-decision-may"),
    ),
    _span(
        "dispute_remind_minutes",
        MINUTES,
        15,
        _WORDS.text("terms--dispute_remind_minutes"),
        _WORDS.text("terms--dispute_remind_minutes--how-long-before-a-clock"),
        second=False,
    ),
    _span(
        "money_out_days",
        DAYS,
        7,
        _WORDS.text("terms--money_out_days"),
        _WORDS.text("terms--money_out_days--money-decided-and-neither-handed"),
        second=False,
    ),
    _span(
        "dispute_record_years",
        YEARS,
        5,
        _WORDS.text("terms--dispute_record_years"),
        _WORDS.text("terms--dispute_record_years--how-long-records-are-kept"),
    ),
)

_HOUSE: Final = (
    Setting(
        name="name_vi",
        title=_WORDS.text("house--title"),
        about=_WORDS.text("house--about"),
        kind="text",
        default="",
        second=False,
    ),
    Setting(
        name="name_en",
        title=_WORDS.text("house--title--name-of-the-property-english"),
        about=_WORDS.text("house--about--its-name-on-pages-and"),
        kind="text",
        default="",
        second=False,
    ),
    Setting(
        name="time_zone",
        title=_WORDS.text("house--title--time-zone"),
        about=_WORDS.text("house--about--the-zone-in-which-gaming"),
        kind="zone",
        default="Asia/Ho_Chi_Minh",
    ),
    Setting(
        name="gaming_day_starts",
        title=_WORDS.text("house--title--gaming-day-starts-at"),
        about=_WORDS.text("house--about--the-hour-at-which-a"),
        kind="number",
        default=6,
        unit=_WORDS.text("house--unit"),
        most=23,
    ),
    Setting(
        name="currency",
        title=_WORDS.text("house--title--currency"),
        about=_WORDS.text("house--about--the-currency-of-tables-that"),
        kind="currency",
        default="VND",
    ),
    Setting(
        name="pass_over",
        title=_WORDS.text("house--title--events-that-may-be-passed"),
        about=_WORDS.text("house--about--which-follower-may-pass-over"),
        kind="streams",
        default="",
        lowest=Post.SHIFT_MANAGER,
    ),
)

_LETTERS: Final = tuple(
    Setting(
        name=f"address_{language}",
        title=title,
        about=_WORDS.text("letters--about"),
        kind="text",
        default="",
        second=False,
        variable=f"ADDRESS_{language.upper()}",
    )
    for language, title in (
        ("vi", _WORDS.text("letters--vi")),
        ("en", _WORDS.text("letters--en")),
    )
)

SETTINGS: Final[Mapping[str, Setting]] = {each.name: each for each in (*_MONEY, *_TERMS, *_HOUSE, *_LETTERS)}
"""Every setting of a property by its name."""
OF_THE_ROW: Final = tuple(each.name for each in _HOUSE)
"""What the property's own row begins with and shows."""


def setting(name: str) -> Setting:
    """The setting of this name. Problem ``setting_unknown``."""
    found = SETTINGS.get(name)
    if found is None:
        raise Problem("setting_unknown", "setting", setting=name)
    return found


def default_number(name: str) -> int:
    """The default of a setting that is a number."""
    value = SETTINGS[name].default
    assert isinstance(value, int)
    return value


def default_amounts(name: str) -> dict[str, int]:
    """The default of a setting that is amounts by currency."""
    value = SETTINGS[name].default
    assert isinstance(value, dict)
    return dict(value)


def check(name: str, value: Value) -> Value:
    """The value as it may be recorded. Problems: setting_unknown, setting_value, unknown_currency."""
    said = setting(name)
    why = _FITS[said.kind](said, value)
    if why is not None:
        raise Problem("setting_value", "value", setting=name, why=why)
    return value


def _amounts_fit(_said: Setting, value: Value) -> Text | None:
    if isinstance(value, dict) and all(code in PLACES and type(n) is int and n >= 0 for code, n in value.items()):
        return None
    return _WORDS.text("amounts-by-currency-are-needed")


def _number_fits(said: Setting, value: Value) -> Text | None:
    if type(value) is int and said.least <= value <= said.most:
        return None
    span = f"{said.least} – {said.most}"
    return _WORDS.text("a-whole-number-span-is", span=span)


def _text_fits(_said: Setting, value: Value) -> Text | None:
    if isinstance(value, str) and value.strip() and len(value) <= 200 and value.isprintable():
        return None
    return _WORDS.text("n-1-to-200-characters-are")


def _choice_fits(said: Setting, value: Value) -> Text | None:
    if value in said.choices:
        return None
    listed = ", ".join(said.choices)
    return _WORDS.text("one-of-these-is-needed", listed=listed)


def _zone_fits(_said: Setting, value: Value) -> Text | None:
    if value in available_timezones():
        return None
    return _WORDS.text("there-is-no-time-zone")


def may_pass_over(value: str) -> dict[str, tuple[str, ...]]:
    """The streams by the follower that may pass over events of theirs, as the setting ``pass_over`` lists them."""
    found: dict[str, tuple[str, ...]] = {}
    for each in value.split(", ") if value not in ("", "-") else ():
        follower, _, stream = each.partition(" ")
        found[follower] = (*found.get(follower, ()), stream)
    return found


_PASSED: Final = re.compile(r"-|[a-z_]{1,30} [^ ,]{1,120}/[^ ,]{1,120}(, [a-z_]{1,30} [^ ,]{1,120}/[^ ,]{1,120})*")


def _streams_fit(_said: Setting, value: Value) -> Text | None:
    if isinstance(value, str) and len(value) <= 200 and value.isprintable() and _PASSED.fullmatch(value):
        return None
    return _WORDS.text("a-follower-and-a-stream")


def _currency_fits(_said: Setting, value: Value) -> Text | None:
    check_currency(str(value), "value")
    return None


_FITS: Final = {
    "amounts": _amounts_fit,
    "number": _number_fits,
    "text": _text_fits,
    "choice": _choice_fits,
    "zone": _zone_fits,
    "currency": _currency_fits,
    "streams": _streams_fit,
}
