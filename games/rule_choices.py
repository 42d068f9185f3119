"""The choices that a document leaves to the house, as somebody makes them: each by name, none as it was brought. Pure.

What is put in force is the document's text with the choices written into it, so that whoever judges by the record
needs nothing else (ADR 127). Proved by ``tests/rules/test_rule_choices.py``.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from casino.core.errors import Problem, add
from casino.core.text import Text
from games.engine import rules
from games.engine.document import Choice
from games.engine.sentences import say
from games.studies.fields import Field, fields_of, written
from games.studies.words import label, reading

add(
    "rules_choice_missing",
    422,
    vi="Chưa chọn: {choice}.",
    en="No choice was made of: {choice}.",
    about="Whoever puts a document in force makes each of its choices: what was brought with the program is nobody's.",
)
add(
    "rules_choice_wrong",
    422,
    vi="Không thể chọn như vậy: {choice}.",
    en="This cannot be chosen: {choice}.",
    about="A choice that the document does not have, or a value that it does not know for it.",
)
add(
    "rules_approval_missing",
    422,
    vi="Cách đọc khác với đúng chữ của Thể lệ cần số văn bản chấp thuận của cơ quan quản lý: {choice}.",
    en="A reading other than the letter of the document needs the number of the regulator's approval: {choice}.",
    about="A guest may hold the letter of the document against the house; another reading needs an approval.",
)

PLACE: Final = "choices."


def asked_for(text: str) -> list[Field]:
    """What has to be chosen of a document, a field a value."""
    return [field for field in fields_of(text) if field.part == "choices"]


def typed(text: str, said: Mapping[str, str]) -> dict[str, Any]:
    """Choices as a form says them, by place; what is empty was not made. Problem study_value_wrong."""
    return {f.place: f.read(said[f.place]) for f in asked_for(text) if str(said.get(f.place) or "").strip()}


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
        if type(value) is not type(field.present) or (field.options and written(value) not in field.options):
            raise Problem("rules_choice_wrong", place, choice=label(game, field))
        by_choice.setdefault(place.split(".")[1], []).append((field, value))
    changed = {
        name: values for name, values in by_choice.items() if any(value != field.present for field, value in values)
    }
    return _rewritten(text, game, changed) if changed else text


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
    raw = tomllib.loads(text)["choices"]
    lines, name = [], ""
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            name = line.strip().removeprefix(f"[{PLACE}").removesuffix("]") if line.startswith(f"[{PLACE}") else ""
        member = line.partition(" = ")[0]
        if name in changed and member in ("value", "vi", "en"):
            line = f"{member} = {_member(member, game, changed[name], raw[name]['value'])}\n"
        lines.append(line)
    return "".join(lines)


def _member(member: str, game: str, values: list[tuple[Field, Any]], present: Any) -> str:
    if member == "value" and not isinstance(present, Mapping):
        return json.dumps(values[0][1])
    if member == "value":
        parts = {**present, **{field.place.partition(".value.")[2]: value for field, value in values}}
        return "{ " + ", ".join(f"{key} = {json.dumps(each)}" for key, each in parts.items()) + " }"
    said = [say("{what}: {how}", "{what}: {how}", what=label(game, f), how=reading(game, value)) for f, value in values]
    sentence = "; ".join(each.vi if member == "vi" else each.en for each in said)
    return json.dumps(f"{sentence[:1].upper()}{sentence[1:]}.", ensure_ascii=False)
