"""What the events of a property's settings are called and say, in both languages. Proved by ``tests/words``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from casino.core.currencies import PLACES
from casino.core.house_settings import SETTINGS, Value
from casino.core.messages import Catalogue
from casino.core.money import format_minor
from casino.core.posts import role_words
from casino.core.text import Text
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
        said = [Text(format_minor(minor, code, "vi"), format_minor(minor, code, "en")) for code, minor in known]
        none = Text("không có", "none")
        return Text("; ".join(each.vi for each in said) or none.vi, "; ".join(each.en for each in said) or none.en)
    unit = SETTINGS[name].unit if name in SETTINGS else Text("", "")
    return Text(f"{value} {unit.vi}".strip(), f"{value} {unit.en}".strip())


def _by(person: f.Decider) -> Text:
    post = role_words(person.post)
    return Text(f"{post.vi} {person.staff}", f"{post.en} {person.staff}")


def _from(moment: datetime | None) -> Text:
    if moment is None:
        return Text("ngay khi được xác nhận", "once it is confirmed")
    said = f"{moment:%Y-%m-%d %H:%M} UTC"
    return Text(f"từ {said}", f"from {said}")


def _begun(fact: f.Begun) -> Text:
    return Text(f"{len(fact.values)} giá trị ban đầu.", f"{len(fact.values)} first values.")


def _asked(fact: f.Asked) -> Text:
    value, since, by = value_text(fact.setting, fact.value), _from(fact.effective_from), _by(fact.asked_by)
    return Text("{title}: {value}, {since}; {by} đề nghị.", "{title}: {value}, {since}; asked for by {by}.").format(
        title=title_of(fact.setting), value=value, since=since, by=by
    )


def _set(fact: f.Set) -> Text:
    values = {
        "title": title_of(fact.setting),
        "before": value_text(fact.setting, fact.before),
        "value": value_text(fact.setting, fact.value),
        "since": _from(fact.effective_from),
        "by": _by(fact.asked_by),
    }
    if fact.confirmed_by is None:
        one = Text("{title}: {before} → {value}, {since}; {by}.", "{title}: {before} → {value}, {since}; {by}.")
        return one.format(**values)
    two = Text(
        "{title}: {before} → {value}, {since}; {by} đề nghị, {second} xác nhận.",
        "{title}: {before} → {value}, {since}; asked for by {by}, confirmed by {second}.",
    )
    return two.format(**values, second=_by(fact.confirmed_by))


def _refused(fact: f.Refused) -> Text:
    by = _by(fact.refused_by)
    return Text(f"{by.vi} không xác nhận.", f"{by.en} did not confirm it.")


def _withdrawn(fact: f.Withdrawn) -> Text:
    by = _by(fact.withdrawn_by)
    return Text(f"{by.vi} rút lại.", f"{by.en} took it back.")


SENTENCES: Final[dict[str, Callable[[Any], Text]]] = {
    "begun": _begun,
    "asked": _asked,
    "set": _set,
    "refused": _refused,
    "withdrawn": _withdrawn,
}
"""Name after ``settings.`` -> what an event says."""
