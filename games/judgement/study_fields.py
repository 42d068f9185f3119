"""What of a rule document may be supposed otherwise: its odds, figures and choices, each with its present value. Pure.

A choice's other readings are those that its document names in the comment above it. Lists and words of a document are
its structure and are not offered. Proved by ``tests/studies/test_fields.py``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from casino.core.errors import ERRORS, Problem
from casino.core.money import Direction, Odds
from casino.core.posts import Post
from casino.core.text import Text

FIGURE: Final = re.compile(r"[0-9]+(\.[0-9]+)?([:/][0-9]+(\.[0-9]+)?)?")
"""A whole or decimal number, odds, a fraction."""
NAMED: Final = re.compile(r'"(\w+)"')
LONGEST: Final = 40

ERRORS.register_all(
    {
        "study_value_wrong": 422,
        "study_odds_wrong": 422,
    }
)


class Field(msgspec.Struct, frozen=True):
    """A value of a document. ``place`` as :func:`games.studies.study.supposed` takes it; ``about`` says what it is,
    where the document has words for it; ``options`` are the only values it may have, where they are known. What people
    call it: ``games.words.study_words``."""

    place: str
    part: str
    present: Any
    about: Text | None = None
    options: tuple[str, ...] = ()
    row: Mapping[str, Any] | None = None
    """The row of a table in which it stands, where the document gives rows no names."""

    @property
    def shown(self) -> str:
        """The present value as it is written."""
        return written(self.present)

    def read(self, text: str) -> Any:
        """A value of the same form. Problem ``study_value_wrong``, of odds ``study_odds_wrong``."""
        text = text.strip()
        wrong = Problem("study_value_wrong", self.place, present=self.shown)
        if len(text) > LONGEST or (self.options and text not in self.options):
            raise wrong
        if isinstance(self.present, bool):
            return text == "true"
        if isinstance(self.present, str):
            if not self.options and not FIGURE.fullmatch(text):
                raise wrong
            return self._odds(text) if ":" in self.present and not self.options else text
        try:
            return int(text) if isinstance(self.present, int) and text.isascii() else float(text)
        except ValueError:
            raise wrong from None

    def _odds(self, text: str) -> str:
        try:
            Odds.parse(text)
        except (ValueError, ArithmeticError):
            raise Problem("study_odds_wrong", self.place, present=self.shown) from None
        return text


def written(value: Any) -> str:
    """A value as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def fields_of(text: str) -> list[Field]:
    """The fields of a document, odds first, then figures, then choices."""
    raw = tomllib.loads(text)
    odds = [Field(f"odds.{kind}", "odds", value) for kind, value in raw.get("odds", {}).items()]
    return [*odds, *_figures("tables", raw.get("tables", {}), None), *_choices(raw.get("choices", {}), text)]


def _figures(place: str, value: Any, about: Text | None, row: Mapping[str, Any] | None = None) -> Iterator[Field]:
    if isinstance(value, Mapping):
        if "vi" in value and "en" in value:
            about = Text(value["vi"], value["en"])
        elif "side" in value and "stage" in value:
            row = value
        for key, each in value.items():
            if key not in ("clause", "clauses", "number"):
                yield from _figures(f"{place}.{key}", each, about, row)
    elif isinstance(value, list):
        for number, each in enumerate(value):
            if isinstance(each, Mapping):
                yield from _figures(f"{place}.{number}", each, about, row)
    elif isinstance(value, bool):
        yield Field(place, "tables", value, about, ("true", "false"), row)
    elif isinstance(value, int | float) or FIGURE.fullmatch(value):
        yield Field(place, "tables", value, about, row=row)


def _choices(choices: Mapping[str, Any], text: str) -> Iterator[Field]:
    comments = _comments(text)
    for name, choice in choices.items():
        value = choice["value"]
        options: tuple[str, ...] = ()
        if isinstance(value, bool):
            options = ("true", "false")
        elif isinstance(value, str):
            for known in (tuple(Direction), tuple(Post)):
                if value in known:
                    options = tuple(each.value for each in known)
            options = options or tuple(dict.fromkeys((value, *NAMED.findall(comments.get(name, "")))))
        elif isinstance(value, Mapping):
            about = Text(choice["vi"], choice["en"])
            yield from (
                Field(f"choices.{name}.value.{key}", "choices", each, about)
                for key, each in value.items()
                if isinstance(each, int | float) and not isinstance(each, bool)
            )
            continue
        elif not isinstance(value, int | float):
            continue
        if len(options) != 1:  # a single reading is known: there is nothing to choose
            yield Field(f"choices.{name}.value", "choices", value, Text(choice["vi"], choice["en"]), options)


def member_readings(text: str, choice: str, member: str, present: str) -> tuple[str, ...]:
    """What a member of a structured choice may be: its present word, and those that the comment names for it
    (``lane "a" or "b"; other "c" or "d"``)."""
    parts = (part.strip(" #") for part in _comments(text).get(choice, "").split(";"))
    said = next((part for part in parts if part.startswith(f"{member} ")), "")
    return tuple(dict.fromkeys((present, *NAMED.findall(said))))


def names_tables(text: str, choice: str) -> bool:
    """Whether the comment of a choice says that its words are names of the tables in which its values stand."""
    return "stand in these tables" in _comments(text).get(choice, "")


def _comments(text: str) -> dict[str, str]:
    """The comment above each choice."""
    found: dict[str, str] = {}
    above: list[str] = []
    for line in text.splitlines():
        if line.startswith("#"):
            above.append(line)
            continue
        if line.startswith("[choices."):
            found[line.removeprefix("[choices.").rstrip("] ")] = " ".join(above)
        above = []
    return found
