"""The choices that a document leaves to the house, as somebody makes them: each by name, none as it was brought. Pure.

What is put in force is the document's text with the choices written into it, so that whoever judges by the record
needs nothing else (ADR 127). Proved by ``tests/rules/test_rule_choices.py``.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from casino.core.errors import ERRORS, Problem
from casino.core.text import Text, shaped
from games import catalogue
from games.engine import rules
from games.engine.document import Choice
from games.engine.unfit import Unfit
from games.judgement.study_fields import Field, fields_of, member_readings, names_tables, written
from games.words.study_words import label, reading

ERRORS.register_all(
    {
        "rules_choice_missing": 422,
        "rules_choice_wrong": 422,
        "rules_approval_missing": 422,
    }
)

PLACE: Final = "choices."
YES_OR_NO: Final = ("true", "false")


@lru_cache(maxsize=64)
def asked_for(text: str) -> tuple[Field, ...]:
    """What has to be chosen of a document, a field a value: of a choice that is a structure each of its members, of one
    that names tables each of their figures. Of what is known in one reading only there is nothing to choose. Read once
    for the same text."""
    raw = tomllib.loads(text)
    fields = fields_of(text)
    found = {field.place: field for field in fields if field.part == "choices"}
    for name, choice in raw.get("choices", {}).items():
        tables = choice["value"] if names_tables(text, name) else []
        made = _figures_of(name, tables, raw, fields) if tables else _members_of(name, choice, text)
        found |= {field.place: field for field in made}
    return tuple(found.values())


def _members_of(name: str, choice: Mapping[str, Any], text: str) -> Iterator[Field]:
    """A field a member of a structure: what holds or not, one reading of several, what belongs to a list."""
    about = Text(choice["vi"], choice["en"])
    left = [(f"{PLACE}{name}.value", choice["value"])]
    while left:
        place, value = left.pop(0)
        if isinstance(value, Mapping):
            left += [(f"{place}.{key}", each) for key, each in value.items()]
        elif isinstance(value, list):
            yield from (Field(f"{place}.{each}", "choices", True, about, YES_OR_NO) for each in value)
        elif place.endswith(".value"):
            continue  # no structure
        elif isinstance(value, bool):
            yield Field(place, "choices", value, about, YES_OR_NO)
        elif isinstance(value, str):
            options = member_readings(text, name, place.rpartition(".")[2], value)
            if len(options) > 1:
                yield Field(place, "choices", value, about, options)


def _figures_of(name: str, tables: list[str], raw: Mapping[str, Any], fields: list[Field]) -> Iterator[Field]:
    """A field a figure of the tables that a choice names; a row is called by its name."""
    for field in fields:
        _tables, table, *way = field.place.split(".")
        if field.part != "tables" or table not in tables:
            continue
        rows = raw["tables"][table]
        if isinstance(rows, list):
            way[0] = rows[int(way[0])]["name"]
        yield Field(".".join((f"{PLACE}{name}", table, *way)), "choices", field.present, field.about, field.options)


def typed(text: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """Choices as a form says them, by place; what is empty was not made. Problem study_value_wrong."""
    given = {place: written(value) for place, value in said.items() if value is not None}
    return {f.place: f.read(given[f.place]) for f in asked_for(text) if given.get(f.place, "").strip()}


def read_all(text: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """As :func:`typed`, of what holds choices alone. Problem rules_choice_wrong for one that the document has not."""
    unknown = sorted(said.keys() - {field.place for field in asked_for(text)})
    if unknown:
        raise Problem("rules_choice_wrong", unknown[0], choice=unknown[0])
    return typed(text, said)


def chosen(text: str, made: Mapping[str, Any]) -> str:
    """A document's text with its choices made, by the places of :func:`asked_for`. Problems rules_choice_missing,
    rules_choice_wrong."""
    game = rules.read(text).game
    fields = {field.place: field for field in asked_for(text)}
    unknown = next((place for place in made if place not in fields), None)
    if unknown is not None:
        raise Problem("rules_choice_wrong", unknown, choice=unknown)
    by_choice: dict[str, list[tuple[Field, Any]]] = {}
    for place, field in fields.items():
        if place not in made:
            raise Problem("rules_choice_missing", place, choice=label(game, field))
        value = made[place]
        known = type(value) is type(field.present) and (not field.options or written(value) in field.options)
        if not known or (not field.options and written(value).startswith("-")):
            raise Problem("rules_choice_wrong", place, choice=label(game, field))
        by_choice.setdefault(place.split(".")[1], []).append((field, value))
    changed = {
        name: values for name, values in by_choice.items() if any(value != field.present for field, value in values)
    }
    if not changed:
        return text
    rewritten = _rewritten(text, game, changed)
    if not _fits(rewritten):
        for name, field, value in ((name, *each) for name, values in changed.items() for each in values):
            if not _fits(_rewritten(text, game, {name: [(field, value)]})):
                raise Problem("rules_choice_wrong", field.place, choice=label(game, field))
    return rewritten


def _fits(text: str) -> bool:
    """Does the game take a document, say of a figure that it is in range?"""
    try:
        catalogue.read(rules.read(text))
    except Unfit:
        return False
    return True


def beyond_the_letter(text: str) -> list[Choice]:
    """The choices of a document that are made otherwise than its letter has it."""
    return [each for each in rules.read(text).choices.values() if each.readings and each.value != each.letter]


def told(text: str) -> list[tuple[Text, Text, bool]]:
    """Every choice of a document as it is made: what it is called, how it is read, and whether that is the letter."""
    game = rules.read(text).game
    by_place = {f"{PLACE}{each.name}.value": each for each in rules.read(text).choices.values()}
    return [
        (
            label(game, field),
            reading(game, field.present),
            field.present == getattr(by_place.get(field.place), "letter", None),
        )
        for field in asked_for(text)
    ]


def choice_words(game: str, choice: Choice) -> Text:
    """What a choice is called."""
    return label(game, Field(f"{PLACE}{choice.name}.value", "choices", choice.value))


def check_approved(text: str, approval: str | None) -> None:
    """Problem rules_approval_missing where a reading goes beyond the letter and no approval is named."""
    beyond = beyond_the_letter(text)
    if beyond and not approval:
        raise Problem("rules_approval_missing", "approval", choice=choice_words(rules.read(text).game, beyond[0]))


def _rewritten(text: str, game: str, changed: Mapping[str, list[tuple[Field, Any]]]) -> str:
    """The text with other values, and sentences that say so: those that were brought speak of others."""
    raw = tomllib.loads(text)
    by_way = {_way(field.place, raw): value for values in changed.values() for field, value in values}
    lines: list[str] = []
    here: tuple[str, ...] = ()
    rows: Counter[str] = Counter()
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            here = tuple(line.strip().strip("[]").split("."))
            if line.startswith("[["):
                rows[here[-1]] += 1
                here = (*here, str(rows[here[-1]] - 1))
        member = line.partition(" = ")[0]
        own = {way[len(here) + 1 :]: value for way, value in by_way.items() if way[: len(here) + 1] == (*here, member)}
        if own:
            line = f"{member} = {_toml(_with(_at(raw, (*here, member)), own))}\n"
        elif here[:1] == ("choices",) and here[-1] in changed and member in ("vi", "en"):
            line = f"{member} = {_sentence(member, game, changed[here[-1]])}\n"
        lines.append(line)
    return "".join(lines)


def _way(place: str, raw: Mapping[str, Any]) -> tuple[str, ...]:
    """Where the text has what stands at a place."""
    _choices, name, first, *rest = place.split(".")
    if first == "value":
        return ("choices", name, first, *rest)
    rows = raw["tables"][first]
    if isinstance(rows, list):
        rest[0] = str(next(number for number, row in enumerate(rows) if row["name"] == rest[0]))
    return ("tables", first, *rest)


def _at(raw: Any, way: Iterable[str]) -> Any:
    for key in way:
        raw = raw[int(key)] if isinstance(raw, list) else raw[key]
    return raw


def _with(present: Any, own: Mapping[tuple[str, ...], Any]) -> Any:
    """A value with what was chosen of it, by the ways inside it."""
    for (first, *rest), value in ((way, value) for way, value in own.items() if way):
        if isinstance(present, list):
            present = [each for each in present if each != first or value]
        else:
            present = {**present, first: _with(present[first], {tuple(rest): value})}
    return own.get((), present)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _sentence(member: str, game: str, values: list[tuple[Field, Any]]) -> str:
    said = [shaped("{what}: {how}", what=label(game, f), how=reading(game, value)) for f, value in values]
    sentence = "; ".join(each.vi if member == "vi" else each.en for each in said)
    return json.dumps(f"{sentence[:1].upper()}{sentence[1:]}.", ensure_ascii=False)
