"""What the events of a property's settings are called and say, in both languages. Proved by ``tests/words``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from casino.core.currencies import PLACES
from casino.core.house_settings import SETTINGS, Value
from casino.core.messages import Catalogue
from casino.core.money import amount
from casino.core.posts import role_words
from casino.core.text import Text, joined, shaped
from casino.house import facts as f

_WORDS: Final = Catalogue(__file__)

LABELS: Final = _WORDS.table("labels")
"""Name after ``settings.`` -> what it is called."""


def title_of(name: str) -> Text:
    """What a setting is called; its code for one of a newer program."""
    return SETTINGS[name].title if name in SETTINGS else Text(name, name)


def value_text(name: str, value: Value) -> Text:
    """A value with its unit."""
    if isinstance(value, dict):
        known = sorted((code, minor) for code, minor in value.items() if code in PLACES)
        said = [amount(minor, code) for code, minor in known]
        return joined(said, "; ") if said else _WORDS.text("none")
    unit = SETTINGS[name].unit if name in SETTINGS else Text("", "")
    return unit.turned(lambda named: f"{value} {named}".strip())


def _by(person: f.Decider) -> Text:
    post = role_words(person.post)
    return shaped("{post} {staff}", post=post, staff=person.staff)


def _from(moment: datetime | None) -> Text:
    if moment is None:
        return _WORDS.text("once-it-is-confirmed")
    said = f"{moment:%Y-%m-%d %H:%M} UTC"
    return _WORDS.text("from-said", said=said)


def _begun(fact: f.Begun) -> Text:
    return _WORDS.text("len-first-values", len=len(fact.values))


def _asked(fact: f.Asked) -> Text:
    value, since, by = value_text(fact.setting, fact.value), _from(fact.effective_from), _by(fact.asked_by)
    return _WORDS.text("title-value-since-asked-for", title=title_of(fact.setting), value=value, since=since, by=by)


def _set(fact: f.Set) -> Text:
    values = {
        "title": title_of(fact.setting),
        "before": value_text(fact.setting, fact.before),
        "value": value_text(fact.setting, fact.value),
        "since": _from(fact.effective_from),
        "by": _by(fact.asked_by),
    }
    if fact.confirmed_by is None:
        return shaped("{title}: {before} → {value}, {since}; {by}.", **values)
    return _WORDS.text("title-before-value-since-asked", **values, second=_by(fact.confirmed_by))


def _refused(fact: f.Refused) -> Text:
    by = _by(fact.refused_by)
    return _WORDS.text("by-did-not-confirm-it", by=by)


def _withdrawn(fact: f.Withdrawn) -> Text:
    by = _by(fact.withdrawn_by)
    return _WORDS.text("by-took-it-back", by=by)


SENTENCES: Final[dict[str, Callable[[Any], Text]]] = {
    "begun": _begun,
    "asked": _asked,
    "set": _set,
    "refused": _refused,
    "withdrawn": _withdrawn,
}
"""Name after ``settings.`` -> what an event says."""
